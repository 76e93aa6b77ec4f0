/** Test files broken at random from a seed. */

import { zipOf } from '../platform/sheets/sheets.fixture.ts';
import { unpackWorkbook } from '../platform/sheets/unpack.ts';
import { Random } from './random.ts';

type Entry = Parameters<typeof zipOf>[0][number];

/** Source of random choices for breaking files. The same seed gives the same choices. */
export class Chance extends Random {
  /** Returns an integer below the bound. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }
}

/**
 * Random replacements for values of a file: as typed by people, written by faulty programs, or chosen by attackers.
 */
const VALUES = [
  ...[
    '',
    ' ',
    '0',
    '-0',
    '-1',
    '1e308',
    '1e-400',
    '-1e309',
    'NaN',
    'Infinity',
    '9'.repeat(400),
    '0.1',
    '1,5',
    '1.234,56',
  ],
  ...[
    '2958466',
    '-693594',
    '45000.99999',
    '31/02/2026',
    '2026-13-45',
    '29/02/2026',
    '1900-01-00',
    'true',
    '#REF!',
  ],
  ...[
    '=1+1',
    "=cmd|'/C calc'!A0",
    '+57',
    '@x',
    '\u202e321',
    '🏢',
    'ñ\u0301',
    "' or 1=1 --",
    '__proto__',
    'constructor',
  ],
  ...['x'.repeat(33_000), ' \u00a0\u200b ', '$ 1.000.000', '(500)', '12%', '٣٤', '1e5', '0x10', '1_000'],
] as const satisfies readonly [string, ...string[]];
/** Replacements for making XML invalid, or texts refused by every store. */
const RAW = [
  '\u0000',
  '\u0001',
  '&#0;',
  '&#xD800;',
  '&#x110000;',
  '&amp',
  '<',
  ']]>',
  '&lol;',
  '\ufffe',
  '\ud800',
] as const;
const REFERENCES = [
  'A0',
  '',
  'XFD1048576',
  'XFE1',
  'A1048577',
  '1A',
  'A-1',
  'ZZZZZZZZ99999999999',
  '__proto__',
  'A1',
  'a1',
] as const;
const TYPES = ['s', 'str', 'inlineStr', 'b', 'e', 'd', 'n', 'x', ''] as const;

type Change = (text: string, chance: Chance) => string;

/** Makes a change: replaces a random match of the pattern. */
function atOne(pattern: RegExp, put: (found: string, chance: Chance) => string): Change {
  return (text, chance) => {
    const found = [...text.matchAll(pattern)];
    const one = found[chance.below(Math.max(1, found.length))];
    if (one === undefined) return text;
    return text.slice(0, one.index) + put(one[0], chance) + text.slice(one.index + one[0].length);
  };
}

/** Makes a change: inserts a text at a random position. */
const inserted =
  (what: (chance: Chance) => string): Change =>
  (text, chance) => {
    const at = chance.below(text.length + 1);
    return text.slice(0, at) + what(chance) + text.slice(at);
  };
const cut: Change = (text, chance) => {
  const from = chance.below(text.length);
  return text.slice(0, from) + text.slice(from + 1 + chance.below(Math.max(1, text.length - from)));
};
const doubled: Change = (text, chance) => {
  const from = chance.below(text.length);
  const piece = text.slice(from, from + 1 + chance.below(2000));
  return text.slice(0, from) + piece.repeat(1 + chance.below(20)) + text.slice(from);
};
const insideSheet = (xml: (chance: Chance) => string) =>
  atOne(/<sheetData[^>]*>/g, (found, chance) => found + xml(chance));
const attribute = (name: string, values: readonly [string, ...string[]]) =>
  atOne(new RegExp(` ${name}="[^"]*"`, 'g'), (_, chance) => ` ${name}="${chance.pick(values)}"`);

const ofXml: readonly [Change, ...Change[]] = [
  atOne(/<v>[^<]*<\/v>/g, (_, chance) => `<v>${chance.pick(VALUES)}</v>`),
  atOne(/<v>[^<]*<\/v>/g, (_, chance) => `<v>${chance.pick(RAW)}</v>`),
  atOne(/<v>[^<]*<\/v>/g, () => '<is><t>texto</t></is><v>1</v><v>2</v>'),
  atOne(/<t[^>]*>[^<]*<\/t>/g, (_, chance) => `<t>${chance.pick(VALUES)}</t>`),
  atOne(/<t[^>]*>[^<]*<\/t>/g, (_, chance) => `<t>${chance.pick(RAW)}</t>`),
  atOne(/<si>.*?<\/si>/gs, () => ''),
  atOne(/<row[^>]*>.*?<\/row>/gs, (found, chance) => found.repeat(chance.below(4))),
  atOne(/<c[^>]*\/?>/g, (found) => found.replace(/ r="[^"]*"/, '')),
  atOne(
    /<v>/g,
    (found, chance) =>
      `<f t="shared" ref="A1:${chance.pick(REFERENCES)}" si="${chance.below(3)}">A1+1</f>${found}`,
  ),
  attribute('t', TYPES),
  attribute('r', REFERENCES),
  attribute('s', ['-1', '99999', '', 'x', '1e9']),
  attribute('spans', ['1:16384', '9:1', 'x']),
  attribute('count', ['-1', '4294967296', '']),
  attribute('numFmtId', ['14', '-1', '99999', '22', '49']),
  attribute('formatCode', ['[$-F800]dddd', 'yyyy', '[h]:mm', '"', '\\', '[Red]0;;@']),
  attribute('Target', [
    '../../../etc/passwd',
    'worksheets/nada.xml',
    '/xl/worksheets/sheet1.xml',
    '',
    'http://x/y.xml',
  ]),
  attribute('Id', ['rId1', '', '__proto__']),
  attribute('name', ['', 'Hoja1', '__proto__', 'x'.repeat(5000), '&lt;']),
  attribute('state', ['hidden', 'veryHidden', 'x']),
  attribute('encoding', ['UTF-16', 'latin1', 'x']),
  attribute('date1904', ['1', '0']),
  insideSheet((chance) => '<row r="1">'.repeat(1 + chance.below(3000))),
  insideSheet(
    (chance) => `<row r="${chance.pick(['0', '-1', '1e9', '1048577', 'x'])}"><c r="A1"><v>1</v></c></row>`,
  ),
  insideSheet(
    (chance) =>
      `<row r="1"><c r="${chance.pick(REFERENCES)}" t="s"><v>${chance.pick(['99999', '-1', 'x'])}</v></c></row>`,
  ),
  atOne(
    /<\/sheetData>/g,
    (found, chance) => `${found}<mergeCells><mergeCell ref="A1:${chance.pick(REFERENCES)}"/></mergeCells>`,
  ),
  atOne(
    /<\/sheetData>/g,
    (found) => `${found}<hyperlinks><hyperlink ref="A1" r:id="rId77"/></hyperlinks><drawing r:id="rId9"/>`,
  ),
  (text) => `<!DOCTYPE x [<!ENTITY lol "lol"><!ENTITY b "&lol;&lol;">]>${text}`,
  inserted((chance) => '<a>'.repeat(1 + chance.below(20_000))),
  inserted((chance) => chance.pick(RAW)),
  inserted(() => '<!-- <![CDATA[ ]]> --><?php x ?>'),
  cut,
  doubled,
];

const CELLS = /[^;,\t\n\r"]+/g;
const ofText: readonly [Change, ...Change[]] = [
  atOne(CELLS, (_, chance) => chance.pick(VALUES)),
  atOne(CELLS, (_, chance) => chance.pick(VALUES)),
  atOne(CELLS, (_, chance) =>
    chance.pick(['"', '""', '"a;b', 'a"b', '\u0000', '\ufeff', '\u2028', '\u0085']),
  ),
  atOne(/[^\n]*\n/g, (found, chance) => found.repeat(chance.below(4))),
  atOne(/[^\n]*\n/g, (found, chance) => `${found.trimEnd() + ';'.repeat(1 + chance.below(600))}\n`),
  atOne(/[^\n]*\n/g, (found) => `${found.trimEnd().padEnd(100_000, 'x')}\n`),
  atOne(/^[^\n]*\n/g, (found) => `${found.trimEnd()};${found}`),
  (text, chance) => text.replaceAll(';', chance.pick([',', '\t', '|', ' ', ';;', '\u0000'])),
  (text, chance) => text.replaceAll('\n', chance.pick(['\r', '\r\n', '\n\n', '\u2028', ' '])),
  (text) => text.replaceAll('.', ','),
  (text) => text.split('\n').reverse().join('\n'),
  (text) => `sep=;\n\n\n${text}`,
  (text) => `\u001a${text}`,
  inserted((chance) => chance.pick(['"', '\u0000', '\n', ';', '\ufeff', '\u001a', '{"a":1}', '<html>'])),
  cut,
  doubled,
];

/** Random changes for bank files with fixed columns: positions, record types, lengths and dates. */
const ofBank: readonly [Change, ...Change[]] = [
  atOne(/\d{4,}/g, (found, chance) => chance.pick(['9', '0', 'A', ' ', '-']).repeat(found.length)),
  atOne(/^\d\d/gm, (_, chance) => chance.pick(['01', '05', '06', '08', '09', '00', '99', 'XX'])),
  atOne(/^[^\r\n]*\r?\n/gm, (found, chance) => found.repeat(chance.below(4))),
  atOne(/^[^\r\n]*/gm, (found, chance) => found.slice(0, chance.below(found.length + 1))),
  atOne(/^[^\r\n]*/gm, (found, chance) => found.padEnd(found.length + 1 + chance.below(400))),
  atOne(/20\d{6}/g, (_, chance) => chance.pick(['20261399', '00000000', '20260230', '99991231', '2026/3/5'])),
  ...ofText,
];

/** Applies one to four random changes to a text. */
function changed(text: string, changes: readonly [Change, ...Change[]], chance: Chance): string {
  let now = text;
  for (let i = 1 + chance.below(4); i > 0; i -= 1) now = chance.pick(changes)(now, chance);
  return now;
}

/** Changes, cuts or doubles random bytes of a file. */
function brokenBytes(file: Buffer, chance: Chance): Buffer {
  const bytes = Buffer.from(file);
  for (let i = 1 + chance.below(8); i > 0 && bytes.length > 0; i -= 1) {
    bytes[chance.below(bytes.length)] = chance.below(256);
  }
  const at = chance.below(bytes.length + 1);
  return chance.pick([
    bytes,
    bytes.subarray(0, at),
    Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + chance.below(200))]),
    Buffer.concat([bytes, bytes.subarray(at)]),
  ]);
}

