/** Payment line of an Asobancaria bank file made for tests. */
export interface BankLine {
  reference: string;
  /** Amount in pesos, or the 14 raw characters of the field. */
  amount: number | string;
  operation?: string;
  /** Reason for a returned cheque, as three raw characters; absent for a good payment. */
  returned?: string;
}

interface BankFile {
  date?: string;
  bank?: string;
  batches: readonly (readonly BankLine[])[];
}

export const WIDTH = 162;
const centavosOf = (amount: number): bigint => BigInt(Math.round(amount * 100));
const number = (value: number | bigint, width: number): string => String(value).padStart(width, '0');
const wide = (text: string): string => text.padEnd(WIDTH, ' ');

/**
 * Builds the text lines of an Asobancaria 2001 file for tests, each padded to the width of the format, with
 * matching counts and totals.
 */
export function bankLines({ date = '20260305', bank = '007', batches }: BankFile): string[] {
  const lines = [
    wide(`01${number(9001234567, 10)}${date}${bank}${number(123456, 17)}${date}0930A01`),
    ...batches.flatMap((batch, index) => [
      wide(`05${number(7709998000001, 13)}${number(index + 1, 4)}`),
      ...batch.map((line, place) => detail(line, place + 1)),
      wide(`08${totals(batch)}${number(index + 1, 4)}`),
    ]),
    wide(`09${totals(batches.flat())}`),
  ];
  return lines;
}

/**
 * Builds the bytes of an Asobancaria 2001 file for tests: the lines of `bankLines` in Latin-1, each followed
 * by `lineEnd`.
 */
export const bankFile = (file: BankFile, lineEnd = '\r\n'): Buffer =>
  Buffer.from(bankLines(file).join(lineEnd) + lineEnd, 'latin1');

function detail(
  { reference, amount, operation = '000123', returned = '   ' }: BankLine,
  place: number,
): string {
  const written = typeof amount === 'string' ? amount : number(centavosOf(amount), 14);
  const padded = /^\d+$/.test(reference) ? reference.padStart(48, '0') : reference.padEnd(48, ' ');
  return wide(`06${padded}${written}0102${operation}000456007${number(1, 4)}${number(place, 7)}${returned}`);
}

function totals(lines: readonly BankLine[]): string {
  const sum = lines.reduce(
    (total, { amount }) =>
      total + (typeof amount === 'number' ? centavosOf(amount) : BigInt(amount.replace(/\D/g, '') || '0')),
    0n,
  );
  return number(lines.length, 9) + number(sum, 18);
}
