import { expect, it } from 'vitest';
import { readCsv } from '../../platform/sheets/csv.ts';
import { readCeilingsTable } from './ceilings-table.ts';

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
