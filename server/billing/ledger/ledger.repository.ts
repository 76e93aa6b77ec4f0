import { type Selectable, sql } from 'kysely';
import type { Day } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import { type Db, readRowsText } from '../../platform/db/engine.ts';
import type { RowsText } from '../../platform/db/pack-rows.ts';
import { type RowSet, rowsOf } from '../../platform/db/pack-rows.ts';
import { insertRows } from '../../platform/db/put-rows.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { StoredAgreement } from '../interest/agreement-days.ts';
import type { Stretch } from '../interest/interest.types.ts';
import { type Posted, postedOf } from '../proof/posted.ts';
import { emptyAccount } from './account.ts';
import type { Account, Allocation, InterestItem, LedgerItem, Posting } from './ledger.types.ts';

/**
 * Reads an account with all movements from the ledger. An account without movements is empty, not an error.
 * @param apartmentId id of the unit that receives the bills: '101'
 */
export async function readAccount(db: Db, jointId: number, apartmentId: string): Promise<Account> {
  const accounts = await readLedger(db, jointId, apartmentId);
  return accounts.get(apartmentId) ?? emptyAccount(apartmentId);
}

/**
 * Reads all accounts of a joint (co-owned property) with at least a movement from the ledger. Key: id of the
 * billed unit ('101'). Value: account with all movements.
 * @param withLines false for accounts without the lines that explain the interest: the most rows of a year with debts
 */
export const readAccounts = (db: Db, jointId: number, withLines = true): Promise<Map<string, Account>> =>
  readLedger(db, jointId, null, withLines);

async function readLedger(
  db: Db,
  jointId: number,
  apartmentId: string | null,
  withLines = true,
): Promise<Map<string, Account>> {
  let items = db
    .selectFrom('ledger_item')
    .select(['item', 'apartment_id as apartmentId', 'for_apartment_id as forApartmentId', 'side', 'nature'])
    .select(['charge_concept_id as chargeConceptId', 'description', 'amount', 'month', 'bill', 'receipt'])
    .select(['value_date as valueDate', 'posting_date as postingDate', 'due_date as dueDate'])
    .select(['caused_by as causedBy', 'reverses', 'reason'])
    .where('joint_id', '=', jointId)
    .orderBy('item');
  let allocations = db
    .selectFrom('ledger_allocation')
    .select(['allocation', 'apartment_id as apartmentId', 'credit_item as creditItem'])
    .select(['debit_item as debitItem', 'amount', 'posting_date as postingDate'])
    .where('joint_id', '=', jointId)
    .orderBy('allocation');
  let lines = db
    .selectFrom('interest_line')
    .select(['item', 'position', 'apartment_id as apartmentId', 'source_item as sourceItem', 'month'])
    .select(['principal', 'way', 'rate_unit as rateUnit', 'annual_rate as annualRate'])
    .select(['monthly_rate as monthlyRate', 'daily_rate as dailyRate', 'stretches', 'to_peso as toPeso'])
    .select('amount')
    .where('joint_id', '=', jointId)
    .orderBy('item')
    .orderBy('position');
  if (apartmentId !== null) {
    items = items.where('apartment_id', '=', apartmentId);
    allocations = allocations.where('apartment_id', '=', apartmentId);
    lines = lines.where('apartment_id', '=', apartmentId);
  }
  const agreements = await readAgreements(db, jointId, apartmentId);
  const accounts = new Map<string, Posting>();
  const of = (id: string): Posting => {
    const posting = accounts.get(id) ?? { items: [], allocations: [], interest: [] };
    accounts.set(id, posting);
    return posting;
  };
  for (const item of await items.execute()) of(item.apartmentId).items.push(item);
  for (const allocation of await allocations.execute())
    of(allocation.apartmentId).allocations.push(allocation);
  for (const { stretches, toPeso, ...line } of withLines ? await lines.execute() : []) {
    const days = stretches === null ? [] : readStretches(stretches);
    of(line.apartmentId).interest.push({ ...line, stretches: days, toPeso: toPeso === 1 });
  }
  return new Map(
    [...accounts].map(([id, posted]) => [
      id,
      { apartmentId: id, ...posted, ...defined({ agreements: agreements.get(id) }) },
    ]),
  );
}

/** Reads the payment agreements of a joint, or of a single account, by account, newest first. */
async function readAgreements(
  db: Db,
  jointId: number,
  apartmentId: string | null,
): Promise<Map<string, StoredAgreement[]>> {
  let agreements = db
    .selectFrom('agreement')
    .select(['agreement_id as agreementId', 'apartment_id as apartmentId', 'made_on as madeOn', 'document'])
    .select(['items', 'instalments', 'suspends', 'missed_limit as missedLimit', 'grace_days as graceDays'])
    .select('forgiven_on as forgivenOn')
    .where('joint_id', '=', jointId)
    .orderBy('agreement_id', 'desc');
  if (apartmentId !== null) agreements = agreements.where('apartment_id', '=', apartmentId);
  const byAccount = new Map<string, StoredAgreement[]>();
  for (const { items, instalments, suspends, forgivenOn, ...row } of await agreements.execute()) {
    const agreement: StoredAgreement = {
      ...row,
      items: JSON.parse(items),
      instalments: JSON.parse(instalments),
      suspends: suspends === 1,
      forgivenOn: JSON.parse(forgivenOn),
    };
    byAccount.set(row.apartmentId, [...(byAccount.get(row.apartmentId) ?? []), agreement]);
  }
  return byAccount;
}

/**
 * Returns the balances of accounts with movements, summed by the database. Key: id of the billed unit
 * ('101'). Value: debits minus credits in centavos, equal to `balanceOf`; negative in favour of the unit.
 */
