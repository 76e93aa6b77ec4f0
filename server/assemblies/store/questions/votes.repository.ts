import { sql } from 'kysely';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import type { Rule } from '../../../../shared/assemblies/law/majority.ts';
import type { VoteWay } from '../../../../shared/assemblies/votes.api.ts';
import type { Nano } from '../../../../shared/coefficient.ts';
import type { VotePer } from '../../../../shared/properties/vote-per.ts';
import { type Db, jsonTable } from '../../../platform/db/engine.ts';
import { finds, sameRollUnit } from '../../../platform/db/queries.ts';
import type { Millis } from '../../../platform/db/tables.ts';
import type { VoteTable } from '../assembly-tables.ts';

/** Reads the answer numbers from a stored vote for several names: '1,4,7' gives 1, 4 and 7. */
export const answersOf = (choices: string): number[] => choices.split(',').map(Number);

/**
 * Text of the answer chosen in a vote, from the question's answers. A vote for several candidates gives all
 * names: 'Ana Díaz · Luis Gil'.
 * @param choices ids of the voted answers as stored; null for a single answer
 */
export function votedText(
  answers: readonly { answerId: number; description: string }[],
  { answerId, choices }: { answerId: number; choices?: string | null },
): string {
  const voted = choices == null ? [answerId] : answersOf(choices);
  const texts = voted.map((id) => answers.find((answer) => answer.answerId === id)?.description ?? '');
  return texts.join(' · ');
}

interface VoteFilter {
  assemblyId: number;
  jointId: number;
  conceptId?: number;
  apartmentId?: string;
  apartmentIds?: readonly string[];
}

/** Counted vote of a unit, as stored: neither annulled nor set aside. */
export interface StoredVote {
  /** Number of the question. */
  conceptId: number;
  apartmentId: string;
  /** Name of the unit's owner at the time of the vote; null if not recorded. */
  owner: string | null;
  /** Number of the voted answer; the last answer of a vote with several names. */
  answerId: number;
  /** All answer numbers of a vote with several names; null for other votes. */
  choices: string | null;
  /** Coefficient of the unit at the time of the vote, in 10⁻⁹. */
  coefficient: Nano;
  at: Millis;
  /** Random code given to the voter to find the vote later. */
  receipt: string;
  /** Device of the vote: phone, card or badge, or registration desk. */
  way: VoteWay;
  /** User id ('12') or code that the unit was registered by at the time of the vote. */
  holder: string;
}

/**
 * Returns the device used for a vote: phone (own account), card or badge, or desk. Found from two stored columns:
 * author of the vote, and holder of the unit.
 */
export function voteWayOf({ cast_by: by, holder }: Pick<VoteTable, 'cast_by' | 'holder'>): VoteWay {
  if (by.startsWith('code:')) return 'card';
  return by.startsWith('user:') && by !== `user:${holder}` ? 'desk' : 'phone';
}

/**
 * Returns the current votes cast by the desk for voters on some questions, each as question number and unit id: '7
 * 101'. Live screens tell the owner about the vote.
 */
