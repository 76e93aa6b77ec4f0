import { createPrivateKey, createPublicKey, hash, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import type { Sha256 } from '../../../shared/evidence/bytes.ts';
import { type NoteKey, type Primitives, signNote } from '../../../shared/evidence/note.ts';

/** Computes the SHA-256 hash of bytes with Node.js. */
export const sha256: Sha256 = (bytes) => Buffer.from(hash('sha256', bytes, 'binary'), 'binary');

/** DER prefix of an Ed25519 public key of 32 bytes (RFC 8410); `PRIVATE` is the prefix of a private key. */
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex');
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Hash and signature check by Node.js, as arguments for the shared functions to verify signed heads. In a
 * browser, other functions take the place.
 */
export const primitives: Primitives = {
  sha256,
  verify: (publicKey, message, signature) => verify(null, message, publicKeyOf(publicKey), signature),
};

const publicKeyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC, raw]), format: 'der', type: 'spki' });

/**
 * Installation name and private seed of a `Signer`, as plain data for a worker thread. `noteSignerOf` makes
 * the signer.
 */
export interface PlainSigner {
  /** Name of the installation: the host of its web address. */
  installation: string;
  /** Seed of the private key, 32 bytes, hexadecimal. */
  seed: string;
}

/** Key to sign heads (states of the store's audit chains), with the name of the installation. */
export interface Signer {
  /**
   * Name of the installation: the host of the server's web address, and the start of all names of hash
   * trees.
   */
  installation: string;
  /** Public key, 32 bytes. */
  publicKey: Uint8Array;
  /** Plain data to create an equal signer in another thread. */
  plainSigner: PlainSigner;
  /** Signs a text of whole lines. `name` is the name of the hash tree, used as key name in the signature. */
  sign: (text: string, name: string) => string;
}

/**
 * Makes the signer of audit heads from a secret of at least 32 bytes. Equal secrets give equal keys in every
 * process and after each start.
 * @param publicUrl base address of links; the host becomes the name of the installation
 */
export function headSignerOf(secret: string, publicUrl = ''): Signer {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'scaf: heads of the trail', 32)).toString('hex');
  const installation = URL.canParse(publicUrl) ? new URL(publicUrl).host : 'scaf';
  return noteSignerOf({ installation, seed });
}

const signers = new Map<string, Signer>();

/**
 * Returns the signer for plain data, for example in a worker thread. Signers are cached, because reading a
 * key takes longer than signing.
 */
export function noteSignerOf(plainSigner: PlainSigner): Signer {
  const name = `${plainSigner.installation} ${plainSigner.seed}`;
  const signer = signers.get(name) ?? newSigner(plainSigner);
  signers.set(name, signer);
  return signer;
}

function newSigner(plainSigner: PlainSigner): Signer {
  const seed = Buffer.from(plainSigner.seed, 'hex');
  const privateKey = createPrivateKey({
    key: Buffer.concat([PRIVATE, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = new Uint8Array(
    createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32),
  );
  return {
    installation: plainSigner.installation,
    publicKey,
    plainSigner,
    sign: (text, name) => {
      const key: NoteKey = { name, publicKey };
      return signNote(sha256, text, key, (message) => sign(null, message, privateKey));
    },
  };
}
