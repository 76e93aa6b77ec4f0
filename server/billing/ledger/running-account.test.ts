import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../../../shared/days.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { openCredits, openDebits, withPosting } from './account.ts';
import { BooksByHand, pesos } from './by-hand.fixture.ts';
import type { Account, Posting, PostingStamp } from './ledger.types.ts';
import { RunningAccount } from './running-account.ts';
import { takePayment, takePaymentOn } from './take-payment.ts';

/**
 * Builds test books: four months with interest and prompt payment, an annulled receipt, and forgiven interest and
 * charge.
 */
function books(): BooksByHand {
  const books = new BooksByHand();
  const discount = (until: string) => ({ discount: { percent: 10, until } });
  books.issue('2026-01', { fee: 100_000, fine: 20_000 }, discount('2026-01-10'));
  const { item } = books.pay(30_000, '2026-01-20');
  books.issue('2026-02', { fee: 100_000 }, discount('2026-02-10'));
  books.annulReceipt(item, '2026-02-15');
  books.issue('2026-03', { fee: 100_000, extra: 40_000 }, discount('2026-03-10'));
  const condone = { kind: 'condonation', forApartmentId: '101', reason: 'Acta 1' } as const;
  books.adjust(
    { ...condone, forgives: 'interest', amount: pesos(900), valueDate: '2026-03-12' },
    '2026-03-12',
  );
  books.adjust(
    { ...condone, forgives: 'capital', amount: pesos(5_000), valueDate: '2026-03-12' },
    '2026-03-12',
  );
  books.issue('2026-04', { fee: 100_000 }, discount('2026-04-10'));
  return books;
}

const offers = [1, 2, 3, 4].map((month) => ({
  bill: month,
  total: pesos(100_000 * month),
  discount: pesos(10_000),
  lastItem: month * 3,
  until: `2026-0${month}-10`,
}));

const payments = fc.array(
  fc.record({ amount: fc.integer({ min: 1, max: 150_000 }), day: fc.integer({ min: 0, max: 110 }) }),
  { minLength: 1, maxLength: 25 },
);

it('payments on a running account post the same movements as payments on fresh accounts', () => {
  const { account } = books();
  const began = structuredClone(account);
  const stamps = (): PostingStamp => {
    const next = { item: 1000, allocation: 1000 };
    const numbers = { item: () => next.item++, allocation: () => next.allocation++ };
    return { postingDate: '2026-05-01', numbers };
  };
  fc.assert(
    fc.property(payments, (list) => {
      const payments = list.map(({ amount, day }, index) => {
        const valueDate = addDays('2026-01-05', day);
        const earned = offers.filter(({ until }) => until >= valueDate);
        return { amount: pesos(amount), valueDate, receipt: index + 10, offers: earned };
      });
      let anew: Account = account;
      const running = new RunningAccount(account);
      const [apart, together] = [stamps(), stamps()];
      for (const one of payments) {
        const expected = takePayment(anew, one, apart);
        expect(takePaymentOn(running, one, together)).toEqual(expected);
        anew = withPosting(anew, expected.posting);
      }
      const { apartmentId, items, allocations, interest } = running;
      expect({ apartmentId, items, allocations, interest }).toEqual(anew);
      expect(running.openDebits()).toEqual(openDebits(anew));
      expect(running.openCredits()).toEqual(openCredits(anew));
    }),
    { numRuns: rounds(75, 1500) },
  );
  expect(account).toEqual(began);
});

it('a running account has the open amounts of its movements, after any reversal', () => {
  const { account } = books();
  const none: Posting = { items: [], allocations: [], interest: [] };
  for (let upTo = 0; upTo <= account.items.length; upTo += 1) {
    const items = account.items.slice(0, upTo);
    const last = items.at(-1)?.item ?? 0;
    const allocations = account.allocations.filter(
      ({ creditItem, debitItem }) => creditItem <= last && debitItem <= last,
    );
    const then = withPosting({ ...account, ...none, items }, { ...none, allocations });
    const running = new RunningAccount(then);
    expect(running.openDebits()).toEqual(openDebits(then));
    expect(running.openCredits()).toEqual(openCredits(then));
  }
});
