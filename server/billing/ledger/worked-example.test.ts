/** Computes the worked example of docs/why/billing.md. Every expected figure was computed by hand, in pesos. */
import { expect, it } from 'vitest';
import { monthlyRateOf } from '../../../shared/billing/interest.ts';
import { toPesos } from '../../../shared/money.ts';
import { creditOf } from './account.ts';
import { agingOf } from './aging.ts';
import { BooksByHand, interestInPesos, linesInPesos, splitInPesos } from './by-hand.fixture.ts';
import { overdueOf } from './overdue.ts';
import { statementOf } from './statement.ts';

const FEE = { fee: 250_000 };
const ROUNDED = { roundToPeso: true };

it('computes the monthly rate of 25,62 % a year: 1,918940 %', () => {
  // 1,0191894^2 = 1,03874703…; ^4 = 1,07899540…; ^8 = 1,16423107…; ^12 = ^8 × ^4 = 1,2562000 within 10⁻⁷.
  expect(monthlyRateOf(256_200)).toBe(1_918_940);
  expect(1.0191894 ** 12).toBeCloseTo(1.2562, 7);
  // 1 % a month is 12,682503 % a year.
  expect(monthlyRateOf(126_825)).toBe(1_000_000);
  expect(monthlyRateOf(0)).toBe(0);
});

