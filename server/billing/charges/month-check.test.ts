import { describe, expect, it } from 'vitest';
import { centavos } from '../../../shared/money.ts';
import { checkMonth } from './month-check.ts';
import { fromCsv } from './month-sheet.fixture.ts';

const pesos = (amount: number) => centavos(amount * 100);

/**
 * Ledger state in the tests: unit P1 was billed alone and is now billed with 101. Account 101 owes 120.000, and
 * P1's earlier account owes 20.000.
 */
const grouped = {
  accountOf: new Map([
    ['101', '101'],
    ['P1', '101'],
    ['102', '102'],
  ]),
  balances: new Map([
    ['101', pesos(120_000)],
    ['P1', pesos(20_000)],
  ]),
  roundToPeso: true,
};

function check(text: string, standing: typeof grouped = grouped) {
  const sheet = fromCsv(text, { units: ['101', 'P1', '102'], begun: true });
  const { rows, store, problems } = checkMonth(sheet, '2026-05', standing);
  return { rows, store, problems, codes: problems.map(({ row, code }) => `${row} ${code}`) };
}

describe("unit grouped later, in a month's sheet", () => {
  it('a unit grouped later has its own row with its earlier debt', () => {
    const { rows, codes } = check(
      'Apto;Saldo anterior;Cuota;Total\n101;120.000;100.000;220.000\nP1;20.000;10.000;30.000\n',
    );
    expect(codes).toEqual([]);
    expect(rows.map(({ apartmentId, opening, total }) => [apartmentId, opening, total])).toEqual([
      ['101', 12_000_000, 22_000_000],
      ['P1', 2_000_000, 3_000_000],
    ]);
  });

  it('a unit grouped later may be counted with its main unit, or have no balance', () => {
    for (const text of [
      'Apto;Saldo anterior;Cuota;Total\n101;140.000;100.000;240.000\n',
      'Apto;Saldo anterior;Cuota;Total\n101;120.000;100.000;220.000\n',
      'Apto;Saldo anterior;Cuota;Total\n101;140.000;100.000;240.000\nP1;;10.000;10.000\n',
      'Apto;Saldo anterior;Cuota;Total\n101;120.000;100.000;220.000\nP1;;10.000;10.000\n',
    ]) {
      expect(check(text).codes, text).toEqual([]);
    }
  });

  it('a wrong balance of a unit grouped later is an error that names both accounts', () => {
    const { problems, codes } = check('Apto;Saldo anterior;Cuota\n101;120.000;100.000\nP1;15.000;10.000\n');
    expect(codes).toEqual(['2 balanceDiffers']);
    expect(problems[0]?.message).toContain(
      'dice 135.000 y en libros es 140.000, con 20.000 de la cuenta que «P1» tenía aparte',
    );
    expect(check('Apto;Saldo anterior;Cuota\n101;130.000;100.000\n').problems[0]?.message).toContain(
      'dice 130.000 y en libros es 140.000, con 20.000',
    );
  });

  it('an earlier debt is not opened again if the main unit has no movements', () => {
    const balances = new Map([['P1', pesos(20_000)]]);
    const { store, codes } = check('Apto;Saldo anterior;Cuota\n101;5.000;1\nP1;20.000;1\n', {
      ...grouped,
      balances,
    });
    expect(codes).toEqual(['2 openingTaken']);
    expect(store.filter(({ role }) => role === 'opening')).toMatchObject([
      { apartmentId: '101', amount: 500_000 },
    ]);
  });
});

describe("month's total with the month's charges only", () => {
  it('a total of only the charges is a warning if the balance comes from the books', () => {
    const { problems, codes } = check('Apto;Cuota;Gas;Total\n101;100.000;5.000;105.000\n102;1;1;2\n');
    expect(codes).toEqual(['null totalsOfCharges']);
    expect(problems[0]).toMatchObject({ severity: 'warning', column: 'Total' });
    expect(problems[0]?.message).toContain('el saldo en libros, menos los pagos (120.000)');
  });

  it('a total of only the charges is an error with advice if the balance comes from the sheet', () => {
    const { problems, codes } = check('Apto;Saldo anterior;Cuota;Total\n102;50.000;100.000;100.000\n');
    expect(codes).toEqual(['2 openingTaken', '2 totalDiffers']);
    expect(problems[1]?.message).toMatch(/solo los cobros del mes: elija «No usar» para ella\.$/);
    const other = check('Apto;Cuota;Gas;Total\n101;100.000;5.000;105.001\n');
    expect(other.codes).toEqual(['2 totalDiffers']);
    expect(other.problems[0]?.message).not.toContain('No usar');
  });
});
