/**
 * Tests money paid before a bill: the bill gives the prompt-payment discount, like for the same payment on the day of
 * the bill.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toPesos } from '../../../shared/money.ts';
import { BooksByHand, linesInPesos } from './by-hand.fixture.ts';

const discount = { percent: 10, until: '2026-10-10' };
const offered = { discount };

it('money paid before the bill earns the discount on the bill', () => {
  const books = new BooksByHand();
  books.pay(270_000, '2026-09-29');
  const made = books.issue('2026-10', { fee: 300_000 }, offered);
  expect(linesInPesos(made)).toEqual([
    ['fee', 300_000, 0],
    ['Descuento por pronto pago', -30_000, 0],
    ['Saldo a favor', 0, -270_000],
  ]);
  expect([toPesos(made.bill.total), made.bill.discount, made.bill.discountUntil]).toEqual([0, 0, null]);
  expect([toPesos(made.bill.relation.fee), toPesos(made.bill.relation.credit)]).toEqual([270_000, 270_000]);
  expect(books.owed).toEqual([]);
});

it('less money paid before the bill leaves the offer for the rest', () => {
  const books = new BooksByHand();
  books.pay(269_999, '2026-09-29');
  const { bill } = books.issue('2026-10', { fee: 300_000 }, offered);
  expect([toPesos(bill.total), toPesos(bill.discount)]).toEqual([30_001, 30_000]);
  books.pay(1, '2026-10-10');
  expect(books.balance).toBe(0);
});

it('no credit, no fee or an ended discount gives no discount', () => {
  const issued = (paid: number, charges: Parameters<BooksByHand['issue']>[1], how = offered) => {
    const books = new BooksByHand();
    if (paid > 0) books.pay(paid, '2026-09-29');
    return toPesos(books.issue('2026-10', charges, how as typeof offered).bill.total);
  };
  expect(issued(0, { fee: 300_000, other: -280_000 })).toBe(20_000);
  expect(issued(270_000, { extra: 300_000 })).toBe(30_000);
  expect(issued(270_000, { fee: 300_000 }, { discount: null } as never)).toBe(30_000);
});

it('an annulled payment takes back the discount of the bill, another payment does not', () => {
  const books = new BooksByHand();
  const first = books.pay(200_000, '2026-09-20');
  books.pay(70_000, '2026-09-29');
  books.issue('2026-10', { fee: 300_000 }, offered);
  expect(books.balance).toBe(0);
  const later = books.pay(50_000, '2026-10-05');
  expect(books.balance).toBe(-50_000);
  books.annulReceipt(later.item, '2026-10-06');
  expect(books.balance).toBe(0);
  books.annulReceipt(first.item, '2026-10-07');
  expect(books.balance).toBe(230_000);
});

it('an annulled bill takes back its own discount', () => {
  const books = new BooksByHand();
  books.pay(270_000, '2026-09-29');
  books.issue('2026-10', { fee: 300_000 }, offered);
  books.annulBill(1, '2026-10-05');
  expect(books.balance).toBe(-270_000);
});

it('a payment before the bill equals the same payment on the day of the bill', () => {
  const money = fc.integer({ min: 1, max: 500_000 });
  fc.assert(
    fc.property(money, money, fc.integer({ min: 1, max: 40 }), (paid, fee, percent) => {
      const how = { discount: { ...discount, percent } };
      const [before, after] = [new BooksByHand(), new BooksByHand()];
      before.pay(paid, '2026-09-29');
      before.issue('2026-10', { fee }, how);
      after.issue('2026-10', { fee }, how);
      after.pay(paid, '2026-10-01');
      expect(before.balance).toBe(after.balance);
    }),
    { seed: 43, numRuns: 300 },
  );
});
