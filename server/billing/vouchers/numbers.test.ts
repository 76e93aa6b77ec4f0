import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { interestWays } from '../../../shared/billing/natures.ts';
import { type Day, firstDayOf, lastDayOf, monthOfDay } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { withPosting } from '../ledger/account.ts';
import type { Account, LedgerItem } from '../ledger/ledger.types.ts';
import { reverseBill } from '../ledger/reverse-bill.ts';
import { reverseReceipt } from '../ledger/take-payment.ts';
import { RandomBooks, years } from '../ledger/years.fixture.ts';
import { partyOf } from './layouts.ts';
import { balanceChange, ledgerChange, vouchersOf } from './vouchers.ts';

const none = {
  apartmentId: '101',
  forApartmentId: '101',
  chargeConceptId: null,
  month: null,
  dueDate: null,
  bill: null,
  receipt: null,
  causedBy: null,
  reverses: null,
  reason: null,
};
const itemOn = (
  day: Day,
  of: Pick<LedgerItem, 'item' | 'side' | 'nature' | 'amount'> & Partial<LedgerItem>,
): LedgerItem => ({ ...none, description: of.nature, ...of, valueDate: day, postingDate: day });

/** Returns the posting day with the next numbers of an account. */
const stampOn = ({ items, allocations }: Account, postingDate: Day) => {
  let next = items.length + allocations.length;
  const number = () => ++next;
  return { postingDate, numbers: { item: number, allocation: number } };
};

/** Account with a bill, and a receipt with a prompt-payment discount. */
const paidWithDiscount: Account = {
  apartmentId: '101',
  items: [
    itemOn('2026-01-02', {
      item: 1,
      side: 'debit',
      nature: 'fee',
      amount: centavos(100_00),
      bill: 1,
      dueDate: '2026-01-31',
    }),
    itemOn('2026-01-05', { item: 2, side: 'credit', nature: 'receipt', amount: centavos(90_00), receipt: 1 }),
    itemOn('2026-01-05', {
      item: 3,
      side: 'credit',
      nature: 'discount',
      amount: centavos(10_00),
      bill: 1,
      receipt: 1,
      causedBy: 2,
    }),
  ],
  allocations: [],
  interest: [],
};

const vouchersIn = (accounts: readonly Account[], first: Day, last: Day) => {
  const inCash = { receipts: new Set<number>(), payments: new Set<number>() };
  return vouchersOf({ accounts, moves: [], inCash, first, last });
};
const namesIn = (account: Account) =>
  vouchersIn([account], '2026-01-01', '2026-12-31').map(
    ({ type, number, day }) => `${type} ${number} ${day}`,
  );

it('vouchers of random years have single numbers and, by day and month, the sums of the ledger', () => {
  const ofYears = fc.property(years(12, interestWays), fc.boolean(), ({ openings, months }, annulled) => {
    const books = new RandomBooks(() => undefined);
    books.live(months, openings);
    if (annulled) books.annulAll();
    const accounts = [...books.accounts.values()];
    const all = vouchersIn(accounts, '2020-01-01', '2030-01-01');
    const names = all.map(({ type, number }) => `${type} ${number}`);
    expect(new Set(names).size).toBe(names.length);
    const days = [...new Set(accounts.flatMap(({ items }) => items.map((item) => item.postingDate)))];
    for (const day of days)
      expect(balanceChange(vouchersIn(accounts, day, day))).toBe(ledgerChange(accounts, day, day));
    const sorted = (vouchers: typeof all) => vouchers.map((voucher) => JSON.stringify(voucher)).sort();
    const byDay = days.flatMap((day) => vouchersIn(accounts, day, day));
    const ofMonths = [...new Set(days.map(monthOfDay))];
    const byMonth = ofMonths.flatMap((of) => vouchersIn(accounts, firstDayOf(of), lastDayOf(of)));
    expect([sorted(byDay), sorted(byMonth)]).toEqual([sorted(all), sorted(all)]);
  });
  fc.assert(ofYears, { numRuns: rounds(6, 300), seed: inject('seed') });
}, 120_000);

it('the annulment of a bill takes the discount back itself, and no receipt', () => {
  const billBack = reverseBill(
    paidWithDiscount,
    { bill: 1, reason: 'Error' },
    stampOn(paidWithDiscount, '2026-01-20'),
  );
  const account = withPosting(paidWithDiscount, billBack);
  const receiptBack = reverseReceipt(
    account,
    { item: 2, reason: 'Devuelto', offers: [] },
    stampOn(account, '2026-02-03'),
  );
  expect(namesIn(withPosting(account, receiptBack))).toEqual([
    'bill 1 2026-01-02',
    'receipt 1 2026-01-05',
    'billBack 1 2026-01-20',
    'receiptBack 1 2026-02-03',
  ]);
});

it('a discount lost with a receipt leaves the number of the annulled bill free', () => {
  const atIssue = itemOn('2026-01-02', {
    item: 4,
    side: 'credit',
    nature: 'discount',
    amount: centavos(10_00),
    bill: 1,
  });
  const taken = itemOn('2026-01-10', { ...atIssue, item: 5, amount: centavos(-10_00), reverses: 4 });
  const account = { ...paidWithDiscount, items: [...paidWithDiscount.items.slice(0, 2), atIssue, taken] };
  const stamp = stampOn({ ...account, items: [...account.items, atIssue] }, '2026-01-20');
  const back = reverseBill(account, { bill: 1, reason: 'Error' }, stamp);
  expect(namesIn(withPosting(account, back))).toEqual([
    'bill 1 2026-01-02',
    'receipt 1 2026-01-05',
    'note 5 2026-01-10',
    'billBack 1 2026-01-20',
  ]);
});

it.each([
  ['52.111.222', '52111222'],
  ['CC 52.111.222', '52111222'],
  ['C.C. No. 79.123.456', '79123456'],
  ['NIT 900.123.456-8', '900123456'],
  ['900.123.456-1', '900123456'],
  ['9001234568', '900123456'],
  ['9001234567', '9001234567'],
  ['900123456 DV 1', '900123456'],
  ['52.111.222 / 80.111.222', '52111222'],
  ['CC 52.111.222-3', '52111222'],
  ['1.020.304.050-4', '1020304050'],
  ['sin dato 2', '222222222222'],
  [null, '222222222222'],
])('the third party of the owner with the document %s is %s', (ownerDocument, document) => {
  expect(partyOf({ name: 'Ana', document: ownerDocument })).toEqual({ document, name: 'Ana' });
});
