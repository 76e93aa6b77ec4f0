import { sql } from 'kysely';
import type { ErrorCode } from '../../../shared/errors.ts';
import { type DeviceColumns, isOwners, mayAnswer } from '../../accounts/index.ts';
import { type Db, jsonTable } from '../../platform/db/engine.ts';
import { readyQuery } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { VoteTable } from '../store/assembly-tables.ts';
import { confirmByVote } from '../store/attendance/quorum-check.repository.ts';
import { keepTally } from '../store/tally/kept-tally.repository.ts';

/** Vote of a unit to be inserted, in the column names of the database. */
export interface VoteToStore {
  joint_id: number;
  /** Number of the question. */
  concept_id: number;
  apartment_id: string;
  /** Number of the answer, from 1. */
  answer_id: number;
  /**
   * Device that votes: the user's id, or the code of a badge or card; null if the registration desk votes for the
   * person.
   */
  holder: string | null;
  /** Number of the user account that votes; null for a code. */
  user_id: number | null;
  /** Author for the audit trail: 'user:12' or 'code:…'. */
  actor: string;
  /** Random code given to the voter to find the vote later. */
  receipt: string;
  /**
   * All answers of a vote with several names, ascending (`1,4,7`); `answer_id` is the last. Absent in other votes.
   */
  choices?: string;
}

const columns = {
  joint_id: 'integer',
  concept_id: 'integer',
  apartment_id: 'text',
  answer_id: 'integer',
  holder: 'text',
  user_id: 'integer',
  actor: 'text',
  receipt: 'text',
  choices: 'text',
} as const;

const device: DeviceColumns = { holder: sql.ref('r.holder'), userId: sql.ref('r.user_id') };

/** Vote just stored, as a row of the table of votes without the assembly's id. */
export type CastVote = Omit<VoteTable, 'assembly_id'>;

/** Number of commas in a vote with several names: one less than the number of names. */
const names = sql`length(r.choices) - length(replace(r.choices, ',', ''))`;
const hasBlank = sql`',' || r.choices || ',' like '%,' || c.blank_answer_id || ',%'`;
/**
 * Condition (SQL) for a vote with several names: only in elections by `nominal`, at most as many names as seats,
 * without the blank answer. Answers are numbered 1 to n, so if the last number exists, all exist.
 */
const mayName = sql`r.choices is null
  or (c.method = 'nominal' and ${names} < c.seats and (c.blank_answer_id is null or not (${hasBlank})))`;

/**
 * Stores the valid votes and adds them to the stored sums of the questions. Ignores invalid votes
 * (`whyRefused` tells the reason).
 * @param at current time, epoch ms
 * @returns the stored votes
 */
export async function storeVotes(
  trx: Db,
  assemblyId: number,
  votes: readonly VoteToStore[],
  at: Millis,
): Promise<CastVote[]> {
  const cast = await insertVotes(trx, assemblyId, votes, at);
  await keepTally(trx, assemblyId, cast, 'stored');
  return cast;
}

/**
 * Inserts the valid votes. A vote is valid if the question is open, the unit is on the assembly's roll with a
 * coefficient above zero, the unit is registered by the caller or another device of the same owner, and the
 * unit has no vote yet. The inserting statement itself checks all conditions. Cross joins make SQLite start
 * at the votes.
 * @param at current time, epoch ms
 * @returns stored votes
 */
export async function insertVotes(
  trx: Db,
  assemblyId: number,
  votes: readonly VoteToStore[],
  at: Millis,
): Promise<CastVote[]> {
  const { rows } = await insertValid(trx, { assemblyId, votes: JSON.stringify(votes), at });
  const apartmentIds = [...new Set(rows.map((vote) => vote.apartment_id))];
  if (apartmentIds.length > 0) await confirmByVote(trx, { assemblyId, apartmentIds, at });
  return rows;
}

const insertValid = readyQuery<{ assemblyId: number; votes: string; at: Millis }, CastVote>(
  (trx, { assemblyId, votes, at }) => sql<CastVote>`
    insert into vote (assembly_id, joint_id, concept_id, apartment_id, answer_id, coefficient, at, receipt,
      holder, cast_by, remote, kind, roll_version, choices)
    select c.assembly_id, c.joint_id, c.concept_id, u.apartment_id, a.answer_id, u.coefficient,
      cast(${at} as bigint), r.receipt, t.holder,
      case when r.user_id is null or t.holder = r.holder then r.actor else 'owner:' || r.holder end, t.remote,
      u.kind, u.version, r.choices
    from ${jsonTable<VoteToStore>(trx, votes, columns)} as r
      cross join concept as c cross join answer as a cross join roll_unit as u cross join attendance as t
    where c.assembly_id = ${assemblyId} and c.joint_id = r.joint_id and c.concept_id = r.concept_id
      and c.concept_id > 1 and c.active = 1
      and a.assembly_id = c.assembly_id and a.joint_id = c.joint_id and a.concept_id = c.concept_id
      and a.answer_id = r.answer_id
      and (${mayName})
      and u.assembly_id = c.assembly_id and u.joint_id = c.joint_id and u.apartment_id = r.apartment_id
      and u.coefficient > 0
      and t.assembly_id = u.assembly_id and t.joint_id = u.joint_id and t.apartment_id = u.apartment_id
      and (r.holder is null or ${mayAnswer(device, 't', 'u')})
    on conflict do nothing
    returning joint_id, concept_id, apartment_id, answer_id, coefficient, at, receipt, holder, cast_by,
      kind, remote, roll_version, choices
  `,
);

