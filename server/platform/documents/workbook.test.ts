import { describe, expect, it } from 'vitest';
import { nano } from '../../../shared/coefficient.ts';
import { centavos } from '../../../shared/money.ts';
import { canOpenOffice } from '../../testing/setup/libreoffice.ts';
import { openWorkbooks, sumsInOffice } from '../../testing/workbooks.ts';
import { unpackWorkbook } from '../sheets/unpack.ts';
import { fileNameOf } from './file-name.ts';
import { workbook } from './pdf.ts';
import { factSheet, plainSheet, tableSheet, workbookFile } from './workbook.ts';

const HEADING = { title: 'Prueba & <x>', subject: 'Conjunto & Ñandú &P 12' };
/** Texts that a spreadsheet program or XML might read wrongly. */
const TEXTS = [
  '=HYPERLINK("http://x","y")',
  '+57 300 123 4567',
  '-1',
  '@x',
  '\tcon tabulador',
  "'con apóstrofo",
  '  dos  espacios  ',
  '_x0041_',
  'dos\nlíneas',
  '<b>&amp;</b>',
  '007',
  '1e5',
  'VERDADERO',
  '05/03/2026',
  'Ñuñoa, «Güisa» y 𝒜 👩‍👩‍👧',
  'Ñ'.repeat(120),
];
const bookOf = (texts: readonly string[]) =>
  workbookFile('Prueba', HEADING, [
    tableSheet({
      name: "Hoja: [1]/2'",
      rows: texts.map((text, i) => ({ text, i })),
      columns: [
        { title: '=Texto', kind: 'text', value: ({ text }) => text },
        { title: 'Coeficiente', kind: 'coefficient', value: ({ i }) => nano(i * 1_000_000_007) },
        { title: 'Hora', kind: 'instant', value: () => Date.parse('2026-03-06T04:59:59.999Z') },
      ],
    }),
    tableSheet<string>({ name: 'hoja- -1--2', rows: [], columns: [] }),
    factSheet('Resumen', [
      { label: '=1+1', kind: 'text', value: '=2+2' },
      { label: 'Total', kind: 'coefficient', value: nano(100_000_000_001) },
      { label: 'Parte', kind: 'percent', value: 0.5 },
    ]),
  ]);

/** Returns the XML files inside a workbook, by path. */
async function partsOf(bytes: Uint8Array): Promise<Map<string, string>> {
  const parts = await unpackWorkbook(Buffer.from(bytes));
  return new Map([...parts].map(([name, part]) => [name, part.toString()]));
}

