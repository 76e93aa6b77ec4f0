import { type ItemNature, incomeConceptWords, isCapital } from '../../../shared/billing/natures.ts';
import type { VoucherType, VoucherUse } from '../../../shared/billing/vouchers.ts';
import type { Day } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import { isOpening } from '../ledger/account.ts';
import type { Account, LedgerItem } from '../ledger/ledger.types.ts';
import type { UnidentifiedMove } from '../reports/accounting.repository.ts';

/** Row of a voucher: an account, and either a debit or a credit. */
export interface VoucherRow {
  use: VoucherUse;
  description: string;
  /** Centavos: positive for a debit, negative for a credit. Never 0. */
  amount: Centavos;
  /** Posting day of the debt or credit of the row, of the reversed one in a reversal: its owner is the third party. */
  since: Day;
  /** Number of the bill and due date, for a row of a debt; null for other rows. */
  bill: number | null;
  due: Day | null;
}

/** Voucher of double entry: the accounting of a document on a day. The rows add up to 0. */
export interface Voucher {
  type: VoucherType;
  /** Number of the document; of a note: the number of its first ledger item. Unique within the type. */
  number: number;
  day: Day;
  /** Id of the billed unit (account); '' for money without a unit. */
  apartmentId: string;
  rows: VoucherRow[];
}

/** Account that holds a debt, by the nature of the ledger item. */
const owedOf = (nature: ItemNature): VoucherUse =>
  nature === 'interest' ? 'interestOwed' : isCapital(nature) ? `${nature}Owed` : 'feeOwed';

/** Account on the other side of a ledger item. */
function counterOf(item: LedgerItem, isCash: boolean): VoucherUse {
  const { nature } = item;
  if (isOpening(item) || nature === 'openingCredit') return 'opening';
  if (nature === 'receipt') return isCash ? 'cash' : 'bank';
  return nature === 'interestCredit' ? 'interest' : nature;
}

/** Builder of the vouchers of a month. Rows of equal account, text and debt are added up. */
class VoucherBook {
  readonly #vouchers = new Map<string, Voucher>();

  /** Returns the voucher of a document on a day, new if missing. */
  of(type: VoucherType, number: number, day: Day, apartmentId: string): Voucher {
    const key = `${type} ${number} ${day}`;
    const voucher = this.#vouchers.get(key) ?? { type, number, day, apartmentId, rows: [] };
    this.#vouchers.set(key, voucher);
    return voucher;
  }

  /** Returns the vouchers by day, each with the rows different from 0. */
  finished(): Voucher[] {
    const all = [...this.#vouchers.values()].map((voucher) => {
      const rows = voucher.rows.filter(({ amount }) => amount !== 0);
      const sum = rows.reduce((total, { amount }) => total + amount, 0);
      if (sum !== 0) throw new Error(`Voucher ${voucher.type} ${voucher.number} does not balance: ${sum}.`);
      return { ...voucher, rows };
    });
    return all
      .filter(({ rows }) => rows.length > 0)
      .sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1));
  }
}

/** Adds an amount in centavos to a row of a voucher: positive to the debit, negative to the credit. */
function post(voucher: Voucher, row: Omit<VoucherRow, 'amount'>, amount: number): void {
  const same = voucher.rows.find(
    ({ use, description, bill, since }) =>
      use === row.use && description === row.description && bill === row.bill && since === row.since,
  );
  if (same === undefined) voucher.rows.push({ ...row, amount: centavos(amount) });
  else same.amount = centavos(same.amount + amount);
}

const rowWithoutDebt = (use: VoucherUse, description: string, since: Day) => ({
  use,
  description,
  since,
  bill: null,
  due: null,
});
const advancesRow = (since: Day) => rowWithoutDebt('advances', 'Saldo a favor', since);
const moneyRow = (use: 'bank' | 'cash', since: Day) =>
  rowWithoutDebt(use, use === 'cash' ? 'Caja' : 'Banco', since);

