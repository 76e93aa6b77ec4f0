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

/** A short random text of the same alphabet, without a check character: a voter's receipt. */
export function receiptFromBytes(bytes: Uint8Array): string {
  const text = [...bytes].map((byte) => ALPHABET.charAt(byte % 32)).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
