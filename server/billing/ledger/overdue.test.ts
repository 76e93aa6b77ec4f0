import { expect, it } from 'vitest';
import { toPesos } from '../../../shared/money.ts';
import { BooksByHand, pesos, UNIT } from './by-hand.fixture.ts';
import { overdueDebts, overdueOf } from './overdue.ts';

const FEE = { fee: 250_000 };

/**
 * Builds test books with January, February and March billed at 250.000 and unpaid. March's bill includes February's
 * interest on January's fee.
 */
function threeMonths(): BooksByHand {
  const books = new BooksByHand();
  for (const month of ['2026-01', '2026-02', '2026-03'] as const) books.issue(month, FEE);
  return books;
}

const inPesos = (books: BooksByHand, day: '2026-03-10' | '2026-04-10') => {
  const { instalments, since, capital, interest } = overdueOf(books.account, day);
  return [instalments, since, toPesos(capital), toPesos(interest)];
};

it("interest is overdue with its instalment, before the interest's own bill falls due", () => {
  const books = threeMonths();
  // March's fee and the bill with the interest are not due yet. January's fee is overdue.
  expect(inPesos(books, '2026-03-10')).toEqual([2, '2026-01-31', 500_000, 4_797.35]);
  expect(
    overdueDebts(books.account, '2026-03-10').map(({ item, capital, interest }) => [
      item,
      toPesos(capital),
      toPesos(interest),
    ]),
  ).toEqual([
    [1, 250_000, 4_797.35],
    [2, 250_000, 0],
  ]);
});

it('interest on a settled instalment is a debt of its own, with its own due date', () => {
  const books = threeMonths();
  const condonation = {
    kind: 'condonation',
    forgives: 'capital',
    forApartmentId: UNIT,
    reason: 'Acta 3',
  } as const;
  expect(
    books.adjust({ ...condonation, amount: pesos(250_000), valueDate: '2026-03-05' }, '2026-03-05'),
  ).toBe(true);
  expect(inPesos(books, '2026-03-10')).toEqual([1, '2026-02-28', 250_000, 0]);
  expect(inPesos(books, '2026-04-10')).toEqual([2, '2026-02-28', 500_000, 4_797.35]);
});

it("a sheet's own interest is overdue at once while its unit has overdue debts", () => {
  const books = new BooksByHand();
  books.issue('2026-01', FEE);
  books.issue('2026-02', FEE, {
    rates: [],
    sheetInterest: [{ forApartmentId: UNIT, amount: pesos(5_000) }],
  });
  const on = (day: '2026-02-10') => {
    const { capital, interest } = overdueOf(books.account, day);
    return [toPesos(capital), toPesos(interest)];
  };
  expect(on('2026-02-10')).toEqual([250_000, 5_000]);
  const paid = new BooksByHand();
  paid.issue('2026-02', FEE, {
    rates: [],
    sheetInterest: [{ forApartmentId: UNIT, amount: pesos(5_000) }],
  });
  expect(overdueOf(paid.account, '2026-02-10')).toMatchObject({ capital: 0, interest: 0 });
});