it('a unit pays nothing for three months, then a part, then everything', () => {
  const books = new BooksByHand();
  // January, billed on its first day and due on its last.
  const january = books.issue('2026-01', FEE, ROUNDED);
  expect(linesInPesos(january)).toEqual([['fee', 250_000, 0]]);
  expect(toPesos(january.bill.total)).toBe(250_000);

  // February: January's fee fell due on the last day of January, so January bears no interest.
  const february = books.issue('2026-02', FEE, ROUNDED);
  expect(interestInPesos(february.posting)).toEqual([]);
  expect(linesInPesos(february)).toEqual([['fee', 250_000, 250_000]]);
  expect(toPesos(february.bill.total)).toBe(500_000);
  expect(february.bill.overdueInstalments).toBe(1);

  // March: 250.000 × 0,0191894 = 4.797,35 on January's fee for February; 754.797,35 is rounded to 754.797.
  const march = books.issue('2026-03', FEE, ROUNDED);
  expect(interestInPesos(march.posting)).toEqual([[1, '2026-02', 250_000, 4_797.35]]);
  expect(linesInPesos(march)).toEqual([
    ['fee', 250_000, 500_000],
    ['Intereses de mora', 4_797.35, 0],
    ['Ajuste al peso', -0.35, 0],
  ]);
  expect(toPesos(march.bill.total)).toBe(754_797);
  expect(march.bill.overdueInstalments).toBe(2);

  // April: 4.797,35 for March on January's fee and 4.797,35 on February's, together 9.594,70; interest bears no
  // interest. 754.797 + 250.000 + 9.594,70 = 1.014.391,70, rounded to 1.014.392.
  const april = books.issue('2026-04', FEE, ROUNDED);
  expect(interestInPesos(april.posting)).toEqual([
    [1, '2026-03', 250_000, 4_797.35],
    [2, '2026-03', 250_000, 4_797.35],
  ]);
  expect(linesInPesos(april)).toEqual([
    ['fee', 250_000, 750_000],
    ['Intereses de mora', 9_594.7, 4_797],
    ['Ajuste al peso', 0.3, 0],
  ]);
  expect(toPesos(april.bill.total)).toBe(1_014_392);
  expect(april.bill.overdueInstalments).toBe(3);

  // Payment of 300.000 on 10 April: interest 4.797 + 9.594,70 = 14.391,70; capital 285.608,30 (January's 250.000 and
  // 35.608,30 of February). 214.391,70 of February remain.
  const part = books.pay(300_000, '2026-04-10');
  expect(splitInPesos(part)).toEqual({ interest: 14_391.7, capital: 285_608.3, credit: 0 });
  expect(books.owed).toEqual([
    ['fee', '2026-02-28', 214_391.7],
    ['fee', '2026-03-31', 250_000],
    ['fee', '2026-04-30', 250_000],
    ['rounding', '2026-04-30', 0.3],
  ]);
  expect(books.balance).toBe(714_392);
  expect(overdueOf(books.account, '2026-04-10')).toEqual({
    instalments: 2,
    since: '2026-02-28',
    capital: 46_439_170,
    interest: 0,
  });
  // 41 days since the end of February, ten since the end of March.
  expect(agingOf(books.account, '2026-04-10')).toMatchObject({
    current: 25_000_030,
    d30: 25_000_000,
    d60: 21_439_170,
    d90: 0,
    credit: 0,
    balance: 71_439_200,
  });

  // May: for April, 214.391,70 × 0,0191894 = 4.114,048…, 4.114,05, and March's 4.797,35; together 8.911,40.
  // 714.392 + 250.000 + 8.911,40 = 973.303,40, rounded to 973.303.
  const may = books.issue('2026-05', FEE, ROUNDED);
  expect(interestInPesos(may.posting)).toEqual([
    [2, '2026-04', 214_391.7, 4_114.05],
    [3, '2026-04', 250_000, 4_797.35],
  ]);
  expect(linesInPesos(may)).toEqual([
    ['fee', 250_000, 714_391.7],
    ['Intereses de mora', 8_911.4, 0],
    ['Ajuste al peso', -0.4, 0.3],
  ]);
  expect(toPesos(may.bill.total)).toBe(973_303);
  expect(toPesos(may.bill.previousPayment)).toBe(300_000);

  // Payment of everything on 8 May: 8.911 of interest (0,40 was rounded away), 964.392 of capital.
  const all = books.pay(973_303, '2026-05-08');
  expect(splitInPesos(all)).toEqual({ interest: 8_911, capital: 964_392, credit: 0 });
  expect(books.owed).toEqual([]);
  expect(books.balance).toBe(0);
  expect(creditOf(books.account)).toBe(0);
  expect(statementOf(books.account).map(({ balance }) => toPesos(balance))).toEqual([
    250_000, 500_000, 750_000, 754_797.35, 754_797, 1_004_797, 1_014_391.7, 1_014_392, 714_392, 964_392,
    973_303.4, 973_303, 0,
  ]);

  // June: no debt at the end of May.
  const june = books.issue('2026-06', FEE, ROUNDED);
  expect(linesInPesos(june)).toEqual([['fee', 250_000, 0]]);
  expect(toPesos(june.bill.previousPayment)).toBe(973_303);
});

it('a January payment entered in April saves the interest charged since then', () => {
  const books = new BooksByHand();
  for (const month of ['2026-01', '2026-02', '2026-03', '2026-04']) books.issue(month, FEE);
  // Without rounding: 1.000.000 of fees, 4.797,35 of interest for February and 9.594,70 for March.
  expect(books.balance).toBe(1_014_392.05);

  const late = books.pay(250_000, '2026-01-28', '2026-04-05');
  // January counts as paid: its interest for February and March is credited. February's interest for March stays.
  expect(interestInPesos(late.posting)).toEqual([
    [1, '2026-02', -250_000, -4_797.35],
    [1, '2026-03', -250_000, -4_797.35],
  ]);
  const credits = late.posting.items.filter(({ nature }) => nature === 'interestCredit');
  expect(credits.map(({ month, amount }) => [month, toPesos(amount)])).toEqual([
    ['2026-02', 4_797.35],
    ['2026-03', 4_797.35],
  ]);
  // 9.594,70 of 14.392,05 interest are credited. The payment pays January's fee, the debt of the value date.
  expect(splitInPesos(late)).toEqual({ interest: 0, capital: 250_000, credit: 0 });
  // Same as in time: three fees, and interest for March on February's fee.
  expect(books.balance).toBe(754_797.35);
  expect(books.owed.map(([nature, , open]) => [nature, open])).toEqual([
    ['interest', 4_797.35],
    ['fee', 250_000],
    ['fee', 250_000],
    ['fee', 250_000],
  ]);

  // Annulling the receipt also reverses the interest credits.
  books.annulReceipt(late.item, '2026-04-06');
  expect(books.balance).toBe(1_014_392.05);
  expect(books.owed.filter(([nature]) => nature === 'interest').map(([, , open]) => open)).toEqual([
    4_797.35, 9_594.7,
  ]);
  // A second entry saves the same interest.
  expect(splitInPesos(books.pay(250_000, '2026-01-28', '2026-04-07'))).toEqual(splitInPesos(late));
  expect(books.balance).toBe(754_797.35);
});