/** Row of a debt: account by nature, text of the charge with the month, bill and due date. */
const debtRow = ({ nature, description, month, bill, dueDate, postingDate }: LedgerItem) => ({
  use: owedOf(nature),
  description: month === null ? description : `${description} ${month}`,
  since: postingDate,
  bill,
  due: dueDate,
});

/** Input of the vouchers of a month. */
interface Books {
  /** All accounts of the joint, with every movement until the end of the month. */
  accounts: Iterable<Account>;
  /** Movements of the money without a known unit and of other income, in the month. */
  moves: readonly UnidentifiedMove[];
  /** Numbers of the receipts and of the payments in cash. */
  inCash: { receipts: ReadonlySet<number>; payments: ReadonlySet<number> };
  first: Day;
  last: Day;
}

/**
 * Returns the vouchers of a joint for the days from `first` to `last`. Each voucher balances, and the rows of debts
 * minus the advances add up to the change of the ledger's balance:
 * 1. A debit of the ledger debits the debt's account and credits the income.
 * 2. A credit of the ledger debits bank, cash, discount … and credits the advances.
 * 3. A use of a credit moves the amount from the advances to the paid debt, within the same voucher if possible.
 */
export function vouchersOf({ accounts, moves, inCash, first, last }: Books): Voucher[] {
  const book = new VoucherBook();
  for (const account of accounts) postAccount(book, account, { inCash, first, last });
  for (const move of moves) {
    if (move.postingDate >= first && move.postingDate <= last) {
      postMove(book, move, inCash.payments.has(move.payment) ? 'cash' : 'bank');
    }
  }
  return book.finished();
}

function postAccount(
  book: VoucherBook,
  account: Account,
  { inCash, first, last }: Pick<Books, 'inCash' | 'first' | 'last'>,
): void {
  const itemOf = new Map(account.items.map((item) => [item.item, item]));
  const found = (number: number): LedgerItem => {
    const item = itemOf.get(number);
    if (item === undefined) throw new Error(`Account ${account.apartmentId} has no item ${number}.`);
    return item;
  };
  /** Vouchers by item and day, for the uses of credits, and the last voucher of each day. */
  const voucherOn = new Map<string, Voucher>();
  const lastOn = new Map<Day, Voucher>();
  const notes = new Map<Day, number>();
  const noteOn = (day: Day, number: number): Voucher => {
    const own = notes.get(day) ?? number;
    notes.set(day, own);
    return book.of('note', own, day, account.apartmentId);
  };
  const days = documentDays(account.items);
  const isIn = ({ postingDate }: { postingDate: Day }) => postingDate >= first && postingDate <= last;
  for (const item of account.items.filter(isIn)) {
    const { postingDate: day, amount, side, reverses } = item;
    const voucher = voucherOfItem(item, { found, days }, (type, number) =>
      type === 'note' ? noteOn(day, number) : book.of(type, number, day, account.apartmentId),
    );
    for (const number of [item.item, ...(reverses === null ? [] : [reverses])])
      voucherOn.set(`${number} ${day}`, voucher);
    lastOn.set(day, voucher);
    const origin = reverses === null ? item : found(reverses);
    const counter = counterOf(origin, origin.receipt !== null && inCash.receipts.has(origin.receipt));
    const other =
      counter === 'bank' || counter === 'cash'
        ? moneyRow(counter, origin.postingDate)
        : rowWithoutDebt(counter, debtRow(item).description, origin.postingDate);
    post(voucher, side === 'debit' ? debtRow(origin) : other, amount);
    post(voucher, side === 'debit' ? other : advancesRow(origin.postingDate), -amount);
  }
  for (const { creditItem, debitItem, amount, postingDate: day } of account.allocations) {
    if (!isIn({ postingDate: day })) continue;
    const voucher =
      voucherOn.get(`${creditItem} ${day}`) ??
      voucherOn.get(`${debitItem} ${day}`) ??
      lastOn.get(day) ??
      noteOn(day, debitItem);
    post(voucher, advancesRow(found(creditItem).postingDate), amount);
    post(voucher, debtRow(found(debitItem)), -amount);
  }
}