describe('workbook file', () => {
  it('a worker writes the same sheet of a table as the own thread', async () => {
    const table = {
      name: 'Cobros',
      rows: [
        { unit: '=101', amount: 1_234_50, day: null },
        { unit: '102', amount: 0, day: '2026-03-06' },
      ],
      columns: [
        { title: 'Inmueble', kind: 'text' as const, value: ({ unit }: Row) => unit },
        { title: 'Valor', kind: 'money' as const, value: ({ amount }: Row) => centavos(amount) },
        { title: 'Fecha', kind: 'day' as const, value: ({ day }: Row) => day },
      ],
    };
    type Row = { unit: string; amount: number; day: string | null };
    const made = await workbook({ name: 'Cobros', heading: HEADING }, table, { actor: null });
    const own = await workbookFile('Cobros', HEADING, [tableSheet(table)]);
    expect({ ...made, bytes: null }).toEqual({ ...own, bytes: null });
    const [there, here] = [await partsOf(made.bytes), await partsOf(own.bytes)];
    for (const part of ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/styles.xml'])
      expect(there.get(part), part).toBe(here.get(part));
  });

  it('an empty text of a plain sheet gives no cell', async () => {
    const { bytes } = await workbookFile('Datos', HEADING, [plainSheet('Datos', [['a', '', 0, '', 'b']])]);
    const cells = (await partsOf(bytes)).get('xl/worksheets/sheet1.xml')?.match(/<c r="\w+"/g);
    expect(cells).toEqual(['<c r="A1"', '<c r="C1"', '<c r="E1"']);
  });

  it('texts of any beginning create no formula and no link', async () => {
    const { bytes, name, mediaType } = await bookOf(TEXTS);
    expect({ name, mediaType }).toEqual({
      name: 'Prueba.xlsx',
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    });
    const parts = await partsOf(bytes);
    const sheets = [...parts].filter(([path]) => path.startsWith('xl/worksheets/'));
    expect(sheets.length).toBe(3);
    for (const [, xml] of sheets) expect(xml).not.toMatch(/<f[ >/]|hyperlink|t="str"/i);
    // Text format: input over the cell stays text.
    expect(parts.get('xl/styles.xml')).toMatch(/numFmtId="49"/);
    expect(sheets[0]?.[1]).toContain('Conjunto &amp;&amp; Ñandú &amp;&amp;P 12');
  });

  it('characters invalid in XML do not break the file', async () => {
    const odd = ['\u0000\u0001a\u001f', 'b\ud800', '\ufffe\uffff', '\rc\r\nd', 'x'.repeat(40_000)];
    const { bytes } = await bookOf(odd);
    const strings = (await partsOf(bytes)).get('xl/sharedstrings.xml') ?? '';
    expect(strings).toContain('<t>a</t>');
    expect(strings).toContain('<t>b\ufffd</t>');
    expect(strings).toContain('\nc\nd</t>');
    expect(strings).toContain(`>${'x'.repeat(32_767)}<`);
  });

  it.skipIf(!canOpenOffice)(
    'LibreOffice reads texts exactly and numbers as numbers',
    { tags: 'slow', timeout: 180_000 },
    async () => {
      const [book] = openWorkbooks([(await bookOf(TEXTS)).bytes]);
      const [first = [], facts = []] = [...(book?.sheets ?? [])].flatMap(([name, rows]) =>
        name === 'hoja- -1--2' ? [] : [rows],
      );
      expect(first[0]?.map(({ text }) => text)).toEqual(['=Texto', 'Coeficiente', 'Hora']);
      expect(first.slice(1).map(([cell]) => cell?.text)).toEqual(TEXTS);
      const all = [...first, ...facts].flat();
      expect(all.filter(({ formula }) => formula !== null)).toEqual([]);
      expect(first.slice(1).map(([cell]) => cell?.type)).toEqual(TEXTS.map(() => 'string'));
      expect(first.slice(1).map(([, cell]) => cell?.value)).toEqual(
        TEXTS.map((_, i) => (i * 1_000_000_007) / 1e9),
      );
      expect(first[1]?.[2]).toMatchObject({ type: 'date', value: '2026-03-05T23:59:59' });
      expect(facts[1]?.map(({ text }) => text)).toEqual(['=1+1', '=2+2']);
      expect(facts[2]?.[1]).toMatchObject({ type: 'float', value: 100.000000001 });
      expect(facts[3]?.[1]).toMatchObject({ type: 'percentage', value: 0.5 });
      const [name] = [...(book?.sheets.keys() ?? [])];
      const ranges = [`${name}.B2:B${TEXTS.length + 1}`];
      const [sums] = sumsInOffice([{ fods: book?.fods ?? '', ranges }]);
      expect(sums?.[0]).toBeCloseTo(120.00000084, 9);
    },
  );
});

describe('names of files', () => {
  it('fileNameOf keeps the title except characters forbidden in file names', () => {
    expect(fileNameOf('Registro de Asistencia', 'xlsx')).toBe('Registro de Asistencia.xlsx');
    expect(fileNameOf('Votación 3 ¿Aprueba el presupuesto 2026/2027?', 'xlsx')).toBe(
      'Votación 3 ¿Aprueba el presupuesto 2026-2027.xlsx',
    );
    expect(fileNameOf('a\u0000\n"b"<c>|d\\e*.. ', 'pdf')).toBe('a b c -d-e.pdf');
    expect(fileNameOf('\u202egpj.exe \ud800', 'pdf')).toBe('gpj.exe.pdf');
  });

  it('fileNameOf stays below 200 bytes and ends with a whole letter', () => {
    for (const letter of ['a', 'ñ', '€', '𝒜', '👩‍👩‍👧', 'n\u0303']) {
      const name = fileNameOf(`Votación 1 ${letter.repeat(300)}`, 'xlsx');
      expect(Buffer.byteLength(name)).toBeLessThan(200);
      expect(Buffer.byteLength(name)).toBeGreaterThan(170);
      expect(
        name
          .replace(/^Votación 1 /, '')
          .replace(/\.xlsx$/, '')
          .replaceAll(letter.normalize('NFC'), ''),
      ).toBe('');
    }
  });
});