/**
 * Stores all the votes of a request, or no vote if any of them is invalid.
 * @param at current time, epoch ms
 * @returns the valid votes; shorter than `votes` if the request was refused
 */
export async function insertAllOrNone(
  trx: Db,
  assemblyId: number,
  votes: readonly VoteToStore[],
  at: Millis,
): Promise<CastVote[]> {
  await sql`savepoint split_vote`.execute(trx);
  const cast = await insertVotes(trx, assemblyId, votes, at);
  if (cast.length < votes.length) await sql`rollback to split_vote`.execute(trx);
  await sql`release split_vote`.execute(trx);
  return cast;
}

interface Circumstances extends VoteToStore {
  on_roll: string | null;
  coefficient: number | null;
  question: number | null;
  active: number | null;
  answer: number | null;
  held_by: string | null;
  voted: string | null;
  own: number;
  may_answer: number;
  takes_names: number | null;
  too_many: number | null;
}

/**
 * Finds the reason for each refused vote (closed question, unit without registration, second vote …), in the
 * transaction of the refusal.
 * @returns error codes in the order of the votes
 */
export async function whyRefused(
  trx: Db,
  assemblyId: number,
  votes: readonly VoteToStore[],
): Promise<ErrorCode[]> {
  const { rows } = await sql<Circumstances>`
    select r.receipt, r.holder, u.apartment_id as on_roll, u.coefficient, c.concept_id as question, c.active,
      a.answer_id as answer, t.holder as held_by, v.receipt as voted,
      case when ${isOwners(device, 'u')} then 1 else 0 end as own,
      case when ${mayAnswer(device, 't', 'u')} then 1 else 0 end as may_answer,
      r.choices, case when c.method = 'nominal' then 1 else 0 end as takes_names,
      case when ${names} >= c.seats then 1 else 0 end as too_many
    from ${jsonTable<VoteToStore>(trx, votes, columns)} as r
      left join roll_unit as u on u.assembly_id = ${assemblyId} and u.joint_id = r.joint_id
        and u.apartment_id = r.apartment_id
      left join concept as c on c.assembly_id = ${assemblyId} and c.joint_id = r.joint_id
        and c.concept_id = r.concept_id and c.deleted_at is null
      left join answer as a on a.assembly_id = c.assembly_id and a.joint_id = c.joint_id
        and a.concept_id = c.concept_id and a.answer_id = r.answer_id
      left join attendance as t on t.assembly_id = ${assemblyId} and t.joint_id = r.joint_id
        and t.apartment_id = r.apartment_id
      left join vote as v on v.assembly_id = ${assemblyId} and v.joint_id = r.joint_id
        and v.concept_id = r.concept_id and v.apartment_id = r.apartment_id
  `.execute(trx);
  const byReceipt = new Map(rows.map((row) => [row.receipt, reasonOf(row)]));
  return votes.map((vote) => byReceipt.get(vote.receipt) ?? 'apartmentNotFound');
}

/**
 * Returns the first reason to refuse a vote: missing access of the caller comes before the state of the question.
 */
function reasonOf(row: Circumstances): ErrorCode {
  const theirs = row.holder === null || row.may_answer === 1 || row.own === 1;
  if (row.on_roll === null || !theirs) return 'apartmentNotFound';
  if (row.question === null) return 'conceptNotFound';
  if (row.voted !== null) return 'alreadyVoted';
  if (row.active !== 1) return 'voteNotActive';
  if (row.held_by === null) return 'apartmentNotRegistered';
  if (row.holder !== null && row.may_answer !== 1) return 'heldByAnother';
  if (row.coefficient === 0) return 'zeroCoefficient';
  if (row.answer === null) return 'answerUnknown';
  if (row.choices != null) {
    if (row.takes_names !== 1) return 'oneAnswerOnly';
    return row.too_many === 1 ? 'tooManyNames' : 'blankWithNames';
  }
  // Second vote of the unit in one split vote: the first vote was rolled back, so no stored vote shows the reason.
  return 'alreadyVoted';
}
