import { sql } from 'kysely';
import type { BillingMonth } from '../../../shared/billing/months.api.ts';
import type { MonthState, RowRole } from '../../../shared/billing/natures.ts';
import { type Day, type Month, yearAndMonth } from '../../../shared/days.ts';
import { type Centavos, toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { instantOf, updates } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { billsWithAnnulments } from '../ledger/annulled.repository.ts';
import type { KeptLetterhead } from '../settings/letterhead.ts';

/** Month of a joint, prepared or issued. */
export interface StandingMonth {
  monthId: number;
  month: Month;
  state: Exclude<MonthState, 'discarded'>;
  issueDate: Day | null;
  dueDate: Day | null;
}

/** Row of a prepared month. */
export interface MonthRow {
  apartmentId: string;
  role: RowRole;
  chargeConceptId: number | null;
  amount: Centavos;
  dueDate: Day | null;
  valueDate: Day | null;
  description: string | null;
}

/** Returns a prepared or issued month; undefined if absent. */
export async function findMonth(db: Db, jointId: number, month: Month): Promise<StandingMonth | undefined> {
  const row = await db
    .selectFrom('billing_month')
    .select(['month_id', 'month', 'state', 'issue_date', 'due_date'])
    .where('joint_id', '=', jointId)
    .where('month', '=', month)
    .where('state', '<>', 'discarded')
    .executeTakeFirst();
  if (row === undefined || row.state === 'discarded') return undefined;
  const { month_id, state, issue_date, due_date } = row;
  return { monthId: month_id, month: row.month, state, issueDate: issue_date, dueDate: due_date };
}

/** Returns the last issued month, optionally before another month. Null before the first issue. */
export async function lastIssuedMonth(db: Db, jointId: number, before?: Month): Promise<Month | null> {
  const row = await db
    .selectFrom('billing_month')
    .select((eb) => eb.fn.max<Month | null>('month').as('month'))
    .where('joint_id', '=', jointId)
    .where('state', '=', 'issued')
    .$if(before !== undefined, (query) => query.where('month', '<', before ?? ''))
    .executeTakeFirstOrThrow();
  return row.month;
}

/** Returns the file name of a month's sheet; null for a month without a sheet. */
export async function sheetNameOf(db: Db, monthId: number): Promise<string | null> {
  const row = await db
    .selectFrom('billing_month as m')
    .innerJoin('billing_draft as d', 'd.draft_id', 'm.draft_id')
    .select('d.file_name')
    .where('m.month_id', '=', monthId)
    .executeTakeFirst();
  return row?.file_name ?? null;
}

/** Returns the rows of a prepared month, in sheet order. */
export function listRows(db: Db, monthId: number): Promise<MonthRow[]> {
  return db
    .selectFrom('month_row')
    .select(['apartment_id as apartmentId', 'role', 'charge_concept_id as chargeConceptId', 'amount'])
    .select(['due_date as dueDate', 'value_date as valueDate', 'description'])
    .where('month_id', '=', monthId)
    .orderBy('position')
    .execute();
}

/** Marks a prepared month as issued, under the joint's billing lock. Returns false if no longer prepared. */
export async function markIssued(
  trx: Db,
  monthId: number,
  issue: { issueDate: Day; dueDate: Day; letterhead: KeptLetterhead; at: Millis; actor: string },
): Promise<boolean> {
  return updates(
    trx
      .updateTable('billing_month')
      .set({
        state: 'issued',
        issue_date: issue.issueDate,
        due_date: issue.dueDate,
        letterhead: JSON.stringify(issue.letterhead),
        issued_at: issue.at,
        issued_by: issue.actor,
      })
      .where('month_id', '=', monthId)
      .where('state', '=', 'prepared'),
  );
}

/** Returns a joint's months, newest first, with the totals of their bills. */
export async function listMonths(db: Db, jointId: number): Promise<BillingMonth[]> {
  const months = await db
    .selectFrom('billing_month')
    .select(['month_id', 'month', 'state', 'draft_id', 'issue_date', 'due_date', 'issued_at'])
    .where('joint_id', '=', jointId)
    .where('state', '<>', 'discarded')
    .orderBy('month', 'desc')
    .execute();
  const sums = await billSums(db, jointId);
  return months.flatMap(({ month_id, month, state, draft_id, issue_date, due_date, issued_at }) => {
    if (state === 'discarded') return [];
    return {
      ...yearAndMonth(month),
      state,
      draftId: draft_id,
      issueDate: issue_date,
      dueDate: due_date,
      issuedAt: instantOf(issued_at),
      bills: sums.get(month_id) ?? null,
    };
  });
}

/** Returns by month: number of bills, first and last number, annulled bills, and total of the valid bills. */
async function billSums(db: Db, jointId: number): Promise<Map<number, NonNullable<BillingMonth['bills']>>> {
  const rows = await billsWithAnnulments(db)
    .select('b.month_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('quantity'),
      eb.fn.min<number>('b.bill').as('first'),
      eb.fn.max<number>('b.bill').as('last'),
      eb.fn.count<number>('a.number').as('annulled'),
      sql<Centavos>`coalesce(sum(case when a.number is null then b.total end), 0)`.as('total'),
    ])
    .where('b.joint_id', '=', jointId)
    .groupBy('b.month_id')
    .execute();
  return new Map(
    rows.map(({ month_id, total, ...numbers }) => [month_id, { ...numbers, total: toPesos(total) }]),
  );
}
