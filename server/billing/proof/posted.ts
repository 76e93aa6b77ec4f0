import { createHash } from 'node:crypto';
import type { AccountPosted } from '../../../shared/audit/fact-rows.ts';
import type { RowSet } from '../../platform/db/pack-rows.ts';
import type { Tables } from '../../platform/db/tables.ts';

/**
 * Columns of each table that enter the hash of posted rows in an audit entry: a later change of a value in
 * these columns is found. User and time are left out, because the audit entry has both.
 */
export const postedColumns = {
  ledger_item: [
    ...['item', 'apartment_id', 'for_apartment_id', 'side', 'nature', 'charge_concept_id', 'description'],
    ...['amount', 'month', 'value_date', 'posting_date', 'due_date', 'bill', 'receipt', 'caused_by'],
    ...['reverses', 'reason'],
  ],
  ledger_allocation: ['allocation', 'apartment_id', 'credit_item', 'debit_item', 'amount', 'posting_date'],
  interest_line: [
    ...['item', 'position', 'apartment_id', 'source_item', 'month', 'principal', 'way', 'rate_unit'],
    ...['annual_rate', 'monthly_rate', 'daily_rate', 'stretches', 'to_peso', 'amount'],
  ],
  bill: [
    ...['bill', 'position', 'apartment_id', 'units', 'owner_name', 'owner_document', 'reference', 'total'],
    ...['discount', 'discount_until', 'previous_payment', 'overdue_instalments', 'last_item'],
  ],
  bill_line: ['bill', 'position', 'concept', 'nature', 'period_fee', 'overdue_fee'],
  bill_item: ['bill', 'item', 'position', 'amount', 'overdue'],
  payment: [
    ...['payment', 'channel', 'value_date', 'posting_date', 'amount', 'reference', 'detail', 'once_key'],
  ],
  receipt: [
    ...['receipt', 'payment', 'apartment_id', 'owner_name', 'item', 'value_date', 'posting_date', 'amount'],
    ...['interest', 'capital', 'credit'],
  ],
  payment_exit: [
    ...['exit', 'payment', 'kind', 'concept', 'amount', 'value_date', 'posting_date', 'reference', 'reason'],
  ],
} as const satisfies Partial<{ [T in keyof Tables]: readonly string[] }>;

/** Columns added after the first release. In the digest only if a row has a value: earlier digests stay valid. */
const addedColumns: Partial<Record<keyof typeof postedColumns, readonly string[]>> = {
  bill: ['late_day', 'late_total', 'fine_term'],
  payment: ['means', 'payer', 'transaction_id'],
};

/**
 * Name of a database table with rows that never change after posting: ledger items, allocations, interest
 * lines, bills …
 */
export type PostedTable = keyof typeof postedColumns;

/**
 * For each table of posted rows, the column with the number of the row or of its document. The audit entry
 * stores the first and last number.
 */
export const numberedBy = {
  ledger_item: 'item',
  ledger_allocation: 'allocation',
  interest_line: 'item',
  bill: 'bill',
  bill_line: 'bill',
  bill_item: 'bill',
  payment: 'payment',
  receipt: 'receipt',
  payment_exit: 'exit',
} as const satisfies Record<PostedTable, string>;

/**
 * Column that numbers posted rows: `item` (ledger item), `allocation`, `bill`, `payment`, `receipt` or
 * `exit`.
 */
export type NumberKind = (typeof numberedBy)[PostedTable];

/**
 * Sums over the rows posted to an account by a transaction, in centavos; reversals are negative. Stored in
 * the audit entry, so that the ledger can be checked against the audit trail.
 */
export interface PostedFigures {
  /** Sum of the debits. */
  debits: number;
  /** Sum of the credits. */
  credits: number;
  /** Sum of the credits used to pay debits. */
  allocated: number;
  /** Sum of the totals of the bills, centavos. */
  billed: number;
  /** Sum of the receipts, centavos. For the entry without account: sum of the payments. */
  received: number;
}

/**
 * Summary of the rows posted by a transaction: numbers, hashes and sums by account. Stored in the audit entry
 * of the transaction, so that a later change of the rows is found.
 */
export interface Posted {
  /** First and last number of each kind of posted row. */
  numbers: Partial<Record<NumberKind, [first: number, last: number]>>;
  /** Digest and sums of the rows of each account. */
  accounts: AccountPosted[];
}

/** Row of a table with posted rows, as written or as read from the database. Key: name of the column. */
export type PostedRow = Readonly<Record<string, unknown>>;

interface Gathered extends PostedFigures {
  lines: string[];
}

const isPosted = (table: string): table is PostedTable => Object.hasOwn(postedColumns, table);

/**
 * Computes the summary of rows just posted, to be stored in the audit entry: hash and sums by account, and
 * the range of numbers of each kind. Ignores rows of other tables.
 */
export function postedOf(sets: readonly Pick<RowSet, 'table' | 'rows'>[]): Posted {
  const numbers: Posted['numbers'] = {};
  const accounts = new Map<string, Gathered>();
  const ofBill = new Map<unknown, string>();
  for (const { table, rows } of sets) {
    if (table === 'bill')
      for (const row of rows as readonly PostedRow[]) ofBill.set(row.bill, accountIn(row));
  }
  for (const { table, rows } of sets) {
    if (!isPosted(table)) continue;
    for (const row of rows as readonly PostedRow[]) {
      const kind = numberedBy[table];
      const number = Number(row[kind]);
      // Lines carry the number of their document.
      const [first, last] = numbers[kind] ?? [number, number];
      numbers[kind] = [Math.min(first, number), Math.max(last, number)];
      const account = ofBill.get(table.startsWith('bill_') ? row.bill : null) ?? accountIn(row);
      const gathered = accounts.get(account) ?? emptyTotals();
      accounts.set(account, gathered);
      count(gathered, table, row);
      const values = postedColumns[table].map((column) => row[column] ?? null);
      const added = (addedColumns[table] ?? []).flatMap((column) =>
        row[column] == null ? [] : [[column, row[column]]],
      );
      gathered.lines.push(JSON.stringify([table, ...values, ...added]));
    }
  }
  return { numbers, accounts: [...accounts].map(([account, of]) => digestOf(account, of)) };
}

const accountIn = (row: PostedRow): string => (typeof row.apartment_id === 'string' ? row.apartment_id : '');

const emptyTotals = (): Gathered => ({
  debits: 0,
  credits: 0,
  allocated: 0,
  billed: 0,
  received: 0,
  lines: [],
});

function count(of: Gathered, table: PostedTable, row: PostedRow): void {
  const amount = Number(row.amount);
  if (table === 'ledger_item') of[row.side === 'debit' ? 'debits' : 'credits'] += amount;
  else if (table === 'ledger_allocation') of.allocated += amount;
  else if (table === 'bill') of.billed += Number(row.total);
  else if (table === 'payment' || table === 'receipt') of.received += amount;
}

/** Computes a digest that does not depend on the order of the rows: 128 bits of SHA-256 over the sorted lines. */
function digestOf(
  account: string,
  { lines, debits, credits, allocated, billed, received }: Gathered,
): AccountPosted {
  const digest = createHash('sha256').update(lines.sort().join('\n')).digest().subarray(0, 16);
  return [account, debits, credits, allocated, billed, received, digest.toString('base64url')];
}
