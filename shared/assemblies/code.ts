/**
 * The codes on badges and cards: 12 characters of Crockford's base 32, eleven random and a check character
 * (Luhn's sum modulo 32, which finds every single slip and nearly every swap of neighbours).
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CODE_LENGTH = 12;

/** Luhn's sum modulo 32 over characters, the last one weighing 1 or 2 as told. */
function luhn(body: string, lastWeighs: 1 | 2): number {
  let sum = 0;
  let weight = lastWeighs;
  for (let i = body.length - 1; i >= 0; i--) {
    const product = ALPHABET.indexOf(body.charAt(i)) * weight;
    sum += Math.floor(product / 32) + (product % 32);
    weight = weight === 1 ? 2 : 1;
  }
  return sum % 32;
}

/**
 * Makes a code of random bytes (one a character, CODE_LENGTH - 1 of them; each is taken modulo 32, which is
 * even since 256 is a multiple of it).
 */
export function codeFromBytes(bytes: Uint8Array): string {
  const body = [...bytes.subarray(0, CODE_LENGTH - 1)].map((byte) => ALPHABET.charAt(byte % 32)).join('');
  return body + ALPHABET.charAt((32 - luhn(body, 2)) % 32);
}

/**
 * A code as typed or scanned → as stored: any case, spaces and hyphens dropped, O read as 0, I and L as 1.
 * @returns null when it cannot be a code: another length or alphabet, or a wrong check character.
 */
export function normalizeCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  if (code.length !== CODE_LENGTH || [...code].some((c) => !ALPHABET.includes(c))) return null;
  return luhn(code, 1) === 0 ? code : null;
}

/** A code in groups of four, as screens and papers show it: easier to read aloud and to type. */
export const groupedCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** A short random text of the same alphabet, without a check character: a voter's receipt. */
export function receiptFromBytes(bytes: Uint8Array): string {
  const text = [...bytes].map((byte) => ALPHABET.charAt(byte % 32)).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** What was scanned or typed at the door: a code and, from a voting badge, its answer. */
export interface Scan {
  /** Normalised. */
  code: string;
  /** 1 to 3 on a voting badge (`CODE-answerId`); null on badges, cards and what people type. */
  answerId: number | null;
}

/**
 * Reads a scan: the bare code, a voting badge's `CODE-1`, or the address of `/VoteQR/` that a QR carries. Only
 * its end counts, since a hand scanner set to another keyboard changes the signs of an address, and the hyphen
 * of a voting badge into an apostrophe; letters and digits stay.
 * @returns null when there is no code at its end.
 */
export function readScan(text: string): Scan | null {
  const trimmed = text.trim();
  const whole = normalizeCode(trimmed);
  if (whole !== null) return { code: whole, answerId: null };
  const found = /(?:^|[^0-9a-z])([0-9a-z]{12})(?:[^0-9a-z]([1-3]))?$/i.exec(trimmed);
  const code = found?.[1] === undefined ? null : normalizeCode(found[1]);
  if (code === null) return null;
  return { code, answerId: found?.[2] === undefined ? null : Number(found[2]) };
}

/** What a voting badge says: the code of its holder and the answer it stands for. */
export const votingBadge = (code: string, answerId: number): string => `${code}-${answerId}`;

/** A wall's code as it is typed: upper case, without spaces and hyphens. */
export const joinCodeOf = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');

/** Three digits of a ticket, which phone and desk both show: 100 to 999. */
export function numberOf(ticket: string): number {
  let hash = 0;
  for (const sign of ticket) hash = (hash * 31 + sign.charCodeAt(0)) % 1_000_003;
  return 100 + (hash % 900);
}
