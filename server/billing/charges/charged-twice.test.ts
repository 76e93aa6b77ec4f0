import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toldCells, workbook } from '../../platform/sheets/sheets.fixture.ts';
import { codesOf, fromCsv, fromXlsx, rolesOf, shortRows } from './month-sheet.fixture.ts';

const units = Array.from({ length: 10 }, (_, at) => `${101 + at}`);
/** Test row for a unit: amounts billed and paid, and the 'Saldo' column. */
type Row = readonly [billed: number, paid: number, balance: number | string];
const sheetOf = (rows: readonly Row[], header = 'Apto;Facturado;Pagado;Saldo') =>
  [header, ...rows.map((row, at) => [units[at], ...row].join(';'))].join('\n');
const charged = { columns: [{ column: 1, role: 'charge', concept: 'Cuota', nature: 'fee' }] } as const;
const read = (text: string, more: Parameters<typeof fromCsv>[2] = {}, begun = false) =>
  fromCsv(text, { units, begun }, { columns: [...charged.columns, ...(more.columns ?? [])] });

const after: Row[] = [
  [700, 0, 700],
  [700, 300, 400],
  [700, 700, 0],
  [650.5, 50, 600.5],
];

describe("balance after the month's charges", () => {
  it('a balance after the charges stops the sheet instead of being charged twice', () => {
    const sheet = read(sheetOf(after));
    expect(rolesOf(sheet)).toMatchObject({ Pagado: 'payment', Saldo: 'opening' });
    expect(sheet.problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'balanceAfter', column: 'Saldo', row: null, message: expect.stringContaining('4 de 4 filas') },
    ]);
    // Also if the books have begun and the balance is only compared.
    expect(codesOf(read(sheetOf(after), {}, true))).toContain('- balanceAfter');
  });

  it('a user may map the balance as a total to check, or as a balance before', () => {
    const total = read(sheetOf(after), { columns: [{ column: 3, role: 'total' }] });
    expect(codesOf(total)).toEqual([]);
    expect(total.rows.map(({ openings, totals }) => [openings.length, totals[0]?.amount])).toEqual([
      ...[
        [0, 70_000],
        [0, 40_000],
        [0, 0],
      ],
      [0, 60_050],
    ]);
    const before = read(sheetOf(after), { columns: [{ column: 3, role: 'opening' }] });
    expect(codesOf(before)).toEqual([]);
    expect(before.rows.map(({ openings }) => openings[0]?.amount ?? 0)).toEqual([70_000, 40_000, 0, 60_050]);
    expect(codesOf(read(sheetOf(after), { columns: [{ column: 3, role: 'ignore' }] }))).toEqual([]);
  });

  it('the balance is recognized with a tenth of other rows, rounding, or a minus sign', () => {
    const ten = (balanceOf: (at: number) => number): Row[] =>
      units.map((_, at) => [1000.6, at * 100, balanceOf(at)]);
    const left = (at: number) => 1000.6 - at * 100;
    const codes = (rows: readonly Row[]) => codesOf(read(sheetOf(rows)));
    const found = ['- balanceAfter'];
    expect(codes(ten((at) => (at === 4 ? 5000 : Math.round(left(at)))))).toEqual(found);
    expect(codes(ten((at) => Math.floor(left(at))))).toEqual(found);
    expect(codes(ten((at) => -Math.round(left(at))))).toEqual(found);
    const other = ten((at) => (at < 2 ? 5000 : left(at)));
    expect(codesOf(read(sheetOf(other, 'Apto;Facturado;Pagado;Deuda')))).toEqual([]);
  });

  it("a bare 'Saldo' behind the charges is a question for any figures", () => {
    const rows: Row[] = [
      [700, 0, 1400],
      [700, 300, 300],
    ];
    expect(codesOf(read(sheetOf(rows)))).toEqual(['- balanceAfter']);
    expect(codesOf(read(sheetOf(rows, 'Apto;Facturado;Pagado;Saldo cuota extra')))).toEqual([
      '- balanceAfter',
    ]);
    expect(codesOf(read(sheetOf(rows, 'Apto;Facturado;Pagado;Saldo en mora')))).toEqual([]);
    const ahead = 'Apto;Saldo;Cuota\n101;1400;7000\n102;300;7000';
    expect(codesOf(fromCsv(ahead, { units }))).toEqual([]);
  });

  it('other figures, a clear name, a total with the balance, or two rows raise no question', () => {
    expect(
      codesOf(
        read(
          sheetOf(
            [
              [700, 0, 1400],
              [700, 300, 300],
              [700, 700, 700],
            ],
            'Apto;Facturado;Pagado;Deuda',
          ),
        ),
      ),
    ).toEqual([]);
    expect(codesOf(read(sheetOf(after, 'Apto;Facturado;Pagado;Saldo anterior')))).toEqual([]);
    expect(codesOf(read(sheetOf(after.slice(0, 2), 'Apto;Facturado;Pagado;Deuda')))).toEqual([]);
    const owing = units.map((_, at): Row => [700, 0, `700;${at === 0 ? 1400 : '1.400'}`]);
    expect(codesOf(read(sheetOf(owing, 'Apto;Facturado;Pagado;Deuda;Total a pagar')))).toEqual([]);
    // All debts are paid and the sheet has no charge.
    expect(
      codesOf(
        read(
          sheetOf([
            [0, 700, 700],
            [0, 300, 300],
            [0, 700, 700],
          ]),
        ),
      ),
    ).toEqual(['- paymentsAlone']);
  });
});