it('a payment entered late is split as on its value date, also if interest was owed then', () => {
  const [inTime, late] = [new BooksByHand(), new BooksByHand()];
  const months = ['2026-01', '2026-02', '2026-03', '2026-04'];
  for (const books of [inTime, late]) for (const month of months) books.issue(month, FEE);
  const first = inTime.pay(300_000, '2026-04-10');
  for (const books of [inTime, late]) for (const month of ['2026-05', '2026-06']) books.issue(month, FEE);
  const entered = late.pay(300_000, '2026-04-10', '2026-06-05');
  expect(splitInPesos(entered)).toEqual(splitInPesos(first));
  expect(splitInPesos(first)).toEqual({ interest: 14_392.05, capital: 285_607.95, credit: 0 });
  expect(late.balance).toBe(inTime.balance);
  const openOf = (books: BooksByHand) => books.owed.map(([nature, , open]) => [nature, open]);
  expect(openOf(late)).toEqual(openOf(inTime));
  for (const books of [inTime, late]) books.issue('2026-07', FEE);
  expect(late.balance).toBe(inTime.balance);
});

it('an account with overdue instalments gets no discount reserved for punctual accounts', () => {
  const books = new BooksByHand();
  const discount = { percent: 10, until: '2026-02-10' };
  books.issue('2026-01', FEE);
  const offered = books.issue('2026-02', FEE, { discount, discountToDebtors: false });
  expect([offered.bill.overdueInstalments, offered.bill.discount, offered.bill.discountUntil]).toEqual([
    ...[1, 0, null],
  ]);
  const paid = new BooksByHand();
  paid.issue('2026-01', FEE);
  paid.pay(250_000, '2026-01-20');
  const entitled = paid.issue('2026-02', FEE, { discount, discountToDebtors: false });
  expect([toPesos(entitled.bill.discount), entitled.bill.discountUntil]).toEqual([25_000, '2026-02-10']);
});

it('paying the total minus the discount in time settles the bill', () => {
  const books = new BooksByHand();
  const { bill } = books.issue('2026-01', FEE, { discount: { percent: 10, until: '2026-01-10' } });
  expect([toPesos(bill.total), toPesos(bill.discount), bill.discountUntil]).toEqual([
    250_000,
    25_000,
    '2026-01-10',
  ]);

  const first = books.pay(100_000, '2026-01-05');
  expect(books.balance).toBe(150_000);
  const second = books.pay(125_000, '2026-01-10');
  expect(second.posting.items.map(({ nature, amount }) => [nature, toPesos(amount)])).toEqual([
    ['receipt', 125_000],
    ['discount', 25_000],
  ]);
  expect(books.balance).toBe(0);

  // Without the first payment, 125.000 do not reach the amount: the discount is reversed, although the second payment
  // completed the sum.
  books.annulReceipt(first.item, '2026-01-20');
  expect(books.balance).toBe(125_000);
  // A second entry with the same day earns the discount again.
  books.pay(100_000, '2026-01-05', '2026-01-21');
  expect(books.balance).toBe(0);
});
