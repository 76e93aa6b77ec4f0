import { sha256 } from '@noble/hashes/sha2.js';
import type { Sha256 } from '../../shared/evidence/bytes.ts';

/** Verifies an Ed25519 signature (64 bytes) of a message with a public key (32 bytes). */
type Verify = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => Promise<boolean>;

/** Public key from the examples of RFC 8032. A browser that imports the key supports Ed25519. */
const SOME_KEY = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

let checking: Promise<Verify> | null = null;

/**
 * Returns hash function and signature check of the browser, as arguments for the shared functions to verify
 * signed heads and proofs. Rejects if the library cannot be loaded now.
 */
export async function machinePrimitives(): Promise<{ sha256: Sha256; verify: Verify }> {
  checking ??= findVerify().catch((error: unknown) => {
    checking = null;
    throw error;
  });
  return { sha256, verify: await checking };
}

/**
 * Returns the browser's own signature check if available (crypto.subtle is missing on plain http), else a
 * library's.
 */
async function findVerify(): Promise<Verify> {
  const keyOf = (bytes: Uint8Array) =>
    crypto.subtle.importKey('raw', new Uint8Array(bytes), 'Ed25519', false, ['verify']);
  try {
    await keyOf(Uint8Array.from(SOME_KEY.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)));
    return async (publicKey, message, signature) =>
      crypto.subtle.verify(
        'Ed25519',
        await keyOf(publicKey),
        new Uint8Array(signature),
        new Uint8Array(message),
      );
  } catch {
    const { ed25519 } = await import('@noble/curves/ed25519.js');
    return async (publicKey, message, signature) => {
      try {
        return ed25519.verify(signature, message, publicKey);
      } catch {
        // Not a point of the curve.
        return false;
      }
    };
  }
}
