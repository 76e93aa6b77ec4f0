type Field = readonly [first: number, afterLast: number];

/**
 * Layout of a file of collected payments in a format of Asobancaria (association of Colombian banks): a text
 * file with fixed columns. A field is a pair [first, end] of positions in a line: 0-based characters, end
 * excluded.
 */
export interface AsobancariaLayout {
  kind: 'asobancaria98' | 'asobancaria2001';
  name: string;
  /** Record type (first two digits) of the lines with payments. */
  detail: string;
  /** Record types of the lines that open and close a batch; null for a layout without batches. */
  batch: { opens: string; closes: string } | null;
  /** Fields of the first line. */
  header: { date: Field; bank: Field; account: Field };
  fields: {
    reference: Field;
    amount: Field;
    /** Field with place and means of payment, operation, authorisation, other bank and branch. */
    origin: Field;
    /**
     * Field with the reason for a returned cheque; blank or zeros if not returned. Null if the layout lacks the
     * field.
     */
    returned: Field | null;
  };
  /**
   * Numbers of other records that the count at the end of the file may include besides the details: 0, or 2 (header
   * and control) with banks that count both.
   */
  mayCount: readonly number[];
}

/**
 * Positions of number of payments and sum of amounts in the last lines of a batch or of an Asobancaria file,
 * equal in both layouts. The reader compares these figures with the payments read. Each pair is first
 * character and end, 0-based, end excluded.
 */
export const totals = { count: [2, 11], amount: [11, 29] } as const;

/**
 * Layout Asobancaria 2001 of a file of collected payments: a text file of Colombian banks with fixed columns
 * and payments in batches.
 */
export const asobancaria2001: AsobancariaLayout = {
  kind: 'asobancaria2001',
  name: 'Asobancaria 2001',
  detail: '06',
  batch: { opens: '05', closes: '08' },
  header: { date: [12, 20], bank: [20, 23], account: [23, 40] },
  fields: { reference: [2, 50], amount: [50, 64], origin: [64, 87], returned: [94, 97] },
  mayCount: [0],
};

/**
 * Layout Asobancaria 98 of a file of collected payments: an older text file of Colombian banks with fixed
 * columns. Taken from the public reader dnetix/asoban (`Format1998`), because no specification by Asobancaria
 * is available.
 */
export const asobancaria98: AsobancariaLayout = {
  kind: 'asobancaria98',
  name: 'Asobancaria 98',
  detail: '02',
  batch: null,
  header: { date: [15, 23], bank: [23, 26], account: [26, 41] },
  fields: { reference: [2, 27], amount: [27, 40], origin: [40, 42], returned: null },
  mayCount: [0, 2],
};

/**
 * Returns the text of a field in a line of an Asobancaria bank file. If the line is too short, blanks fill
 * the field to its full length.
 */
export const fieldOf = (line: string, [from, to]: Field): string =>
  line.slice(from, to).padEnd(to - from, ' ');

/**
 * Returns the whole number in a field of a bank file's line, for example an amount or a count. Leading blanks
 * are allowed; null if the field has other characters than digits.
 */
export function digitsOf(line: string, field: Field): bigint | null {
  const text = fieldOf(line, field);
  return /^ *\d+$/.test(text) ? BigInt(text.trim()) : null;
}

/** End-of-file character (Ctrl+Z) that old programs write at the end of text files. */
const END_OF_FILE = String.fromCharCode(26);
/** Number of bytes inspected to recognize a layout. */
const INSPECTED_BYTES = 20_000;

/**
 * Recognizes an Asobancaria bank file, and its layout (98 or 2001), by the first lines: a header with 01 and
 * NIT, or a payment line with the amount in the right position. In layout 98 the year is three characters
 * further right, and payment lines have another record type. Null for other files, so that spreadsheets are
 * read otherwise.
 */
export function asobancariaLayout(bytes: Uint8Array): AsobancariaLayout | null {
  const lines = recordsOf(bytes.subarray(0, INSPECTED_BYTES)).map(({ text }) => text);
  const [first = ''] = lines;
  const isSheet = (line: string) => /[;\t]/.test(line);
  const isOf98 = (line: string) => /^01[\d ]{13}20\d{6}/.test(line) && !/^01[\d ]{10}20\d{6}/.test(line);
  if (isOf98(first) && !isSheet(first) && lines.slice(1).every((line) => /^(0[29]|.?$)/.test(line))) {
    return asobancaria98;
  }
  if (/^01[\d ]{10}/.test(first) && !isSheet(first)) return asobancaria2001;
  const isDetail = (line: string) => /^06.{48} *\d+$/.test(line.slice(0, 64).padEnd(64, '.'));
  return lines.some((line) => isDetail(line) && !isSheet(line)) ? asobancaria2001 : null;
}

/**
 * Splits the bytes of an Asobancaria bank file into non-empty lines with line numbers, to be read field by
 * field. Encoding: UTF-16 by the byte-order mark, else UTF-8, else Latin-1.
 */
export function recordsOf(bytes: Uint8Array): { number: number; text: string }[] {
  return decode(bytes)
    .replaceAll(END_OF_FILE, '')
    .split(/\r\n|\n|\r/)
    .map((text, index) => ({ number: index + 1, text: text.trimEnd() }))
    .filter(({ text }) => text !== '');
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes); // TextDecoder drops the byte order mark
  } catch {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  }
}