/** Key of a document in `documentDays`. */
const documentKey = (type: VoucherType, number: number): string => `${type} ${number}`;

/** Returns the day of each bill, receipt and annulment of an account, so that a number stands on one day alone. */
function documentDays(items: readonly LedgerItem[]): Map<string, Day> {
  const days = new Map<string, Day>();
  for (const { nature, receipt, bill, reverses, postingDate } of items) {
    const isBack = reverses !== null;
    const [type, number]: [VoucherType, number | null] =
      nature === 'receipt'
        ? [isBack ? 'receiptBack' : 'receipt', receipt]
        : // A discount also ends alone, without the annulment of its bill.
          [isBack ? 'billBack' : 'bill', receipt === null && nature !== 'discount' ? bill : null];
    if (number === null) continue;
    const key = documentKey(type, number);
    days.set(key, days.get(key) ?? postingDate);
  }
  return days;
}

/**
 * Chooses the document of a ledger item: the bill or receipt of the day, or the annulment of either on the day; else a
 * note of the day.
 */
function voucherOfItem(
  item: LedgerItem,
  { found, days }: { found: (number: number) => LedgerItem; days: ReadonlyMap<string, Day> },
  voucher: (type: VoucherType, number: number) => Voucher,
): Voucher {
  const origin = item.reverses === null ? item : found(item.reverses);
  const cause = origin.causedBy === null ? null : found(origin.causedBy);
  const isBack = item.reverses !== null;
  const documents: [VoucherType, number | null][] = [
    [isBack ? 'receiptBack' : 'receipt', origin.receipt ?? cause?.receipt ?? null],
    [isBack ? 'billBack' : 'bill', origin.bill],
  ];
  for (const [type, number] of documents) {
    if (number !== null && days.get(documentKey(type, number)) === item.postingDate)
      return voucher(type, number);
  }
  return voucher('note', item.item);
}

/** Posts a movement of money without a known unit, or of other income. */
function postMove(
  book: VoucherBook,
  { payment, postingDate: day, amount, by, isIncome }: UnidentifiedMove,
  money: 'bank' | 'cash',
): void {
  const isBack = by !== null && amount < 0 === isIncome;
  const type: VoucherType =
    by === null
      ? 'deposit'
      : by.kind === 'receipt'
        ? isBack
          ? 'receiptBack'
          : 'receipt'
        : isBack
          ? 'exitBack'
          : by.kind;
  const voucher = book.of(type, by?.number ?? payment, day, '');
  post(voucher, moneyRow(money, day), amount);
  const income = rowWithoutDebt(
    'income',
    by?.concept == null ? 'Otro ingreso' : incomeConceptWords[by.concept],
    day,
  );
  const waiting = rowWithoutDebt('unidentified', 'Consignación por identificar', day);
  post(voucher, isIncome ? income : waiting, -amount);
}

/** Returns the month's change of the ledger's balance in centavos, as posted in vouchers. For the check of the sums. */
export const balanceChange = (vouchers: readonly Voucher[]): number =>
  vouchers
    .flatMap(({ rows }) => rows)
    .filter(({ use }) => use === 'advances' || use.endsWith('Owed'))
    .reduce((sum, { amount }) => sum + amount, 0);

/** Returns the balance change of the accounts in the same days by the ledger alone, in centavos. */
export function ledgerChange(accounts: Iterable<Account>, first: Day, last: Day): number {
  let change = 0;
  for (const { items } of accounts) {
    for (const { postingDate, side, amount } of items) {
      if (postingDate >= first && postingDate <= last) change += side === 'debit' ? amount : -amount;
    }
  }
  return change;
}