/** Encodes a text in a random encoding, possibly an invalid encoding. */
function encoded(text: string, chance: Chance): Buffer {
  const utf16 = Buffer.from(text, 'utf16le');
  return chance.pick([
    () => Buffer.from(text),
    () => Buffer.from(text),
    () => Buffer.from(text),
    () => Buffer.from(text, 'latin1'),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    () => utf16,
    () => Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0x80])]),
  ])();
}

export const brokenText = (file: Buffer, chance: Chance): Buffer =>
  encoded(changed(file.toString(), ofText, chance), chance);

export const brokenBankFile = (file: Buffer, chance: Chance): Buffer =>
  Buffer.from(changed(file.toString('latin1'), ofBank, chance), 'latin1');

/**
 * Damages a valid workbook at random, to test the reading of hostile files: unpacks the file, changes
 * contents or parts, and packs again. Some files get wrong bytes instead.
 */
export async function brokenWorkbook(file: Buffer, chance: Chance): Promise<Buffer> {
  if (chance.below(5) === 0) return brokenBytes(file, chance);
  const parts: Entry[] = [...(await unpackWorkbook(file))].map(([name, bytes]) => ({ name, bytes }));
  for (let i = 1 + chance.below(3); i > 0; i -= 1) {
    const one = parts[chance.below(parts.length)];
    if (one !== undefined) one.bytes = Buffer.from(changed(one.bytes.toString(), ofXml, chance));
  }
  if (chance.below(3) === 0) shuffle(parts, chance);
  return zipOf(parts);
}

/** Removes, doubles, renames, swaps or empties a random part of a workbook. */
function shuffle(parts: Entry[], chance: Chance): void {
  const at = chance.below(parts.length);
  const [one, other] = [parts[at], parts[chance.below(parts.length)]];
  if (one === undefined || other === undefined) return;
  chance.pick<() => unknown>([
    () => parts.splice(at, 1),
    () => parts.push({ ...one }),
    () => parts.push({ ...one, bytes: Buffer.alloc(0) }),
    () =>
      Object.assign(one, { name: chance.pick(['xl/worksheets/sheet2.xml', '../x', 'XL/WORKBOOK.XML', '']) }),
    () => Object.assign(one, { bytes: other.bytes }),
    () => Object.assign(one, { bytes: Buffer.alloc(chance.below(100)) }),
    () =>
      Object.assign(one, {
        lie: chance.pick([{ unpackedSize: 0 }, { unpackedSize: 2 ** 32 - 1 }, { encrypted: true }]),
      }),
    () => Object.assign(one, { deflated: Buffer.from('no es deflate') }),
    () =>
      parts.push(
        ...Array.from({ length: 1100 }, (_, i) => ({ name: `xl/media/${i}`, bytes: Buffer.alloc(0) })),
      ),
  ])();
}
