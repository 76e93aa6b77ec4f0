import { describe, expect, it } from 'vitest';
import { centavos } from '../../../shared/money.ts';
import { checkMonth } from './month-check.ts';
import { fromCsv } from './month-sheet.fixture.ts';

const pesos = (amount: number) => centavos(amount * 100);

/** P1 was billed alone, and goes with 101 now: 120.000 are owed there, and 20.000 on the account that it had. */
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

describe('a unit that was billed alone, in a month since it goes with another', () => {
  it('stands on its own row with what it owed by itself', () => {
    const { rows, codes } = check(
      'Apto;Saldo anterior;Cuota;Total\n101;120.000;100.000;220.000\nP1;20.000;10.000;30.000\n',
    );
    expect(codes).toEqual([]);
    expect(rows.map(({ apartmentId, opening, total }) => [apartmentId, opening, total])).toEqual([
      ['101', 12_000_000, 22_000_000],
      ['P1', 2_000_000, 3_000_000],
    ]);
  });

  it('may be counted with its main unit, or left aside where no balance of it is said', () => {
    for (const text of [
      'Apto;Saldo anterior;Cuota;Total\n101;140.000;100.000;240.000\n',
      'Apto;Saldo anterior;Cuota;Total\n101;120.000;100.000;220.000\n',
      'Apto;Saldo anterior;Cuota;Total\n101;140.000;100.000;240.000\nP1;;10.000;10.000\n',
      'Apto;Saldo anterior;Cuota;Total\n101;120.000;100.000;220.000\nP1;;10.000;10.000\n',
    ]) {
      expect(check(text).codes, text).toEqual([]);
    }
  });

  it('is an error where what is said is neither', () => {
    const { problems, codes } = check('Apto;Saldo anterior;Cuota\n101;120.000;100.000\nP1;15.000;10.000\n');
    expect(codes).toEqual(['2 balanceDiffers']);
    expect(problems[0]?.message).toContain(
      'dice 135.000 y en libros es 140.000, con 20.000 de la cuenta que «P1» tenía aparte',
    );
    expect(check('Apto;Saldo anterior;Cuota\n101;130.000;100.000\n').problems[0]?.message).toContain(
      'dice 130.000 y en libros es 140.000, con 20.000',
    );
  });

  it('does not owe again what it owes already, where nothing was posted on its main unit yet', () => {
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

describe("a month's total that is of the month's charges alone", () => {
  it('is stopped with what to choose; another total is not said to be one', () => {
    const { problems, codes } = check('Apto;Cuota;Gas;Total\n101;100.000;5.000;105.000\n102;1;1;2\n');
    expect(codes).toEqual(['2 totalDiffers']);
    expect(problems[0]?.message).toMatch(/solo los cobros del mes: elija «No usar» para ella\.$/);
    const other = check('Apto;Cuota;Gas;Total\n101;100.000;5.000;105.001\n');
    expect(other.codes).toEqual(['2 totalDiffers']);
    expect(other.problems[0]?.message).not.toContain('No usar');
  });
});
