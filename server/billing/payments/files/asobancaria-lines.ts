type Field = readonly [first: number, afterLast: number];

/** A layout of Asobancaria's: its records, and their fields as [first, after last], 0-based characters of a line. */
export interface AsobancariaLayout {
  kind: 'asobancaria98' | 'asobancaria2001';
  name: string;
  /** Records of details; those that open and close a batch, where there are batches. */
  detail: string;
  batch: { opens: string; closes: string } | null;
  header: { date: Field; bank: Field; account: Field };
  fields: {
    reference: Field;
    amount: Field;
    /** Where and how it was paid, the operation, its authorisation, another bank and the branch. */
    origin: Field;
    /** Why a cheque came back; blank or zeros where none did. Null: the layout does not say. */
    returned: Field | null;
  };
  /** Records that a file's control counts beside its details: none, or header and control where banks do. */
  mayCount: readonly number[];
}

/** Of batches and of the file alike, in both layouts. */
export const totals = { count: [2, 11], amount: [11, 29] } as const;

export const asobancaria2001: AsobancariaLayout = {
  kind: 'asobancaria2001',
  name: 'Asobancaria 2001',
  detail: '06',
  batch: { opens: '05', closes: '08' },
  header: { date: [12, 20], bank: [20, 23], account: [23, 40] },
  fields: { reference: [2, 50], amount: [50, 64], origin: [64, 87], returned: [94, 97] },
  mayCount: [0],
};

/** As the public reader dnetix/asoban has it (`Format1998`); no specification of Asobancaria's is at hand. */
export const asobancaria98: AsobancariaLayout = {
  kind: 'asobancaria98',
  name: 'Asobancaria 98',
  detail: '02',
  batch: null,
  header: { date: [15, 23], bank: [23, 26], account: [26, 41] },
  fields: { reference: [2, 27], amount: [27, 40], origin: [40, 42], returned: null },
  mayCount: [0, 2],
};

/** What a field of a line says; lines whose blanks at the end were cut are as good as whole ones. */
export const fieldOf = (line: string, [from, to]: Field): string =>
  line.slice(from, to).padEnd(to - from, ' ');

/** A whole field of digits, with blanks before them at most; null where it is none. */
export function digitsOf(line: string, field: Field): bigint | null {
  const text = fieldOf(line, field);
  return /^ *\d+$/.test(text) ? BigInt(text.trim()) : null;
}

/** What old programs end a text with. */
const END_OF_FILE = String.fromCharCode(26);
/** Bytes of which more than a few hundred say nothing further of what a file is. */
const LOOKED_AT = 20_000;

/**
 * Which of Asobancaria's layouts a file has, by what stands in it: its first line is a header (01 and the NIT), or one
 * of the first is a detail with its amount in place. The year of 98 stands three characters further, and its details
 * have a number of their own. Null where it is none of a bank's.
 */
export function asobancariaLayout(bytes: Uint8Array): AsobancariaLayout | null {
  const lines = recordsOf(bytes.subarray(0, LOOKED_AT)).map(({ text }) => text);
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

/** Lines with something in them, by their numbers; in UTF-16 where they are marked so, else in UTF-8 or Latin-1. */
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
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes); // drops the byte order mark
  } catch {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  }
}