it('a sheet with payments and no charge gives a warning', () => {
  const sheet = fromCsv('Apto;Pago;Deuda\n101;200;500\n102;;300\n', { units });
  expect(sheet.problems).toMatchObject([{ code: 'paymentsAlone', severity: 'warning', column: 'Pago' }]);
  expect(codesOf(fromCsv('Apto;Pago;Deuda\n101;0;500\n', { units }))).toEqual([]);
});

describe('column names of a database', () => {
  it('raw column names become readable: the only fee by its nature, other names as words', () => {
    const sheet = fromCsv('uf,expensa_A,extraord_B\n101,500,20\n', { units });
    expect(shortRows(sheet)).toEqual([['101', 'Cuota de administración 50000', 'Extraordinaria B 2000']]);
    // The name is still a question.
    expect(codesOf(sheet)).toEqual(['- conceptRaw', '- conceptRaw']);
    const two = fromCsv('uf,expensa_A,expensa_B\n101,500,20\n', { units });
    expect(shortRows(two)).toEqual([['101', 'Expensa A 50000', 'Expensa B 2000']]);
    const grounds = { units, concepts: [{ name: 'expensa_A', nature: 'fee' as const }] };
    expect(shortRows(fromCsv('uf,expensa_A\n101,500\n', grounds))).toEqual([['101', 'expensa_A 50000']]);
  });
});

const REAL = join(import.meta.dirname, '../../../../shared/data/cobros/garibaldi-407_2026-05.csv');

describe.skipIf(!existsSync(REAL))(`a real month (skipped where ${REAL} is absent)`, () => {
  it('a real month stops only if its balance is after the charges', () => {
    const [header = '', ...lines] = readFileSync(REAL, 'utf8').trim().split('\n');
    const rows = lines.map((line) => line.split(','));
    const grounds = { units: rows.map(([unit = '']) => unit) };
    const [opening, payment, charges] = [6, 7, [10, 11, 12]];
    expect(header.split(',')[opening]).toBe('saldo_anterior');
    // Renames the previous balance to a name for a later balance, then replaces its values.
    const without = (text: string) => text.split(',').slice(0, 13).join(',');
    const called = without(header).replace('saldo_anterior', 'saldo');
    const csv = (table: readonly string[][]) =>
      [called, ...table.map((row) => without(row.join(',')))].join('\n');
    const raw = ['- conceptRaw', '- conceptRaw', '- conceptRaw'];
    expect(codesOf(fromCsv(csv(rows), grounds))).toEqual(raw);
    const spent = rows.map((row) => {
      const due = charges.reduce((sum, at) => sum + Number(row[at]), 0) - Number(row[payment]);
      return row.with(opening, due.toFixed(2));
    });
    expect(codesOf(fromCsv(csv(spent), grounds))).toEqual(['- balanceAfter', ...raw]);
  });
});

