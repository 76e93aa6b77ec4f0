import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCsv } from '../../platform/sheets/csv.ts';
import { readFile } from '../../platform/sheets/read-file.ts';
import { readCeilingsTable, swappedRates } from './ceilings-table.ts';

const read = (...rows: [month: string, date: string][]) => {
  const text = [
    'Mes;Tasa;Resolución;Fecha',
    ...rows.map(([month, date], at) => `${month};25,5;R-${at};${date}`),
  ];
  const table = readCeilingsTable({ sheets: readCsv(Buffer.from(text.join('\n')), 'topes.csv') });
  const errors = table.problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  return [errors, table.rows.map(({ resolvedOn }) => resolvedOn)];
};

it.each<[string, [string, string][], string[]]>([
  ['day first', [['2026-03', '02/03/2026']], ['2026-03-02']],
  ['month first', [['2026-04', '03/02/2026']], ['2026-03-02']],
  [
    'month first, of several months',
    [
      ['2026-04', '04/01/2026'],
      ['2026-05', '05/02/2026'],
    ],
    ['2026-04-01', '2026-05-02'],
  ],
  [
    'month first by a day above 12',
    [
      ['2026-09', '08/28/2026'],
      ['2026-10', '10/01/2026'],
    ],
    ['2026-08-28', '2026-10-01'],
  ],
])('dates of resolutions are read near the months of the rates: %s', (_, rows, days) => {
  expect(read(...rows)).toEqual([[], days]);
});

it('ambiguous dates of resolutions are refused', () => {
  expect(read(['2026-06', '05/10/2026'], ['2026-12', '05/11/2026'])[0]).toEqual(['dayOrderDoubtful']);
});

const SEED = join(import.meta.dirname, '../../../../shared/data/ceilings/ibc-seed.csv');

/** Row of the official file: bank interest of a period and a modality. */
interface Official {
  resolucion: string;
  fecha_resolucion: string;
  vigencia_desde: string;
  vigencia_hasta: string;
  interes_bancario_corriente: string;
  modalidad: string;
}

const official = (
  from: string,
  until: string,
  rate: string,
  modalidad = 'CONSUMO Y ORDINARIO',
): Official => ({
  resolucion: `R-${from}`,
  fecha_resolucion: `${from}T00:00:00.000`,
  vigencia_desde: `${from}T00:00:00.000`,
  vigencia_hasta: `${until}T00:00:00.000`,
  interes_bancario_corriente: `${rate}%`,
  modalidad,
});
const asJson = async (rows: readonly Official[]) =>
  readCeilingsTable({ sheets: await readFile(Buffer.from(JSON.stringify(rows)), 'pare-7x5i.json') });
const asCsv = async (rows: readonly Official[]) => {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  const text = lines.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');
  return readCeilingsTable({ sheets: await readFile(Buffer.from(text), 'pare-7x5i.csv') });
};
const codesOf = ({ problems }: { problems: readonly { code: string }[] }) => problems.map(({ code }) => code);

it.runIf(existsSync(SEED))('the official file gives exactly the table of ceilings', async () => {
  const seed = readFileSync(SEED, 'utf8')
    .split(/\r?\n/)
    .slice(2)
    .filter(Boolean)
    .map((line) => line.split(';'));
  const rows = seed.flatMap(([from = '', until = '', ibc = ''], at): Official[] => {
    const own = official(from, until, ibc, at % 2 === 0 ? 'CONSUMO Y ORDINARIO' : 'Consumo y Ordinario');
    const twin = at % 5 === 0 ? [own] : [];
    const other = ['MICROCREDITO', 'CONSUMO DE BAJO MONTO', 'CONSUMO Y ORDINARIO PRODUCTIVO'][at % 3] ?? '';
    return [own, ...twin, ...(at % 2 === 0 ? [official(from, until, '41.11', other)] : [])];
  });
  expect(rows.length).toBeGreaterThan(300);
  for (const read of [asJson, asCsv]) {
    const table = await read(rows);
    expect(table.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(swappedRates(table.rows, new Map())).toEqual([]);
    const ceilings = new Map(table.rows.map(({ month, annualRate }) => [month, annualRate]));
    for (const [from = '', until = '', , usury = ''] of seed) {
      // January 2007 had two rates; the rate of the first four days is left out.
      if (until !== '2007-01-04')
        expect([from, ceilings.get(from.slice(0, 7))]).toEqual([from, Number(usury)]);
    }
    expect(table.rows.length).toBe(ceilings.size);
    expect(new Set(codesOf(table))).toEqual(new Set(['monthTwice', 'monthDivided']));
  }
});

it('a usury rate in the place of the bank interest is refused with a question', async () => {
  const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];
  const rates = ['16.24', '16.82', '17.01', '17.84', '18.78'];
  for (const at of months.keys()) {
    const rows = months.map((month, i) =>
      official(
        `${month}-01`,
        `${month}-28`,
        i === at ? (Number(rates[i]) * 1.5).toFixed(2) : (rates[i] ?? ''),
      ),
    );
    const { rows: read, problems } = await asJson(rows);
    expect(problems).toEqual([]);
    const swapped = swappedRates(read, new Map());
    expect(swapped.map(({ code, row }) => [code, row])).toEqual([['rateSwapped', at + 2]]);
    expect(swapped[0]?.message).toContain('¿Es la tasa de usura');
  }
});

