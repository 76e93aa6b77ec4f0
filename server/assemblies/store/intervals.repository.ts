import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { ClosingSeal, LiveConcept } from '../../../shared/assemblies/live.ts';
import { fromBase64 } from '../../../shared/evidence/bytes.ts';
import { wordsOfRoot } from '../../../shared/evidence/root-words.ts';
import { readActorNames } from '../../accounts/index.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** What a closing announced: it stays as it was, whatever is done with the question afterwards. */
export type ClosingResult = Pick<LiveConcept, 'voted' | 'answers' | 'outcome'>;

/** From an opening of a question to its closing. */
export interface StoredInterval {
  /** From 1. */
  number: number;
  openedAt: Millis;
  /** Of a second and later opening: the name of who opened it again. */
  openedBy: string | null;
  reason: string | null;
  /** Null while it is open. */
  closedAt: Millis | null;
  /** Of the votes that stood at the closing those cast in the interval; null while open, and on older ones. */
  votes: number | null;
  result: ClosingResult | null;
  /** Votes of the former interval that the reopening set aside; null in a first interval and in older ones. */
  setAside: number | null;
  /** True if the closing counted more than was represented. */
  unverified: boolean;
  /** Null while open, and on closings from before trees of ballots were made. */
  seal: ClosingSeal | null;
}

interface QuestionKey {
  assemblyId: number;
  jointId: number;
  conceptId: number;
}

/** The intervals of a joint's questions, or of one, by question and in their order; deleted questions' too. */
export async function readIntervals(
  db: Db,
  of: Omit<QuestionKey, 'conceptId'> & { conceptId?: number },
): Promise<Map<number, StoredInterval[]>> {
  let query = db
    .selectFrom('question_interval')
    .selectAll()
    .where('assembly_id', '=', of.assemblyId)
    .where('joint_id', '=', of.jointId)
    .orderBy('concept_id')
    .orderBy('number');
  if (of.conceptId !== undefined) query = query.where('concept_id', '=', of.conceptId);
  const rows = of.conceptId === ATTENDANCE ? [] : await query.execute();
  const again = rows.flatMap(({ number, opened_by }) =>
    number > 1 && opened_by !== null ? [opened_by] : [],
  );
  const names = again.length === 0 ? null : await readActorNames(db, again);
  const intervals = new Map<number, StoredInterval[]>();
  for (const row of rows) {
    const theirs = intervals.get(row.concept_id) ?? [];
    intervals.set(row.concept_id, theirs);
    theirs.push({
      number: row.number,
      openedAt: row.opened_at,
      openedBy:
        row.number === 1 || row.opened_by === null
          ? null
          : (names?.actor(row.opened_by, row.opened_at) ?? null),
      reason: row.reason,
      closedAt: row.closed_at,
      votes: row.votes,
      result: row.result === null ? null : JSON.parse(row.result),
      setAside: row.set_aside,
      unverified: row.unverified === 1,
      seal: null,
    });
  }
  const roots = rows.length === 0 ? new Map<number, string[]>() : await readRoots(db, of);
  for (const [conceptId, theirs] of intervals) {
    // Each closing made a tree, but those from before there were trees.
    const closed = theirs.filter(({ closedAt }) => closedAt !== null).reverse();
    const newest = roots.get(conceptId)?.reverse() ?? [];
    for (const [i, interval] of closed.entries()) interval.seal = sealOf(newest[i]);
  }
  return intervals;
}

const sealOf = (root: string | undefined): ClosingSeal | null =>
  root === undefined ? null : { root, words: wordsOfRoot(fromBase64(root) ?? new Uint8Array()) };

/** The roots over the ballots of a joint's closings, in base 64, by question and in their order. */
async function readRoots(
  db: Db,
  of: Omit<QuestionKey, 'conceptId'> & { conceptId?: number },
): Promise<Map<number, string[]>> {
  let query = db
    .selectFrom('ballot_tree')
    .select(['concept_id as conceptId', 'root'])
    .where('assembly_id', '=', of.assemblyId)
    .where('joint_id', '=', of.jointId)
    .orderBy('seq');
  if (of.conceptId !== undefined) query = query.where('concept_id', '=', of.conceptId);
  const roots = new Map<number, string[]>();
  for (const { conceptId, root } of await query.execute()) {
    roots.set(conceptId, [...(roots.get(conceptId) ?? []), root]);
  }
  return roots;
}

/**
 * A question is open from now on.
 * @param opening when, by whom and why; `setAside` is the number of votes that a reopening set aside
 * @returns which of its intervals this is, from 1
 */
export async function beginInterval(
  trx: Db,
  { assemblyId, jointId, conceptId }: QuestionKey,
  opening: { at: Millis; by: string; reason: string | null; setAside: number },
): Promise<number> {
  const { last } = await trx
    .selectFrom('question_interval')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', '=', conceptId)
    .executeTakeFirstOrThrow();
  const number = (last ?? 0) + 1;
  await trx
    .insertInto('question_interval')
    .values({
      ...{ assembly_id: assemblyId, joint_id: jointId, concept_id: conceptId, number },
      opened_at: opening.at,
      opened_by: opening.by,
      reason: number === 1 ? null : opening.reason,
      set_aside: number === 1 ? null : opening.setAside,
    })
    .execute();
  return number;
}

/**
 * A question is closed from now on.
 * @param closing the announced result, null where a deletion ends it; `unverified` if more was counted than represented
 */
export async function endInterval(
  trx: Db,
  { assemblyId, jointId, conceptId }: QuestionKey,
  closing: {
    at: Millis;
    by: string;
    votes: number | null;
    result: ClosingResult | null;
    unverified?: boolean;
  },
): Promise<void> {
  await trx
    .updateTable('question_interval')
    .set({
      closed_at: closing.at,
      closed_by: closing.by,
      votes: closing.votes,
      result: closing.result === null ? null : JSON.stringify(closing.result),
      unverified: closing.result === null ? null : closing.unverified === true ? 1 : 0,
    })
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', '=', conceptId)
    .where('closed_at', 'is', null)
    .execute();
}
