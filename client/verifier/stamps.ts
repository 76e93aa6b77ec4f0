import { joinBytes, sameBytes, toHex, utf8 } from '../../shared/evidence/bytes.ts';
import { DER, type DerElement, derElements } from '../../shared/evidence/der.ts';
import { readHeadText } from '../../shared/evidence/head.ts';
import { textOfNote } from '../../shared/evidence/note.ts';
import { type Fault, type Files, manifestOf, missing, sha256 } from './files.ts';

/*
 * Time stamps of heads (RFC 3161). Checks the hash against the head, and the signature against the included
 * certificate.
 */

const within = (element: DerElement | undefined): DerElement[] =>
  derElements(element?.body ?? missing('element'));
const oidOf = (element: DerElement | undefined): string =>
  element?.tag === DER.oid ? toHex(element.body) : '';
const bodyOf = (element: DerElement | undefined): Uint8Array => element?.body ?? missing('element');
const same = (one: DerElement | undefined, other: DerElement | undefined): boolean =>
  one !== undefined && other !== undefined && sameBytes(one.whole, other.whole);

const SHA256 = '608648016503040201';
const HASHES: Readonly<Record<string, string>> = {
  [SHA256]: 'SHA-256',
  '608648016503040202': 'SHA-384',
  '608648016503040203': 'SHA-512',
};
const CURVES: Readonly<Record<string, readonly [name: string, length: number]>> = {
  '2a8648ce3d030107': ['P-256', 32],
  '2b81040022': ['P-384', 48],
  '2b81040023': ['P-521', 66],
};
const STAMP_INFO = '2a864886f70d0109100104';

/** Parses a time stamp and the certificate of the signer. Does not check the signature. */
function readStamp(answer: Uint8Array) {
  const [status, token] = within(derElements(answer)[0]);
  if (!['00', '01'].includes(toHex(bodyOf(within(status)[0])))) missing('grant');
  const signed = within(within(within(token)[1])[0]);
  const [type, wrapped] = within(signed[2]);
  const content = bodyOf(within(wrapped)[0]);
  const info = within(derElements(content)[0]);
  const [algorithm, imprint] = within(info[2]);
  const at = instantOf(new TextDecoder().decode(bodyOf(info[4])));
  const signer = within(within(signed.at(-1))[0]);
  const [issuer, serial] = within(signer[1]);
  const certificate = within(signed.find(({ tag }) => tag === DER.context[0])).find((one) => {
    const fields = fieldsOf(one);
    return same(fields[0], serial) && same(fields[2], issuer);
  });
  const isStamp = oidOf(type) === STAMP_INFO && oidOf(within(algorithm)[0]) === SHA256 && !Number.isNaN(at);
  if (!isStamp || certificate === undefined) missing('stamp');
  return { imprint: bodyOf(imprint), at, content, signer, certificate };
}

/** Returns the fields of an X.509 certificate after the version. */
function fieldsOf(certificate: DerElement): DerElement[] {
  const fields = within(within(certificate)[0]);
  return fields[0]?.tag === DER.context[0] ? fields.slice(1) : fields;
}

/** Returns the common name of a certificate's owner, else the organization. */
function ownerOf(certificate: DerElement): string {
  const certificateFields = new Map(
    within(fieldsOf(certificate)[4])
      .flatMap(within)
      .map(within)
      .map(([kind, text]) => [oidOf(kind), new TextDecoder().decode(bodyOf(text))]),
  );
  return certificateFields.get('550403') || certificateFields.get('55040a') || 'sin nombre';
}

const instantOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Parses an instant of a certificate's validity to epoch ms. Two-digit years mean 1950 to 2049. */
function timeOf({ tag, body }: DerElement): number {
  const text = new TextDecoder().decode(body);
  return instantOf(tag === 0x17 ? `${text < '5' ? 20 : 19}${text}` : text);
}

type Stamp = ReturnType<typeof readStamp>;

/**
 * True if the stamp is signed by the included certificate, and the certificate allows only time stamping and was
 * valid at the instant.
 */