describe('charge column equal to the sum of the others', () => {
  const rows = (sum: (fee: number, parking: number, owed: number) => number, header = 'Cuenta mes') =>
    `Apto;Saldo anterior;Cuota;Parqueadero;${header}\n${units
      .map((unit, at) =>
        [
          unit,
          at * 1000,
          70000,
          at % 3 === 0 ? 5000 : '',
          sum(70000, at % 3 === 0 ? 5000 : 0, at * 1000),
        ].join(';'),
      )
      .join('\n')}\n`;
  const stops = (text: string) =>
    codesOf(fromCsv(text, { units })).filter((code) => code === '- sumDoubtful');

  it('a sum column stops the sheet, with or without the balance', () => {
    expect(stops(rows((fee, parking) => fee + parking))).toHaveLength(1);
    expect(stops(rows((fee, parking, owed) => fee + parking + owed))).toHaveLength(1);
    expect(stops(rows(() => 12000))).toEqual([]);
    const text = rows((fee, parking) => fee + parking);
    const answered = fromCsv(
      text,
      { units },
      { columns: [{ column: 4, role: 'charge', concept: 'Otra cuota' }] },
    );
    expect(codesOf(answered)).toEqual([]);
  });

  it('a second charge with the same amount is no sum', () => {
    const text = `Apto;Cuota;Aporte comunal\n${units.map((unit) => `${unit};70000;70000`).join('\n')}\n`;
    expect(stops(text)).toEqual([]);
  });

  it('a column named NETO is a total', () => {
    expect(
      rolesOf(
        fromCsv(
          rows((fee, parking, owed) => fee + parking + owed, 'NETO'),
          { units },
        ),
      ),
    ).toMatchObject({
      NETO: 'total',
    });
  });
});

describe('rows equal to an earlier row', () => {
  it.each([
    ['payment', 'Pagos recibidos', '100.000', '50.000'],
    ['day of the payment', 'Pagos recibidos;Fecha de pago', '100.000;05/04/2026', '100.000;06/04/2026'],
    ['balance', 'Saldo anterior (capital)', '100.000', '50.000'],
    ['total', 'Total a pagar', '100.000', '50.000'],
  ])('a row with another %s is another row, and no payment is dropped', (_what, headers, first, second) => {
    const text = `Apto;Concepto;Valor;${headers}\n101;Administración;300.000;${first}\n101;Administración;300.000;${second}\n`;
    const sheet = fromCsv(text, { units }, { equalRows: 'once' });
    expect(codesOf(sheet)).not.toContain('- chargesAlike');
    expect(sheet.rows).toHaveLength(2);
  });

  it('equal rows of joined sheets are read once, and the warning counts the rows left out', async () => {
    const file = await workbook((book) => {
      for (const name of ['Uno', 'Dos']) {
        book.addWorksheet(name).addRows([
          ['Apto', 'Concepto', 'Valor'],
          ['101', 'Multa', 50_000],
          ['102', `Multa ${name}`, 50_000],
        ]);
      }
    });
    const joined = { sheet: 'Uno', joinSheets: ['Dos'] };
    const doubtful = await fromXlsx(file, { units }, joined);
    expect(doubtful.problems).toMatchObject([
      {
        code: 'chargesAlike',
        severity: 'error',
        message: expect.stringContaining('2 de «Dos» (igual a la 2 de «Uno»)'),
      },
    ]);
    const once = await fromXlsx(file, { units }, { ...joined, equalRows: 'once' });
    expect(once.problems).toMatchObject([
      { code: 'chargesAlike', severity: 'warning', message: expect.stringContaining('No se leyeron: 1.') },
    ]);
    expect(once.rows.map(({ sheet, row }) => [sheet, row])).toEqual([
      ['Uno', 2],
      ['Uno', 3],
      ['Dos', 3],
    ]);
    expect(toldCells(once.account)).toBe(once.account.cells);
  });
});
