import { createHash, verify, X509Certificate } from 'node:crypto';
import { sameBytes, toHex } from '../../../shared/evidence/bytes.ts';
import { DER, type DerElement, derElements, derOf } from '../../../shared/evidence/der.ts';
import type { Millis } from '../../platform/db/tables.ts';

/*
 * Time stamps of RFC 3161, with the certificate's hash of RFC 5816. Accepts only algorithms that both verifiers of an
 * expediente can check: SHA-2, and signatures of RSA (PKCS #1 1.5) or ECDSA.
 */

/** Object identifiers of the ASN.1 structures in a time stamp, as hexadecimal bytes. */
const OID = {
  signedData: '2a864886f70d010702',
  stampInfo: '2a864886f70d0109100104',
  contentType: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904',
  signingCertificate: '2a864886f70d010910020c',
  signingCertificateV2: '2a864886f70d010910022f',
  sha256: '608648016503040201',
  timeStamping: '1.3.6.1.5.5.7.3.8',
} as const;

const digests: Readonly<Record<string, string>> = {
  [OID.sha256]: 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
};

/** Accepted signature algorithms by object identifier: RSA, alone or with a hash, and ECDSA with a hash. */
const SIGNATURES = /^(2a864886f70d0101(01|0b|0c|0d)|2a8648ce3d04030[234])$/;

/**
 * Error: an answer of the time-stamping authority is refused. The message is a Spanish sentence for the server's
 * operator.
 */
export class StampProblem extends Error {}

/**
 * Query for a time stamp (RFC 3161), sent to a time-stamping authority. The authority signs hash and time, and so
 * proves that the bytes existed then.
 */
export interface StampQuery {
  /** SHA-256 hash of the stamped bytes. */
  hash: Uint8Array;
  /** Random number of 8 bytes. The answer repeats the number, so an old answer is recognized. */
  nonce: Uint8Array;
}

/** Encodes a query for a time stamp in DER. Asks the authority to include the certificate in the answer. */
export function stampRequest({ hash, nonce }: StampQuery): Uint8Array {
  const algorithm = derOf(DER.sequence, derOf(DER.oid, Buffer.from(OID.sha256, 'hex')));
  return derOf(
    DER.sequence,
    derOf(DER.integer, Uint8Array.of(1)),
    derOf(DER.sequence, algorithm, derOf(DER.octets, hash)),
    derOf(DER.integer, positive(nonce)),
    derOf(DER.boolean, Uint8Array.of(0xff)),
  );
}

/** Encodes an unsigned number as a DER INTEGER. */
function positive(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = bytes.subarray(first === -1 ? bytes.length - 1 : first);
  return (short[0] ?? 0) > 0x7f ? Buffer.concat([Uint8Array.of(0), short]) : short;
}

/**
 * Checks an authority's answer against its query: granted, with the same hash and nonce, and signed by the included
 * certificate for time stamps. Trust in the certificate is not checked here (docs/why/evidence.md).
 * @returns the instant of the stamp
 * @throws StampProblem
 */
export function checkStamp(answer: Uint8Array, query: StampQuery): Millis {
  try {
    return checked(answer, query);
  } catch (error) {
    if (error instanceof StampProblem) throw error;
    throw new StampProblem('La autoridad de tiempo contestó algo que no es una estampa.');
  }
}

function checked(answer: Uint8Array, { hash, nonce }: StampQuery): Millis {
  const [response] = derElements(answer);
  const [status, token] = inside(response, DER.sequence);
  const [granted] = inside(status, DER.sequence);
  demand((granted?.body[0] ?? 9) <= 1, 'La autoridad de tiempo no concedió la estampa.');
  const [kind, content] = inside(token, DER.sequence);
  demand(isOid(kind, OID.signedData), 'La autoridad de tiempo contestó sin una estampa.');
  const [signedData] = inside(content, DER.context[0]);
  const fields = inside(signedData, DER.sequence);
  const [type, wrapped] = inside(fields[2], DER.sequence);
  const [octets] = inside(wrapped, DER.context[0]);
  demand(
    isOid(type, OID.stampInfo) && octets?.tag === DER.octets,
    'La respuesta no es una estampa de tiempo.',
  );
  const stamped = octets?.body ?? new Uint8Array();

  const info = inside(derElements(stamped)[0], DER.sequence);
  const [algorithm, imprint] = inside(info[2], DER.sequence);
  const ofHash = inside(algorithm, DER.sequence)[0];
  demand(
    isOid(ofHash, OID.sha256) && sameBytes(imprint?.body ?? stamped, hash),
    'La estampa es de otra huella que la que se pidió.',
  );
  const nonceHex = toHex(derOf(DER.integer, positive(nonce)));
  demand(
    info.slice(5).some(({ whole }) => toHex(whole) === nonceHex),
    'La estampa no repite el número de la petición: puede ser una vieja.',
  );
  const at = readStampTime(info[4]);
  const certificates = fields.find(({ tag }) => tag === DER.context[0]);
  demand(certificates !== undefined, 'La estampa no trae el certificado de la autoridad.');
  const [signer] = inside(fields.at(-1), DER.set);
  checkSigner(inside(signer, DER.sequence), stamped, derElements(certificates?.body ?? stamped), at);
  return at;
}