async function isStamped(
  { at, content, signer, certificate }: Stamp,
  subtle: SubtleCrypto,
): Promise<boolean> {
  const [, , digestField, attributes, algorithm, signature] = signer;
  const [, , , validity, , key, ...extensions] = fieldsOf(certificate);
  const digest = HASHES[oidOf(within(digestField)[0])] ?? missing('digest');
  const signedAttributes = new Map(
    within(attributes).map((one) => [oidOf(within(one)[0]), within(within(one)[1])[0]]),
  );
  const digestOf = async (name: string, bytes: Uint8Array) =>
    new Uint8Array(await subtle.digest(name, new Uint8Array(bytes)));
  const says = signedAttributes.get('2a864886f70d010904');
  const isOfContent = sameBytes(bodyOf(says), await digestOf(digest, content));
  if (oidOf(signedAttributes.get('2a864886f70d010903')) !== STAMP_INFO || !isOfContent) return false;
  // The signed attributes name the signing certificate by its hash.
  const second = signedAttributes.get('2a864886f70d010910022f');
  const named = within(within(within(second ?? signedAttributes.get('2a864886f70d010910020c'))[0])[0]);
  const ofSecond = named[0]?.tag === DER.sequence ? HASHES[oidOf(within(named[0])[0])] : 'SHA-256';
  const by = second === undefined ? 'SHA-1' : (ofSecond ?? missing('digest'));
  const hash = bodyOf(named.find(({ tag }) => tag === DER.octets));
  if (!sameBytes(hash, await digestOf(by, certificate.whole))) return false;
  const [from = Number.NaN, to = Number.NaN] = within(validity).map(timeOf);
  if (!(from <= at && at <= to)) return false;
  const list = extensions.filter(({ tag }) => tag === 0xa3).flatMap((one) => within(within(one)[0]));
  const use = list.map(within).find(([name]) => oidOf(name) === '551d25');
  const uses = use === undefined ? [] : within(derElements(bodyOf(use.at(-1)))[0]).map(oidOf);
  if (uses.join() !== '2b06010505070308') return false;
  // The signature covers the attributes encoded as SET.
  const signed = Uint8Array.from(attributes?.whole ?? []);
  signed[0] = DER.set;
  const [kind = '', curve = ''] = within(within(key)[0]).map(oidOf);
  const isRsa = kind === '2a864886f70d010101';
  const [name = '', length = 0] = CURVES[curve] ?? [];
  const isKnown = isRsa ? /^2a864886f70d0101(01|0b|0c|0d)$/.test(oidOf(within(algorithm)[0])) : name !== '';
  if (!isKnown) return false;
  const scheme = isRsa
    ? { name: 'RSASSA-PKCS1-v1_5', hash: digest }
    : { name: 'ECDSA', namedCurve: name, hash: digest };
  const flat = ({ body }: DerElement) => {
    const bytes = body.subarray(body[0] === 0 ? 1 : 0);
    return joinBytes(new Uint8Array(length - bytes.length), bytes);
  };
  const proof = isRsa ? bodyOf(signature) : joinBytes(...within(derElements(bodyOf(signature))[0]).map(flat));
  const spki = new Uint8Array(key?.whole ?? missing('key'));
  const imported = await subtle.importKey('spki', spki, scheme, false, ['verify']);
  return subtle.verify(scheme, imported, new Uint8Array(proof), signed);
}

/**
 * Valid time stamp of a signed head by a time-stamping authority: number of entries under the head as text, time in
 * epoch ms, and name of the authority.
 */
export type GoodStamp = readonly [size: string, at: number, who: string];

/** Checks the time stamps of an expediente. `unchecked`: number of stamps that this browser cannot check. */
export async function checkStamps(
  files: Files,
): Promise<{ faults: Fault[]; good: GoodStamp[]; unchecked: number }> {
  const found = { faults: [] as Fault[], good: [] as GoodStamp[], unchecked: 0 };
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  for (const note of notesOf(files)) {
    const head = readHeadText(textOfNote(note) ?? '');
    const answer = head === null ? undefined : files.get(`sellos/${head.size}.tsr`);
    if (head === null || answer === undefined) continue;
    const where = String(head.size);
    try {
      const stamp = readStamp(answer);
      const isOfHead = sameBytes(stamp.imprint, sha256(utf8(note)));
      if (isOfHead && !subtle) found.unchecked += 1;
      else if (isOfHead && (await isStamped(stamp, subtle)))
        found.good.push([where, stamp.at, ownerOf(stamp.certificate)]);
      else found.faults.push(['sello', where]);
    } catch {
      found.faults.push(['sello', where]);
    }
  }
  return found;
}

function notesOf(files: Files): string[] {
  try {
    return manifestOf(files).cabezas.map(String);
  } catch {
    return [];
  }
}
