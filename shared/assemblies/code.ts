/**
 * Codes on badges and cards: 12 characters of Crockford's base 32, eleven random and a check character. Luhn's sum
 * modulo 32 finds every single error and nearly every swap of neighbours.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Number of characters of a card's or badge's code, with the check character at the end. */
export const CODE_LENGTH = 12;

/**
 * Computes Luhn's sum modulo 32 of a code without the check character. `lastWeighs`: weight of the last character.
 */
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
 * Makes the code of a card or badge from random bytes (at least CODE_LENGTH - 1), a character for each byte, and
 * adds the check character. All characters are equally likely.
 */
export function codeFromBytes(bytes: Uint8Array): string {
  const body = [...bytes.subarray(0, CODE_LENGTH - 1)].map((byte) => ALPHABET.charAt(byte % 32)).join('');
  return body + ALPHABET.charAt((32 - luhn(body, 2)) % 32);
}

/**
 * Converts a typed or scanned code of a card or badge to the stored form: ignores case, spaces and hyphens, reads O
 * as 0, I and L as 1.
 * @returns null if invalid: wrong length, alphabet or check character
 */
export function normalizeCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  if (code.length !== CODE_LENGTH || [...code].some((c) => !ALPHABET.includes(c))) return null;
  return luhn(code, 1) === 0 ? code : null;
}

/**
 * Masks a code for lists, screens and audit entries: first and last two characters, dots between, because anybody
 * with a code can vote.
 */
export const maskedCode = (code: string): string =>
  `${code.slice(0, 2)}${'•'.repeat(CODE_LENGTH - 4)}${code.slice(-2)}`;

/** Pattern of a code's public id, 'QR-' and 16 hexadecimal digits. The id opens no session. */
export const CODE_ID = /^QR-[0-9a-f]{16}$/;

/** Writes a code in groups of four characters for screens and papers, easier to read and type. */
export const groupedCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/**
 * Makes the receipt of a vote from random bytes: a short text for the voter, in the alphabet of codes, a character
 * for each byte, without a check character.
 */
export function receiptFromBytes(bytes: Uint8Array): string {
  const text = [...bytes].map((byte) => ALPHABET.charAt(byte % 32)).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** Text scanned or typed at the desk, read by `readScan`: a code, and the answer of a voting badge. */
export interface Scan {
  /** Attendance code in capitals, without spaces and hyphens. */
  code: string;
  /** Number of the answer on a voting badge (`CODE-answerId`), 1 to 3. Null on badges, cards and typed text. */
  answerId: number | null;
}

/**
 * Reads a scan: a bare code, a voting badge `CODE-1`, or the address `/VoteQR/` in a QR code. Only the end of the
 * text counts, because a scanner set to another keyboard changes the punctuation of an address, and the hyphen of a
 * badge into an apostrophe, but no letters or digits.
 * @returns null without a code at the end
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

/**
 * Makes the text in the QR of a voting badge: code of the unit or card, and number of the answer, 'CODE-1'. A voter
 * raises the badge, and the desk scans the vote.
 */
export const votingBadge = (code: string, answerId: number): string => `${code}-${answerId}`;

/**
 * Converts the typed join code of a wall to upper case without spaces and hyphens. Does not check if the code
 * exists.
 */
export const joinCodeOf = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');

/**
 * Computes the number shown both on a waiting phone and on the desk's screen, 100 to 999, so the desk recognizes
 * the phone. The number follows from the phone's secret ticket and does not reveal the ticket.
 */
export function numberOf(ticket: string): number {
  let hash = 0;
  for (const sign of ticket) hash = (hash * 31 + sign.charCodeAt(0)) % 1_000_003;
  return 100 + (hash % 900);
}
