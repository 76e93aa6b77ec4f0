import type { ChargeNature } from '../../../shared/billing/natures.ts';
import { firstDayOf, lastDayOf, type Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { Db } from '../../db/engine.ts';
import { insertMany } from '../../db/insert-many.ts';
import type { Millis } from '../../db/tables.ts';
import { conceptKey } from './column-words.ts';
import type { RowToStore } from './month-check.ts';
import type { ConceptNamed, RememberedColumn } from './month-sheet.types.ts';

/** A month that stands: prepared or issued. */
export interface StandingMonth {
  month: Month;
  state: 'prepared' | 'issued';
}

export async function listStandingMonths(db: Db, jointId: number): Promise<StandingMonth[]> {
  const rows = await db
    .selectFrom('billing_month')
    .select(['month', 'state'])
    .where('joint_id', '=', jointId)
    .where('state', '<>', 'discarded')
    .orderBy('month')
    .execute();
  return rows.map(({ month, state }) => ({ month, state: state === 'issued' ? 'issued' : 'prepared' }));
}

/** What each account paid in a month, by the receipts that stand and their value dates. */
export async function readReceived(db: Db, jointId: number, month: Month): Promise<Map<string, Centavos>> {
  const rows = await db
    .selectFrom('receipt as r')
    .leftJoin('document_annulment as a', (join) =>
      join
        .onRef('a.joint_id', '=', 'r.joint_id')
        .onRef('a.number', '=', 'r.receipt')
        .on('a.kind', '=', 'receipt'),
    )
    .select('r.apartment_id')
    .select((eb) => eb.fn.sum<Centavos>('r.amount').as('amount'))
    .where('r.joint_id', '=', jointId)
    .where('r.value_date', '>=', firstDayOf(month))
    .where('r.value_date', '<=', lastDayOf(month))
    .where('a.number', 'is', null)
    .groupBy('r.apartment_id')
    .orderBy('r.apartment_id')
    .execute();
  return new Map(rows.map(({ apartment_id, amount }) => [apartment_id, amount]));
}

/** How the columns of the joint's last sheet were read. */
export async function readRememberedColumns(db: Db, jointId: number): Promise<RememberedColumn[]> {
  const row = await db
    .selectFrom('billing_month')
    .select('columns')
    .where('joint_id', '=', jointId)
    .orderBy('month_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? [] : JSON.parse(row.columns);
}

/** The number of each concept by its name; those that are new to the joint are added. */
async function findOrAddConcepts(
  trx: Db,
  jointId: number,
  named: readonly ConceptNamed[],
): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('charge_concept')
    .select(['charge_concept_id', 'name_key'])
    .where('joint_id', '=', jointId)
    .execute();
  const ids = new Map(rows.map(({ charge_concept_id, name_key }) => [name_key, charge_concept_id]));
  let next = Math.max(0, ...ids.values()) + 1;
  const added: { id: number; key: string; name: string; nature: ChargeNature }[] = [];
  for (const { name, nature } of named) {
    const key = conceptKey(name);
    if (ids.has(key)) continue;
    ids.set(key, next);
    added.push({ id: next++, key, name, nature });
  }
  const values = added.map(({ id, key, name, nature }) => ({
    joint_id: jointId,
    charge_concept_id: id,
    name,
    name_key: key,
    nature,
  }));
  if (values.length > 0) await trx.insertInto('charge_concept').values(values).execute();
  return ids;
}

export async function insertMonth(
  trx: Db,
  {
    jointId,
    month,
    draftId,
    columns,
    rows,
    at,
    actor,
  }: {
    jointId: number;
    month: Month;
    draftId: number;
    columns: readonly RememberedColumn[];
    rows: readonly RowToStore[];
    at: Millis;
    actor: string;
  },
): Promise<void> {
  const { month_id } = await trx
    .insertInto('billing_month')
    .values({
      joint_id: jointId,
      month,
      state: 'prepared',
      draft_id: draftId,
      columns: JSON.stringify(columns),
      prepared_at: at,
      prepared_by: actor,
    })
    .returning('month_id')
    .executeTakeFirstOrThrow();
  const concepts = rows.flatMap(({ concept }) => concept ?? []);
  const ids = await findOrAddConcepts(trx, jointId, concepts);
  const stored = rows.map((row, index) => ({
    month_id,
    position: index + 1,
    apartment_id: row.apartmentId,
    role: row.role,
    charge_concept_id: row.concept === null ? null : (ids.get(conceptKey(row.concept.name)) ?? null),
    amount: row.amount,
    due_date: row.dueDate,
    value_date: row.valueDate,
    description: null,
  }));
  await insertMany<(typeof stored)[number]>(trx, 'month_row', stored, {
    month_id: 'integer',
    position: 'integer',
    apartment_id: 'text',
    role: 'text',
    charge_concept_id: 'integer',
    amount: 'bigint',
    due_date: 'text',
    value_date: 'text',
    description: 'text',
  });
}