/**
 * Checks that the named certificate signed the time stamp, is meant for time stamps, and was valid at the instant.
 */
function checkSigner(
  [, names, digestAlgorithm, attributes, signatureAlgorithm, signature]: readonly DerElement[],
  stamped: Uint8Array,
  certificates: readonly DerElement[],
  at: Millis,
): void {
  const digest = digests[oidOf(inside(digestAlgorithm, DER.sequence)[0])] ?? '';
  const isKnown = SIGNATURES.test(oidOf(inside(signatureAlgorithm, DER.sequence)[0]));
  demand(digest !== '' && isKnown, 'La estampa usa una firma que los verificadores no conocen.');
  const signedAttributes = new Map(
    inside(attributes, DER.context[0]).map((attribute) => {
      const [name, values] = inside(attribute, DER.sequence);
      return [oidOf(name), inside(values, DER.set)[0]];
    }),
  );
  const digestOf = (bytes: Uint8Array, name: string) => createHash(name).update(bytes).digest();
  demand(
    isOid(signedAttributes.get(OID.contentType), OID.stampInfo) &&
      sameBytes(signedAttributes.get(OID.messageDigest)?.body ?? stamped, digestOf(stamped, digest)),
    'La firma de la estampa es de otra cosa.',
  );
  const [issuer, serial] = inside(names, DER.sequence);
  const certificate = certificates.find((one) => {
    const own = tbsOf(one);
    return own[0] !== undefined && same(own[0], serial) && same(own[2], issuer);
  });
  demand(certificate !== undefined, 'La estampa no trae el certificado de la autoridad.');
  const der = certificate?.whole ?? stamped;
  demand(isNamed(signedAttributes, der, digestOf), 'La estampa nombra otro certificado que el que trae.');
  const { publicKey, keyUsage, validFrom, validTo } = new X509Certificate(der);
  demand(
    keyUsage?.includes(OID.timeStamping) === true,
    'El certificado de la estampa no es para estampar tiempo.',
  );
  demand(
    Date.parse(validFrom) <= at && at <= Date.parse(validTo),
    'El certificado de la estampa no regía en el instante que ella dice.',
  );
  // The signed form is a set.
  const signed = Buffer.from(attributes?.whole ?? stamped);
  signed[0] = DER.set;
  demand(
    verify(digest, signed, publicKey, signature?.body ?? stamped),
    'La firma de la estampa no es de su certificado.',
  );
}

/** Fields in the signed part of a certificate, after the version: serial number, algorithm, issuer and so on. */
function tbsOf(certificate: DerElement): DerElement[] {
  const fields = inside(inside(certificate, DER.sequence)[0], DER.sequence);
  return fields[0]?.tag === DER.context[0] ? fields.slice(1) : fields;
}

/**
 * True if the signed attributes of a time stamp name the certificate by hash: SHA-1 in the first form, else SHA-2.
 */
function isNamed(
  signedAttributes: ReadonlyMap<string, DerElement | undefined>,
  certificate: Uint8Array,
  digestOf: (bytes: Uint8Array, name: string) => Uint8Array,
): boolean {
  const second = signedAttributes.get(OID.signingCertificateV2);
  const [list] = inside(second ?? signedAttributes.get(OID.signingCertificate), DER.sequence);
  const fields = inside(inside(list, DER.sequence)[0], DER.sequence);
  const [algorithm] = fields[0]?.tag === DER.sequence ? inside(fields[0], DER.sequence) : [];
  const name = second === undefined ? 'sha1' : algorithm === undefined ? 'sha256' : digests[oidOf(algorithm)];
  const hash = fields.find(({ tag }) => tag === DER.octets);
  return name !== undefined && hash !== undefined && sameBytes(hash.body, digestOf(certificate, name));
}

function inside(element: DerElement | undefined, tag: number): DerElement[] {
  if (element?.tag !== tag) throw new RangeError('A DER element has an unexpected tag.');
  return derElements(element.body);
}

const same = (one: DerElement | undefined, other: DerElement | undefined): boolean =>
  one !== undefined && other !== undefined && sameBytes(one.whole, other.whole);

const oidOf = (element: DerElement | undefined): string =>
  element?.tag === DER.oid ? toHex(element.body) : '';
const isOid = (element: DerElement | undefined, oid: string): boolean => oidOf(element) === oid;

/** Reads the instant of a time stamp, like '20261126031205Z', with or without fractions of a second. */
function readStampTime(element: DerElement | undefined): Millis {
  const text = element?.tag === DER.time ? Buffer.from(element.body).toString('latin1') : '';
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(text) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  demand(Number.isFinite(at), 'La estampa no dice su hora como la norma la escribe.');
  return at;
}

function demand(holds: boolean, sentence: string): void {
  if (!holds) throw new StampProblem(sentence);
}
