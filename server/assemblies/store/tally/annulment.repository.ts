import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import { type Db, jsonField, jsonTable } from '../../../platform/db/engine.ts';
import { inSlices } from '../../../platform/db/queries.ts';
import type { Millis } from '../../../platform/db/tables.ts';
import type { UseCase } from '../act.ts';
import type { AttendanceTable, VoteTable } from '../assembly-tables.ts';
import { keepTally } from './kept-tally.repository.ts';

/**
 * Name of the act stored with votes that a reopening set aside: the votes still count in the result of the earlier
 * period, but no longer in the reopened question.
 */
export const SET_ASIDE = 'setAside';

/** Name of the act stored with registrations and votes that ended because a card's or badge's code was withdrawn. */
export const WITHDRAWN = 'withdrawn';

/** Name of the act stored with the annulled votes of a deleted question. */
export const DELETED = 'deleted';

/**
 * Deletes votes of a question (optionally of some units) and updates the stored sums. The caller stores the
 * returned votes as annulled.
 */
export async function takeVotes(
  trx: Db,
  filter: { assemblyId: number; jointId: number; conceptId: number; apartmentIds?: readonly string[] },
): Promise<VoteTable[]> {
  let query = trx
    .deleteFrom('vote')
    .where('assembly_id', '=', filter.assemblyId)
    .where('joint_id', '=', filter.jointId)
    .where('concept_id', '=', filter.conceptId);
  if (filter.apartmentIds !== undefined) query = query.where('apartment_id', 'in', filter.apartmentIds);
  const taken = await query.returningAll().execute();
  await keepTally(trx, filter.assemblyId, taken, 'taken');
  return taken;
}

/**
 * Stores registrations and votes deleted from the current tables as annulled, in full, with actor, time, act and
 * reason: no record of an assembly is lost.
 */
export async function keepAnnulled(
  act: UseCase,
  how: { act: string; reason: string | null },
  records: { attendance?: readonly AttendanceTable[]; votes?: readonly VoteTable[] },
): Promise<void> {
  const { trx, at, actor } = act;
  const rows = [
    ...(records.attendance ?? []).map((record) => ({ record, conceptId: 1 })),
    ...(records.votes ?? []).map((record) => ({ record, conceptId: record.concept_id })),
  ].map(({ record, conceptId }) => ({
    assembly_id: record.assembly_id,
    joint_id: record.joint_id,
    concept_id: conceptId,
    apartment_id: record.apartment_id,
    act: how.act,
    reason: how.reason,
    annulled_by: actor,
    annulled_at: at,
    record: JSON.stringify(record),
  }));
  await inSlices(rows, 50, (some) => trx.insertInto('annulment').values(some).execute());
  for (const { holder, holder_is_code } of records.attendance ?? []) {
    if (holder_is_code === 0) act.holders.add(holder);
  }
  await endKeys(act, rows);
  await endKeysOfVotes(act, records.votes ?? []);
  await endKeysOfBatches(act, records.votes ?? []);
}

/**
 * Query for the registrations that ended by the withdrawal of a code in an assembly, newest first. Exported to test
 * that the database uses the index of holders.
 */
export function withdrawalsQuery(db: Db, { assemblyId, code }: { assemblyId: number; code: string }) {
  return db
    .selectFrom('annulment as e')
    .select(['e.record', 'e.annulled_at as at'])
    .where(jsonField(db, 'e.record', 'holder'), '=', code)
    .where('e.concept_id', '=', ATTENDANCE)
    .where('e.assembly_id', '=', assemblyId)
    .where('e.act', '=', WITHDRAWN)
    .orderBy('e.annulment_id', 'desc');
}

/**
 * Reads the last departure (withdrawal) of a code in an assembly, to undo the departure: time (epoch ms) and the
 * ended registrations. Undefined without a departure.
 */
export async function lastWithdrawn(
  trx: Db,
  of: { assemblyId: number; code: string },
): Promise<{ at: Millis; rows: AttendanceTable[] } | undefined> {
  const annulled = await withdrawalsQuery(trx, of).execute();
  const [last] = annulled;
  if (last === undefined) return undefined;
  const ofLast = annulled.filter(({ at }) => at === last.at);
  return { at: last.at, rows: ofLast.map(({ record }) => JSON.parse(record) as AttendanceTable) };
}

/**
 * Deletes the idempotency keys of votes, found by the receipt in the stored answer. Scans the whole table, because
 * the table has only the keys of a day.
 */
async function endKeysOfVotes({ trx }: UseCase, votes: readonly VoteTable[]): Promise<void> {
  if (votes.length === 0) return;
  const receipts = votes.map(({ receipt }) => ({ receipt }));
  await trx
    .deleteFrom('idempotency_key')
    .where('assembly_id', 'is', null)
    .where('reply', 'in', (eb) =>
      eb
        .selectFrom(jsonTable<{ receipt: string }>(trx, receipts, { receipt: 'text' }).as('r'))
        .select('r.receipt'),
    )
    .execute();
}

/** Deletes the idempotency keys of annulled records: the same request sent again becomes a new act. */
async function endKeys(
  act: UseCase,
  rows: readonly { assembly_id: number; joint_id: number; concept_id: number; apartment_id: string }[],
): Promise<void> {
  const byConcept = new Map<string, { jointId: number; conceptId: number; apartmentIds: string[] }>();
  for (const row of rows) {
    const name = `${row.joint_id}/${row.concept_id}`;
    const group = byConcept.get(name) ?? {
      jointId: row.joint_id,
      conceptId: row.concept_id,
      apartmentIds: [],
    };
    group.apartmentIds.push(row.apartment_id);
    byConcept.set(name, group);
  }
  for (const group of byConcept.values()) {
    await inSlices(group.apartmentIds, 500, (some) =>
      act.trx
        .deleteFrom('idempotency_key')
        .where('assembly_id', '=', act.assembly.assemblyId)
        .where('joint_id', '=', group.jointId)
        .where('concept_id', '=', group.conceptId)
        .where('apartment_id', 'in', some)
        .execute(),
    );
  }
}

/** Receipt within the answer to a batch of votes, a JSON list of receipts. */
const RECEIPT_IN_REPLY = /"([^"]{9})"/g;

/**
 * Deletes the idempotency key of a batch of votes when the first vote of the batch is annulled. The answers name the votes
 * by receipt: each answer of the questions is read once.
 */
async function endKeysOfBatches({ trx, assembly }: UseCase, votes: readonly VoteTable[]): Promise<void> {
  const receipts = new Set(votes.map(({ receipt }) => receipt));
  const questions = new Map(
    votes.map(({ joint_id, concept_id }) => [`${joint_id} ${concept_id}`, { joint_id, concept_id }]),
  );
  const ended: number[] = [];
  for (const { joint_id, concept_id } of questions.values()) {
    const batches = await trx
      .selectFrom('idempotency_key')
      .select(['key_hash', 'reply'])
      .where('assembly_id', '=', assembly.assemblyId)
      .where('joint_id', '=', joint_id)
      .where('concept_id', '=', concept_id)
      .where('apartment_id', 'is', null)
      .execute();
    for (const { key_hash, reply } of batches)
      if ([...reply.matchAll(RECEIPT_IN_REPLY)].some(([, receipt = '']) => receipts.has(receipt)))
        ended.push(key_hash);
  }
  await inSlices(ended, 500, (some) =>
    trx.deleteFrom('idempotency_key').where('key_hash', 'in', some).execute(),
  );
}
