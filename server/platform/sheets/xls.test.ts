import { describe, expect, it } from 'vitest';
import { Chance } from '../../testing/broken-files.ts';
import { canOpenOffice, convertByOffice } from '../../testing/setup/libreoffice.ts';
import { SheetError } from './error.ts';
import { readFile } from './read-file.ts';
import { words, workbook, type XlsRecord, xlsOf } from './sheets.fixture.ts';
import { readXls } from './xls.ts';
import { readXlsx } from './xlsx.ts';

const text8 = (text: string, wide = false) =>
  Buffer.concat([
    words(text.length),
    Buffer.from([wide ? 1 : 0]),
    Buffer.from(text, wide ? 'utf16le' : 'latin1'),
  ]);
const numberBytes = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};
const int32 = (value: number) => words(value & 0xffff, (value >> 16) & 0xffff);
const cell = (type: number, row: number, column: number, ...rest: Buffer[]): XlsRecord => [
  type,
  Buffer.concat([words(row, column, 0), ...rest]),
];
const textsOf = (file: Buffer) => readXls(file)[0]?.rows.map((row) => row.cells.map((one) => one.text));

describe('readXls', () => {
  it.skipIf(!canOpenOffice)(
    'readXls reads the same cells as readXlsx from a file of LibreOffice',
    { tags: 'slow' },
    async () => {
      const book = await workbook((made) => {
        const sheet = made.addWorksheet('Octubre');
        sheet.addRow(['Apto', 'Propietario', 'Saldo', 'Fecha', 'Parte', 'Sí']);
        sheet.addRow([
          101,
          'MUÑOZ PEÑA “Ana” Ωmega',
          -1234.56,
          new Date(Date.UTC(2026, 9, 31)),
          0.0207,
          true,
        ]);
        sheet.addRow([
          '007',
          'x'.repeat(9000),
          0.1 + 0.2,
          new Date(Date.UTC(2026, 9, 31, 13, 30)),
          12.5,
          false,
        ]);
        for (let i = 0; i < 1200; i += 1) {
          sheet.addRow([
            i,
            `PROPIETARIO NÚMERO ${i} ${i % 7 === 0 ? 'Ω' : 'Ñ'}`,
            i * 1000.5,
            null,
            i / 100,
            i % 2 === 0,
          ]);
        }
        sheet.getCell('G2').value = { formula: 'A2*2', result: 202 };
        sheet.getCell('G4').value = { formula: '1/0', result: { error: '#DIV/0!' } };
        sheet.getCell('H2').value = 'dos columnas';
        sheet.mergeCells('H2:I4');
        sheet.getColumn(4).numFmt = 'dd/mm/yyyy';
        sheet.getColumn(5).numFmt = '0.00%';
        sheet.getRow(6).hidden = true;
        sheet.getColumn(3).hidden = true;
        made.addWorksheet('Vieja', { state: 'hidden' }).addRow(['a', 1]);
        made.addWorksheet('Otra').addRow(['b', 2]);
      });
      const [xlsx, xls] = await Promise.all([
        readXlsx(Buffer.from(convertByOffice(book, 'xlsx', 'xlsx'))),
        readFile(Buffer.from(convertByOffice(book, 'xlsx', 'xls')), 'Octubre.xls'),
      ]);
      expect(xls).toEqual(xlsx);
      expect(xls.map(({ name }) => name)).toEqual(['Octubre', 'Otra']);
      expect(xls[0]).toMatchObject({
        hidden: [{ name: 'Vieja', cells: 2 }],
        hiddenColumns: [2],
        hiddenRows: [6],
      });
    },
  );

  it('readXls reads rounded numbers, formulas, truth values and errors', () => {
    const file = xlsOf(
      [],
      [
        cell(0x027e, 0, 0, int32((300_000 << 2) | 2)),
        cell(0x027e, 0, 1, int32((12_345 << 2) | 3)),
        [
          0x00bd,
          Buffer.concat([words(0, 2, 0), int32((-7 << 2) | 2), words(0), int32((8 << 2) | 2), words(3)]),
        ],
        cell(0x0203, 0, 4, numberBytes(0.40799999999999997)),
        cell(0x0006, 1, 0, numberBytes(42), words(0, 0, 0, 0)),
        cell(0x0006, 1, 1, Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff]), words(0, 0, 0, 0)),
        [0x0207, text8('Ñandú', true)],
        cell(0x0006, 1, 2, Buffer.from([1, 0, 1, 0, 0, 0, 0xff, 0xff]), words(0, 0, 0, 0)),
        cell(0x0205, 1, 3, Buffer.from([0x2a, 1])),
        cell(0x0204, 1, 4, text8('Peña')),
      ],
    );
    expect(textsOf(file)).toEqual([
      ['300000', '123.45', '-7', '8', '0.408'],
      ['42', 'Ñandú', 'VERDADERO', '#N/A', 'Peña'],
    ]);
  });

  it('readXls reads shared texts cut within a text, with another width after the cut', () => {
    const start = Buffer.concat([words(2, 0, 2, 0), words(6), Buffer.from([0]), Buffer.from('Pe', 'latin1')]);
    const rest = Buffer.concat([Buffer.from([1]), Buffer.from('ñaΩ!', 'utf16le'), text8('fin')]);
    const globals: XlsRecord[] = [
      [0x00fc, start],
      [0x003c, rest],
    ];
    const shared = (column: number, at: number) => cell(0x00fd, 0, column, words(at, 0));
    expect(textsOf(xlsOf(globals, [shared(0, 0), shared(1, 1)]))).toEqual([['PeñaΩ!', 'fin']]);
  });

  it('readXls reads the texts of Excel 95', () => {
    const label = cell(0x0204, 0, 0, Buffer.concat([words(4), Buffer.from('Peña', 'latin1')]));
    expect(textsOf(xlsOf([], [label], 0x0500))).toEqual([['Peña']]);
  });

  it('readXls leaves charts within a sheet out', () => {
    const chart: XlsRecord[] = [
      [0x0809, words(0x0600, 0x0020, 0, 0, 0, 0, 0, 0)],
      cell(0x0204, 5, 5, text8('serie')),
      [0x000a, Buffer.alloc(0)],
    ];
    expect(textsOf(xlsOf([], [...chart, cell(0x0204, 0, 0, text8('dato'))]))).toEqual([['dato']]);
  });

  it('readXls refuses a password and missing texts', () => {
    expect(() => readXls(xlsOf([[0x002f, words(1, 1, 1)]], []))).toThrow('contraseña');
    expect(() => readXls(xlsOf([], [cell(0x00fd, 0, 0, words(9, 0))]))).toThrow('dañado');
  });

  it('readXls refuses hostile lengths, chains and counts with a sentence', { tags: 'slow' }, () => {
    const good = xlsOf([], [cell(0x0204, 0, 0, text8('a'))]);
    const changed = (at: number, number: number) => {
      const file = Buffer.from(good);
      file.writeUInt32LE(number >>> 0, at);
      return file;
    };
    const table = 512;
    const stream = 512 * 3;
    const cases = [
      changed(table + 8, 2), // a circular chain
      changed(48, 0x00ffffff), // a directory behind the end
      changed(68, 1), // a circular list of tables
      changed(30, 0x00060020), // sectors of four gigabytes
      changed(1024 + 128 + 120, 0x7fffffff), // a stream of two gigabytes
      changed(stream + 2, 0xffff), // a record behind the end of the stream
      xlsOf([[0x00fc, words(0xffff, 0xffff, 0xffff, 0xffff, 0xffff)]], []), // a shared text without an end
    ];
    for (const file of cases) expect(() => readXls(file)).toThrow(SheetError);
    const many = xlsOf(
      [],
      Array<XlsRecord>(2_400).fill([0x00bd, Buffer.concat([words(0, 0), Buffer.alloc(256 * 6 + 2)])]),
    );
    expect(() => readXls(many)).toThrow('demasiado grande');
    const merged = xlsOf(
      [],
      [
        cell(0x0204, 0, 0, text8('x')),
        [0x00e5, Buffer.concat([words(1000), ...Array<Buffer>(1000).fill(words(0, 65_535, 0, 255))])],
      ],
    );
    expect(() => readXls(merged)).toThrow(SheetError);
  });

  it('readXls answers files broken at random with rows or a sentence', () => {
    const whole = xlsOf(
      [[0x00fc, Buffer.concat([words(1, 0, 1, 0), text8('Peña')])]],
      Array.from({ length: 60 }, (_, row) => cell(0x00fd, row, row % 5, words(0, 0))),
    );
    const chance = new Chance(41);
    let refused = 0;
    for (let i = 0; i < 600; i += 1) {
      const file = Buffer.from(whole);
      for (let left = 1 + chance.below(6); left > 0; left -= 1) {
        file[chance.below(file.length)] = chance.below(256);
      }
      const cut = chance.below(3) === 0 ? file.subarray(0, chance.below(file.length)) : file;
      try {
        readXls(cut);
      } catch (error) {
        expect(error).toBeInstanceOf(SheetError);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(100);
  });
});