const series = ['16.24', '16.82', '17.01', '17.84', '18.78', '19.19'].map((rate, at) => ({
  month: `2026-0${at + 1}`,
  rate,
}));
it.each<[string, number[], [month: string, annualRate: number][]]>([
  ['two months in a row', [2, 3], []],
  ['the first half', [0, 1, 2], []],
  ['the second half', [3, 4, 5], []],
  ['every second month', [1, 3, 5], []],
  ['the whole file, two months after the stored months', [0, 1, 2, 3, 4, 5], [['2025-10', 24.36]]],
  ['the whole file, before a stored month', [0, 1, 2, 3, 4, 5], [['2026-07', 28.79]]],
])('usury rates of %s are refused', async (_, swapped, stored) => {
  const { rows } = await asJson(
    series.map(({ month, rate }, at) =>
      official(`${month}-01`, `${month}-28`, swapped.includes(at) ? (Number(rate) * 1.5).toFixed(2) : rate),
    ),
  );
  const codes = swappedRates(rows, new Map(stored)).map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set(['rateSwapped']));
});

it('official rates two years apart are no swapped rates', async () => {
  const { rows } = await asJson([
    official('2020-12-01', '2020-12-31', '17.46'),
    official('2022-12-01', '2022-12-31', '27.64'),
  ]);
  expect([rows.length, swappedRates(rows, new Map())]).toEqual([2, []]);
});

it.each([
  ['month first with a clock', ['05/29/2026', '06/01/2026', '06/30/2026'], ' 12:00:00 AM'],
  ['day first', ['29/05/2026', '01/06/2026', '30/06/2026'], ''],
  ['midnight in UTC', ['2026-05-29', '2026-06-01', '2026-06-30'], 'T00:00:00.000Z'],
  ['midnight in Bogotá', ['2026-05-29', '2026-06-01', '2026-06-30'], 'T00:00:00-05:00'],
])('the days of a period are read: %s', async (_, days, clock) => {
  const [fecha_resolucion = '', vigencia_desde = '', vigencia_hasta = ''] = days.map((day) => day + clock);
  const row = { ...official('', '', '19.19'), fecha_resolucion, vigencia_desde, vigencia_hasta };
  const { rows, problems } = await asCsv([row]);
  expect(problems).toEqual([]);
  expect(rows).toMatchObject([{ month: '2026-06', annualRate: 28.79, resolvedOn: '2026-05-29' }]);
});

it('gaps, other modalities and different doubles are named', async () => {
  const gap = await asJson([
    official('2026-01-01', '2026-01-31', '16.24'),
    official('2026-04-01', '2026-04-30', '17.84'),
    official('2026-02-01', '2026-02-28', '41', 'MICROCRÉDITO'),
  ]);
  expect(gap.problems.map(({ message }) => message)).toEqual([
    'Entre 2026-01 y 2026-04 faltan estos meses: 2026-02, 2026-03.',
  ]);
  expect(gap.rows.map(({ annualRate }) => annualRate)).toEqual([24.36, 26.76]);
  const doubled = await asCsv([
    official('2026-01-01', '2026-01-31', '16.24'),
    official('2026-01-01', '2026-01-31', '16.25'),
  ]);
  expect(codesOf(doubled)).toEqual(['monthRepeated']);
});

it('days of force, short years and notes below the rates are read', () => {
  const text = `Resolución;Fecha;Desde;Hasta;IBC;Usura
0321;27-feb-26;1-mar-26;31-mar-26;17,01%;25,52%
Fuente: Superfinanciera
;;;;;Promedio 25,52`;
  const { rows, problems } = readCeilingsTable({ sheets: readCsv(Buffer.from(text), 'topes.csv') });
  expect([problems, rows.map(({ month, annualRate }) => [month, annualRate])]).toEqual([
    [],
    [['2026-03', 25.52]],
  ]);
  expect(read(['mar-26', '27/02/2026'])).toEqual([[], ['2026-02-27']]);
});

it('damaged JSON is refused with a sentence', async () => {
  await expect(readFile(Buffer.from('[{"a": 1'), 'a.json')).rejects.toThrow('dañado o incompleto');
});