export async function readBalances(db: Db, jointId: number): Promise<Map<string, Centavos>> {
  const rows = await balancesOf(db, jointId).execute();
  return new Map(rows.map(({ apartment_id, balance }) => [apartment_id, balance]));
}

/**
 * Row of the database with an account (`apartment_id`: unit that receives the bills) and the balance in
 * centavos, negative in favour of the unit.
 */
export interface BalanceRow {
  apartment_id: string;
  balance: Centavos;
}

const balancesOf = (db: Db, jointId: number) =>
  db
    .selectFrom('ledger_item')
    .select('apartment_id')
    .select(sql<Centavos>`sum(case when side = 'debit' then amount else -amount end)`.as('balance'))
    .where('joint_id', '=', jointId)
    .groupBy('apartment_id')
    .orderBy('apartment_id');

/**
 * Reads the balances of all accounts of a joint with movements, packed as text to send to a worker. Equal
 * figures to `readBalances`.
 */
export const balancesText = (db: Db, jointId: number): Promise<RowsText<BalanceRow>> =>
  readRowsText(db, balancesOf(db, jointId), ['apartment_id', 'balance']);

/**
 * Returns the latest posting date (day in the ledger) of a joint (co-owned property), including payments
 * without a known unit. No month may be issued before this day. Null without movements.
 */
export async function latestPosting(db: Db, jointId: number): Promise<Day | null> {
  let latest: Day | null = null;
  for (const table of ['ledger_item', 'payment'] as const) {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.max<Day | null>('posting_date').as('day'))
      .where('joint_id', '=', jointId)
      .executeTakeFirstOrThrow();
    if (row.day !== null && (latest === null || row.day > latest)) latest = row.day;
  }
  return latest;
}

/**
 * Converts ledger movements to rows of the database, grouped by table. The caller adds the columns of
 * `enteredBy` (joint, time, user).
 */
export const postingRows = (postings: readonly Posting[]): RowSet[] => [
  rowsOf(
    'ledger_item',
    postings.flatMap(({ items }) => items.map(fromItem)),
    ['joint_id', 'entered_at', 'entered_by'],
  ),
  rowsOf(
    'ledger_allocation',
    postings.flatMap(({ allocations }) => allocations.map(fromAllocation)),
    ['joint_id', 'entered_at'],
  ),
  rowsOf(
    'interest_line',
    postings.flatMap(({ interest }) => interest.map(fromLine)),
    ['joint_id'],
  ),
];

/**
 * Returns the columns with equal values in all ledger rows stored together: joint, time and user. Added to
 * the rows of `postingRows`.
 * @param by `at`: epoch ms; `actor`: 'user:12'
 */
export const enteredBy = (jointId: number, { at, actor }: { at: number; actor: string }) => ({
  joint_id: jointId,
  entered_at: at,
  entered_by: actor,
});

/**
 * Stores new movements in the ledger. The caller holds the joint's billing lock (`lockBooks`).
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 * @returns a summary (hash and sums) of the movements, to be written into the audit entry
 */
export async function insertPostings(
  trx: Db,
  jointId: number,
  postings: readonly Posting[],
  by: { at: number; actor: string },
): Promise<Posted> {
  const sets = postingRows(postings);
  await insertRows(trx, sets, enteredBy(jointId, by));
  return postedOf(sets);
}

/** Row of a ledger item without the columns equal in all rows of a transaction (`enteredBy`). */
type NewItemRow = Omit<Selectable<Tables['ledger_item']>, 'joint_id' | 'entered_at' | 'entered_by'>;
type NewAllocationRow = Omit<Selectable<Tables['ledger_allocation']>, 'joint_id' | 'entered_at'>;
type NewLineRow = Omit<Selectable<Tables['interest_line']>, 'joint_id'>;

const fromItem = (item: LedgerItem): NewItemRow => ({
  item: item.item,
  apartment_id: item.apartmentId,
  for_apartment_id: item.forApartmentId,
  side: item.side,
  nature: item.nature,
  charge_concept_id: item.chargeConceptId,
  description: item.description,
  amount: item.amount,
  month: item.month,
  value_date: item.valueDate,
  posting_date: item.postingDate,
  due_date: item.dueDate,
  bill: item.bill,
  receipt: item.receipt,
  caused_by: item.causedBy,
  reverses: item.reverses,
  reason: item.reason,
});

const fromAllocation = (allocation: Allocation): NewAllocationRow => ({
  allocation: allocation.allocation,
  apartment_id: allocation.apartmentId,
  credit_item: allocation.creditItem,
  debit_item: allocation.debitItem,
  amount: allocation.amount,
  posting_date: allocation.postingDate,
});

const fromLine = (line: InterestItem): NewLineRow => ({
  item: line.item,
  position: line.position,
  apartment_id: line.apartmentId,
  source_item: line.sourceItem,
  month: line.month,
  principal: line.principal,
  way: line.way,
  rate_unit: line.rateUnit,
  annual_rate: line.annualRate,
  monthly_rate: line.monthlyRate,
  daily_rate: line.dailyRate,
  stretches: line.stretches.length === 0 ? null : stretchesText(line.stretches),
  to_peso: line.toPeso ? 1 : 0,
  amount: line.amount,
});

/** Converts periods of constant capital to text for storing: `[["2026-09-01","2026-09-30",25000000]]`. */
const stretchesText = (stretches: readonly Stretch[]): string =>
  JSON.stringify(stretches.map(({ from, to, principal }) => [from, to, principal]));

const readStretches = (text: string): Stretch[] =>
  (JSON.parse(text) as [Day, Day, number][]).map(([from, to, principal]) => ({
    from,
    to,
    principal: centavos(principal),
  }));
