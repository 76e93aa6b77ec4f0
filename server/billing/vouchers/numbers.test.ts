import { expect, it } from 'vitest';
import type { Day } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import { withPosting } from '../ledger/account.ts';
import type { Account, LedgerItem } from '../ledger/ledger.types.ts';
import { reverseBill } from '../ledger/reverse-bill.ts';
import { reverseReceipt } from '../ledger/take-payment.ts';
import { partyOf } from './layouts.ts';
import { vouchersOf } from './vouchers.ts';

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

const namesIn = (account: Account) => {
  const none = { moves: [], inCash: { receipts: new Set<number>(), payments: new Set<number>() } };
  const vouchers = vouchersOf({ accounts: [account], ...none, first: '2026-01-01', last: '2026-12-31' });
  return vouchers.map(({ type, number, day }) => `${type} ${number} ${day}`);
};

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
  ['52.111.222 / 80.111.222', '52111222'],
  ['CC 52.111.222-3', '52111222'],
  ['1.020.304.050-4', '1020304050'],
  ['sin dato 2', '222222222222'],
  [null, '222222222222'],
])('the third party of the owner with the document %s is %s', (ownerDocument, document) => {
  expect(partyOf({ owner: 'Ana', ownerDocument })).toEqual({ document, name: 'Ana' });
});