export async function deskVotesOn(
  db: Db,
  { assemblyId, jointId, conceptIds }: { assemblyId: number; jointId: number; conceptIds: readonly number[] },
): Promise<Set<string>> {
  if (conceptIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('vote')
    .select(['concept_id as conceptId', 'apartment_id as apartmentId'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', 'in', conceptIds)
    .where('cast_by', 'like', 'user:%')
    .where(sql<boolean>`cast_by <> 'user:' || holder`)
    .execute();
  return new Set(rows.map(({ conceptId, apartmentId }) => `${conceptId} ${apartmentId}`));
}

/**
 * Reads the counted votes of a joint (neither annulled nor set aside), optionally of a single question or some
 * units.
 */
export async function readVotes(db: Db, filter: VoteFilter): Promise<StoredVote[]> {
  let query = db
    .selectFrom('vote as v')
    .innerJoin('roll_entry as e', (join) =>
      join.on(sameRollUnit('e', 'v')).onRef('e.version', '=', 'v.roll_version'),
    )
    .select(['v.concept_id as conceptId', 'v.apartment_id as apartmentId', 'v.answer_id as answerId'])
    .select(['v.choices', 'v.coefficient', 'v.at', 'v.receipt', 'e.owner_name as owner'])
    .select(['v.cast_by', 'v.holder'])
    .where('v.assembly_id', '=', filter.assemblyId)
    .where('v.joint_id', '=', filter.jointId);
  if (filter.conceptId !== undefined) query = query.where('v.concept_id', '=', filter.conceptId);
  if (filter.apartmentId !== undefined) query = query.where('v.apartment_id', '=', filter.apartmentId);
  if (filter.apartmentIds !== undefined) {
    const wanted = filter.apartmentIds.map((id) => ({ id }));
    query = query.where('v.apartment_id', 'in', (eb) =>
      eb.selectFrom(jsonTable<{ id: string }>(db, wanted, { id: 'text' }).as('r')).select('r.id'),
    );
  }
  const rows = await query.execute();
  return rows.map(({ cast_by, ...vote }) => ({ ...vote, way: voteWayOf({ cast_by, holder: vote.holder }) }));
}

/** True if any vote of the assembly counts now, so neither annulled nor deleted. */
export function hasVotes(db: Db, assemblyId: number): Promise<boolean> {
  return finds(db.selectFrom('vote').select('concept_id').where('assembly_id', '=', assemblyId).limit(1));
}

/** Question, with the rules that give the weight of a vote. */
interface Weighing {
  jointId: number;
  conceptId: number;
  rule: Rule | null;
  votePer: VotePer;
}

/** True if a correction since the vote `v` gave the unit to another person. */
const hadOtherOwner = sql`exists (select 1 from roll_entry as e
  where ${sameRollUnit('e', 'v')} and e.version > v.roll_version and e.other_person = 1)`;

/**
 * True if the vote `v` has the weight of the unit `u` on the assembly's roll now: same coefficient; with one vote
 * each also the same kind; with one vote per owner also the same owner, because the base counts the represented
 * owners.
 */
function weighsAsNow({ rule, votePer }: Weighing) {
  const isSame = sql`u.coefficient = v.coefficient`;
  if (rule !== 'perUnit') return isSame;
  const isOfKind = sql`(${isSame} and u.kind = v.kind)`;
  return votePer === 'owner' ? sql`(${isOfKind} and not ${hadOtherOwner})` : isOfKind;
}

/**
 * Finds the units with a stored vote that may no longer count: the unit is no longer registered, or has another
 * coefficient since the vote. A reopening sets these votes aside. At a closing the result is empty unless a row was
 * changed by hand (specification, section 5, rules 11 and 14a).
 * @returns unit ids, in the order of the roll
 */
export async function readVotesOfAbsent(db: Db, assemblyId: number, question: Weighing): Promise<string[]> {
  const { rows } = await sql<{ unit: string }>`
    select v.apartment_id as unit
    from vote as v
      left join attendance as t on ${sameRollUnit('t', 'v')}
      left join roll_unit as u on ${sameRollUnit('u', 'v')}
    where v.assembly_id = ${assemblyId} and v.joint_id = ${question.jointId} and v.concept_id = ${question.conceptId}
      and (t.apartment_id is null or u.apartment_id is null or not ${weighsAsNow(question)})
    order by u.position, v.apartment_id
  `.execute(db);
  return rows.map(({ unit }) => unit);
}

/** Units with votes affected by the reopening of a question: lists of unit ids, in the order of the roll. */
export interface ReopenedVotes {
  /** Units with a vote excluded by the reopening. */
  setAside: string[];
  /** Units with a vote kept, and a doubtful change of owner since the vote. */
  unsureOwners: string[];
}

/**
 * Finds the votes of a closed question affected by a reopening: votes that no longer count, and votes that stay but
 * with a doubtful change of the unit's owner since.
 */
export async function readReopenedVotes(db: Db, assemblyId: number, of: Weighing): Promise<ReopenedVotes> {
  const setAside = await readVotesOfAbsent(db, assemblyId, of);
  const isPerOwner = of.rule === 'perUnit' && of.votePer === 'owner';
  if (!isPerOwner) return { setAside, unsureOwners: [] };
  const { rows } = await sql<{ unit: string }>`
    select v.apartment_id as unit
    from vote as v
      left join roll_unit as u on ${sameRollUnit('u', 'v')}
    where v.assembly_id = ${assemblyId} and v.joint_id = ${of.jointId} and v.concept_id = ${of.conceptId}
      and exists (select 1 from roll_entry as e
        where ${sameRollUnit('e', 'v')} and e.version > v.roll_version and e.other_person = 0)
    order by u.position, v.apartment_id
  `.execute(db);
  const isAside = new Set(setAside);
  return { setAside, unsureOwners: rows.flatMap(({ unit }) => (isAside.has(unit) ? [] : [unit])) };
}

/** True if a vote was ever cast in the assembly, also if annulled since. */
export async function wereVotesCast(db: Db, assemblyId: number): Promise<boolean> {
  if (await hasVotes(db, assemblyId)) return true;
  return finds(
    db
      .selectFrom('annulment')
      .select('concept_id')
      .where('assembly_id', '=', assemblyId)
      .where('concept_id', '>', ATTENDANCE)
      .limit(1),
  );
}
