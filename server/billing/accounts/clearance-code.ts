import { createHmac, timingSafeEqual } from 'node:crypto';
import { addDays, type Day, daysBetween } from '../../../shared/days.ts';

/** Facts of a paz y salvo in the printed code. */
export interface ClearanceClaim {
  jointId: number;
  /** Units as printed; a longer list than `MOST_UNIT` characters ends in '…' behind a whole unit. */
  unit: string;
  day: Day;
  /** Last day of validity. */
  until: Day;
}

const VERSION = 1;
/** First day of the day numbers in a code. */
const EPOCH: Day = '2020-01-01';
/** Bytes before the unit: version, joint, day, days of validity. */
const HEAD = 8;
const MAC = 10;
const MOST_UNIT = 60;
/** Most bytes of a code: a letter of the unit takes up to four bytes. */
const MOST_BYTES = HEAD + 4 * MOST_UNIT + MAC;
/** Digits and capitals without I, L, O and U (Crockford's base 32). */
const CODE_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = /(.{5})(?=.)/g;

/**
 * Writes the facts of a paz y salvo as a code with a MAC of 80 bits, in groups of five signs. No code is stored.
 * @param key secret of the store (`readPaperKey`)
 */
export function clearanceCode({ jointId, unit, day, until }: ClearanceClaim, key: string): string {
  const head = Buffer.alloc(HEAD);
  head.writeUInt8(VERSION, 0);
  head.writeUInt32BE(jointId, 1);
  head.writeUInt16BE(daysBetween(EPOCH, day), 5);
  head.writeUInt8(daysBetween(day, until), 7);
  const body = Buffer.concat([head, Buffer.from(shortened(unit))]);
  return inSigns(Buffer.concat([body, macOf(body, key)])).replace(GROUP, '$1-');
}

/**
 * Reads a code as typed: small letters, spaces and hyphens anywhere, O for 0 and I or L for 1. Returns null for a code not
 * written with the key. Computes and compares one MAC for every text.
 */
export function readClearanceCode(text: string, key: string): ClearanceClaim | null {
  const bytes = bytesOf(text);
  const isWhole = bytes.length > HEAD + MAC && bytes.length <= MOST_BYTES;
  const read = isWhole ? bytes : Buffer.alloc(HEAD + MAC + 1);
  const body = read.subarray(0, -MAC);
  const isOurs = timingSafeEqual(macOf(body, key), read.subarray(-MAC));
  if (!isWhole || !isOurs || body.readUInt8(0) !== VERSION) return null;
  const day = addDays(EPOCH, body.readUInt16BE(5));
  return {
    jointId: body.readUInt32BE(1),
    unit: body.subarray(HEAD).toString(),
    day,
    until: addDays(day, body.readUInt8(7)),
  };
}

/** Cuts a list of units behind a whole unit: a cut id could be the id of another unit. */
const shortened = (units: string): string =>
  units.length <= MOST_UNIT ? units : `${units.slice(0, MOST_UNIT - 2).replace(/,[^,]*$/, ',')} …`;

const macOf = (body: Buffer, key: string): Buffer =>
  createHmac('sha256', `paz y salvo ${key}`).update(body).digest().subarray(0, MAC);

function inSigns(bytes: Buffer): string {
  let signs = '';
  let [value, bits] = [0, 0];
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) signs += CODE_SIGNS[(value >> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? signs : signs + CODE_SIGNS[(value << (5 - bits)) & 31];
}

function bytesOf(text: string): Buffer {
  const signs = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const sign of signs) {
    const five = CODE_SIGNS.indexOf(sign);
    if (five === -1) return Buffer.alloc(0);
    value = (value << 5) | five;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 255);
    value &= (1 << bits) - 1;
  }
  // A code has one spelling: the bits after the last byte are zero.
  return Buffer.from(value === 0 ? bytes : []);
}
