import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import type { ClosingSeal, LiveConcept } from '../../../../shared/assemblies/live.ts';
import { fromBase64 } from '../../../../shared/evidence/bytes.ts';
import { wordsOfRoot } from '../../../../shared/evidence/root-words.ts';
import { readActorNames } from '../../../accounts/index.ts';
import type { Db } from '../../../platform/db/engine.ts';
import type { Millis } from '../../../platform/db/tables.ts';
import { groupEntries } from '../../../platform/lib/group-by.ts';
import type { ReopenedVotes } from './votes.repository.ts';

/**
 * Result announced by a closing: turnout, answers and outcome. Never changes, also if the question changes
 * afterwards.
 */
export type ClosingResult = Pick<LiveConcept, 'voted' | 'answers' | 'outcome'>;

/** Period of a question, from an opening to the next closing. A reopening starts another period. */
export interface StoredInterval {
  /** Number of the opening, from 1. */
  number: number;
  openedAt: Millis;
  /** Name of the person who reopened the question; null for the first opening. */
  openedBy: string | null;
  /** Reason of the reopening; null for the first opening. */
  reason: string | null;
  /** Time of the closing, epoch ms; null while open. */
  closedAt: Millis | null;
  /** Name of the person who closed the question; null while open, and in old rows. */
  closedBy: string | null;
  /** Number of votes at the closing that were cast in the interval; null while open, and in old rows. */
  votes: number | null;
  /** Result announced by the closing; null while open, after a deletion, and in old rows. */
  result: ClosingResult | null;
  /**
   * Number of votes of the former interval that the reopening set aside; null in a first interval and in old rows.
   */
  setAside: number | null;
  /** Units with a vote kept by the reopening and a doubtful change of owner since the vote. */
  unsureOwners: string[];
  /** True if the closing counted more votes than represented units allow. */
  unverified: boolean;
  /** Proof of the votes counted by the closing; null while open, and for closings older than hash trees. */
  seal: ClosingSeal | null;
}

interface QuestionKey {
  assemblyId: number;
  jointId: number;
  conceptId: number;
}

/**
 * Reads the periods of a joint's questions (opening to closing), or of a single question. Key: number of the
 * question. Value: periods, oldest first. Includes deleted questions.
 */
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
  const actors = rows.flatMap(({ number, opened_by, closed_by }) =>
    [number > 1 ? opened_by : null, closed_by].filter((actor) => actor !== null),
  );
  const names = actors.length === 0 ? null : await readActorNames(db, actors);
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
      closedBy:
        row.closed_by === null ? null : (names?.actor(row.closed_by, row.closed_at ?? undefined) ?? null),
      votes: row.votes,
      result: row.result === null ? null : JSON.parse(row.result),
      setAside: row.set_aside,
      unsureOwners: row.unsure_owners === null ? [] : JSON.parse(row.unsure_owners),
      unverified: row.unverified === 1,
      seal: null,
    });
  }
  const roots = rows.length === 0 ? new Map<number, string[]>() : await readRoots(db, of);
  for (const [conceptId, theirs] of intervals) {
    // Each closing has a tree, except closings from before trees existed.
    const closed = theirs.filter(({ closedAt }) => closedAt !== null).reverse();
    const newest = roots.get(conceptId)?.reverse() ?? [];
    for (const [i, interval] of closed.entries()) interval.seal = sealOf(newest[i]);
  }
  return intervals;
}

const sealOf = (root: string | undefined): ClosingSeal | null =>
  root === undefined ? null : { root, words: wordsOfRoot(fromBase64(root) ?? new Uint8Array()) };

/** Reads the root hashes (base 64) over the votes counted by a joint's closings, sorted by question and number. */
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
  return groupEntries((await query.execute()).map(({ conceptId, root }) => [conceptId, root]));
}

/**
 * Stores the opening of a question: starts a period (interval) that lasts until the next closing.
 * @param opening time, author and reason; for a reopening also the votes set aside
 * @returns number of the period, from 1
 */
export async function beginInterval(
  trx: Db,
  { assemblyId, jointId, conceptId }: QuestionKey,
  opening: { at: Millis; by: string; reason: string | null } & ReopenedVotes,
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
      assembly_id: assemblyId,
      joint_id: jointId,
      concept_id: conceptId,
      number,
      opened_at: opening.at,
      opened_by: opening.by,
      reason: number === 1 ? null : opening.reason,
      set_aside: number === 1 ? null : opening.setAside.length,
      unsure_owners: number === 1 ? null : JSON.stringify(opening.unsureOwners),
    })
    .execute();
  return number;
}

/**
 * Stores the closing of a question: fills in the end of the open period (interval), begun by the last
 * opening.
 * @param closing `at`: epoch ms; `by`: user; `votes`: number of votes cast in the period, null if unknown;
 * `result`: the announced result, null if a deletion ended the question; `unverified`: true if more votes
 * were counted than units represented
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
