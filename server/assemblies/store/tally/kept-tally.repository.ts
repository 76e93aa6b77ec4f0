import { sql } from 'kysely';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import {
  type OwnedUnitVote,
  type OwnerVotes,
  votesOfOwners,
} from '../../../../shared/assemblies/law/owner-votes.ts';
import type { AnswerCount } from '../../../../shared/assemblies/tally.ts';
import { nano, ZERO } from '../../../../shared/coefficient.ts';
import type { ApartmentKind } from '../../../../shared/properties/apartment-kinds.ts';
import { type Db, jsonTable, lockJoint, readAsOfNow } from '../../../platform/db/engine.ts';
import { readyQuery, sameRollUnit } from '../../../platform/db/queries.ts';
import type { Millis } from '../../../platform/db/tables.ts';
import type { VoteTable } from '../assembly-tables.ts';
import { readConcepts, type StoredConcept } from '../questions/concepts.repository.ts';
import {
  countsOf,
  countVotes,
  groupVotes,
  inGroups,
  isOfOwners,
  readOwnedUnitVotes,
  type TallyGroup,
} from './tally.repository.ts';

/*
 * Stored tally: sums of the votes of each question by answer and kind of unit and, if each owner has one vote, the
 * answers of each owner. Every transaction with new or annulled votes updates the tally, so the cost of a live screen
 * does not grow with the number of votes. Closings and reports count the votes.
 */

/** Vote to add to or subtract from the stored sums. */
type TalliedVote = Omit<VoteTable, 'assembly_id' | 'receipt' | 'holder' | 'cast_by'>;

interface TalliedQuestion {
  assemblyId: number;
  jointId: number;
  conceptId: number;
}

/** Rules for summing the votes of a question. */
interface Counting {
  /** Time of the last reopening; later votes are counted apart. Null if the question was opened once. */
  since: Millis | null;
  /** Kinds of units with one vote per owner; null if owners do not have one vote each. */
  ownersKinds: readonly ApartmentKind[] | null;
}

/**
 * Updates the stored sums of votes (tally) of the questions after votes were stored or annulled, so that screens
 * need not read every vote.
 * @param how 'stored' adds the votes to the sums; 'taken' subtracts annulled votes
 */
export async function keepTally(
  trx: Db,
  assemblyId: number,
  votes: readonly TalliedVote[],
  how: 'stored' | 'taken',
): Promise<void> {
  if (votes.length === 0) return;
  const byQuestion = new Map<string, TalliedVote[]>();
  for (const vote of votes) {
    const name = `${vote.joint_id}/${vote.concept_id}`;
    const theirs = byQuestion.get(name);
    if (theirs === undefined) byQuestion.set(name, [vote]);
    else theirs.push(vote);
  }
  for (const theirs of byQuestion.values()) {
    const [first] = theirs;
    if (first === undefined) continue;
    const question = { assemblyId, jointId: first.joint_id, conceptId: first.concept_id };
    const counting = await readCounting(trx, question);
    const sign = how === 'stored' ? 1 : -1;
    await addGroups(trx, question, sumVotes(theirs, counting.since), sign);
    if (counting.ownersKinds === null) continue;
    const { ownersKinds } = counting;
    const counted = theirs.filter(({ kind }) => ownersKinds.includes(kind));
    await addOwners(trx, question, await readVotingOwners(trx, question, counted), sign);
  }
}

/** Replaces the stored sums of votes of a question by sums counted anew from the votes. */
export async function recountTally(trx: Db, assemblyId: number, concept: StoredConcept): Promise<void> {
  const { jointId, conceptId } = concept;
  const question = { assemblyId, jointId, conceptId };
  for (const table of ['tally', 'owner_ballots', 'owner_tally'] as const) {
    await trx
      .deleteFrom(table)
      .where('assembly_id', '=', assemblyId)
      .where('joint_id', '=', jointId)
      .where('concept_id', '=', conceptId)
      .execute();
  }
  await addGroups(trx, question, await groupVotes(trx, assemblyId, jointId, [concept]), 1);
  if (!isOfOwners(concept)) return;
  await addOwners(trx, question, await readOwnedUnitVotes(trx, assemblyId, jointId, [concept]), 1);
}

/**
 * Reads the stored number of votes for each answer of a joint's questions. Key: number of the question.
 * Value: count of each answer. Same result as `countVotes`, without reading the votes.
 */
export async function keptCounts(
  db: Db,
  assemblyId: number,
  jointId: number,
  concepts: readonly StoredConcept[],
): Promise<Map<number, AnswerCount[]>> {
  if (concepts.length === 0) return new Map();
  const conceptIds = concepts.map(({ conceptId }) => conceptId);
  const groups = await db
    .selectFrom('tally')
    .select(['concept_id as conceptId', 'answer_id as answerId', 'kind', 'apartments', 'coefficient'])
    .select(['in_room as inRoom', 'ballots', 'ballot_coefficient as ballotCoefficient', 'late'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', 'in', conceptIds)
    .where('apartments', '>', 0)
    .execute();
  const owners = new Map<number, Map<number, OwnerVotes>>();
  if (concepts.some(isOfOwners)) {
    const sums = await db
      .selectFrom('owner_tally')
      .select(['concept_id as conceptId', 'answer_id as answerId', 'votes', 'divided'])
      .where('assembly_id', '=', assemblyId)
      .where('joint_id', '=', jointId)
      .where('concept_id', 'in', conceptIds)
      .execute();
    for (const { conceptId, answerId, ...sum } of sums)
      owners.set(conceptId, (owners.get(conceptId) ?? new Map()).set(answerId, sum));
  }
  return countsOf(concepts, groups, owners);
}

/** True if the stored sums of a question equal a new count of the votes. Checked at each closing. */
export async function isTallyKept(
  db: Db,
  assemblyId: number,
  concept: StoredConcept,
  counted: readonly AnswerCount[],
): Promise<boolean> {
  const { jointId, conceptId } = concept;
  const storedCounts = (await keptCounts(db, assemblyId, jointId, [concept])).get(conceptId) ?? [];
  const inOrder = (counts: readonly AnswerCount[]) => [...counts].sort((a, b) => a.answerId - b.answerId);
  return JSON.stringify(inOrder(storedCounts)) === JSON.stringify(inOrder(counted));
}

/**
 * Checks at server start the stored sums of votes in current assemblies, and recounts a question if the sums differ
 * from the votes, for example in a database last used by a version without stored sums.
 * @returns the number of recounted questions
 */
export async function keepTallies(db: Db): Promise<number> {
  const questions = await db
    .selectFrom('concept as c')
    .innerJoin('assembly as a', 'a.assembly_id', 'c.assembly_id')
    .select(['a.joint_id as rootId', 'c.assembly_id as assemblyId', 'c.joint_id as jointId'])
    .select('c.concept_id as conceptId')
    .where('a.archived_at', 'is', null)
    .where('c.concept_id', '>', ATTENDANCE)
    .where('c.deleted_at', 'is', null)
    // A migration could not count questions with one vote per owner.
    .where((eb) => eb.or([eb('c.active', '=', 1), eb('c.vote_per', '=', 'owner')]))
    .execute();
  let recounted = 0;
  for (const { rootId, assemblyId, ...question } of questions) {
    const isOff = async (trx: Db): Promise<StoredConcept | null> => {
      const [concept] = await readConcepts(trx, { assemblyId, ...question });
      if (concept === undefined) return null;
      const counts = await countVotes(trx, assemblyId, question.jointId, [concept]);
      const counted = counts.get(question.conceptId) ?? [];
      return (await isTallyKept(trx, assemblyId, concept, counted)) ? null : concept;
    };
    if ((await readAsOfNow(db, isOff)) === null) continue;
    await db.transaction().execute(async (trx) => {
      await lockJoint(trx, rootId);
      const concept = await isOff(trx);
      if (concept === null) return;
      await recountTally(trx, assemblyId, concept);
      recounted += 1;
    });
  }
  return recounted;
}

async function readCounting(db: Db, question: TalliedQuestion): Promise<Counting> {
  const [row] = (await countingOf(db, question)).rows;
  if (row === undefined) throw new Error(`The question ${question.conceptId} is missing.`);
  return { since: row.since, ownersKinds: isOfOwners(row) ? JSON.parse(row.kinds) : null };
}

type CountingRow = Pick<StoredConcept, 'rule' | 'votePer'> & { kinds: string; since: Millis | null };

const countingOf = readyQuery<TalliedQuestion, CountingRow>((db, { assemblyId, jointId, conceptId }) =>
  db
    .selectFrom('concept as c')
    .select((eb) => [
      'c.rule',
      'c.vote_per as votePer',
      'c.per_unit_kinds as kinds',
      eb
        .selectFrom('question_interval as i')
        .select((of) => of.fn.max('i.opened_at').as('since'))
        .where('i.assembly_id', '=', assemblyId)
        .where('i.joint_id', '=', jointId)
        .where('i.concept_id', '=', conceptId)
        .where('i.number', '>', 1)
        .as('since'),
    ])
    .where('c.assembly_id', '=', assemblyId)
    .where('c.joint_id', '=', jointId)
    .where('c.concept_id', '=', conceptId),
);

/**
 * Sums votes of a question by answer and kind of unit.
 * @param since time of the last reopening, epoch ms; null without a reopening
 */
export function sumVotes(votes: readonly TalliedVote[], since: Millis | null): TallyGroup[] {
  return merged(
    votes.flatMap((vote) => {
      const { coefficient } = vote;
      return inGroups(
        {
          conceptId: vote.concept_id,
          answerId: vote.answer_id,
          kind: vote.kind,
          apartments: 1,
          coefficient,
          inRoom: vote.remote === 0 ? coefficient : ZERO,
          late: since !== null && vote.at >= since ? 1 : 0,
        },
        vote.choices,
      );
    }),
  );
}

/** Adds up groups of votes with the same answer and kind of unit. */
function merged(groups: readonly TallyGroup[]): TallyGroup[] {
  const sums = new Map<string, TallyGroup>();
  for (const group of groups) {
    const name = `${group.answerId}/${group.kind}`;
    const sum = sums.get(name);
    if (sum === undefined) {
      sums.set(name, { ...group });
      continue;
    }
    sum.apartments += group.apartments;
    sum.coefficient = nano(sum.coefficient + group.coefficient);
    sum.inRoom = nano(sum.inRoom + group.inRoom);
    sum.ballots += group.ballots;
    sum.ballotCoefficient = nano(sum.ballotCoefficient + group.ballotCoefficient);
    sum.late += group.late;
  }
  return [...sums.values()];
}

const groupColumns = {
  answer_id: 'integer',
  kind: 'text',
  apartments: 'integer',
  coefficient: 'bigint',
  in_room: 'bigint',
  ballots: 'integer',
  ballot_coefficient: 'bigint',
  late: 'integer',
} as const;

async function addGroups(
  trx: Db,
  question: TalliedQuestion,
  groups: readonly TallyGroup[],
  sign: 1 | -1,
): Promise<void> {
  const rows = merged(groups).map((group) => ({
    answer_id: group.answerId,
    kind: group.kind,
    apartments: sign * group.apartments,
    coefficient: sign * group.coefficient,
    in_room: sign * group.inRoom,
    ballots: sign * group.ballots,
    ballot_coefficient: sign * group.ballotCoefficient,
    late: sign * group.late,
  }));
  if (rows.length > 0) await addToTally(trx, { ...question, rows: JSON.stringify(rows) });
}

const addToTally = readyQuery<TalliedQuestion & { rows: string }>(
  (trx, { assemblyId, jointId, conceptId, rows }) => sql`
    insert into tally (assembly_id, joint_id, concept_id, answer_id, kind, apartments, coefficient, in_room, ballots,
      ballot_coefficient, late)
    select cast(${assemblyId} as integer), cast(${jointId} as integer), cast(${conceptId} as integer), r.answer_id,
      r.kind, r.apartments, r.coefficient, r.in_room, r.ballots, r.ballot_coefficient, r.late
    from ${jsonTable(trx, rows, groupColumns)} as r
    where true
    on conflict (assembly_id, joint_id, concept_id, answer_id, kind) do update set
      apartments = tally.apartments + excluded.apartments, coefficient = tally.coefficient + excluded.coefficient,
      in_room = tally.in_room + excluded.in_room, ballots = tally.ballots + excluded.ballots,
      ballot_coefficient = tally.ballot_coefficient + excluded.ballot_coefficient, late = tally.late + excluded.late
  `,
);

/** Reads the owners of the voting units at the time of the vote. */
async function readVotingOwners(
  db: Db,
  { assemblyId, jointId }: TalliedQuestion,
  votes: readonly TalliedVote[],
): Promise<OwnedUnitVote[]> {
  const units = votes.map(({ apartment_id, roll_version, answer_id }) => ({
    assembly_id: assemblyId,
    joint_id: jointId,
    apartment_id,
    roll_version,
    answer_id,
  }));
  const types = {
    assembly_id: 'integer',
    joint_id: 'integer',
    apartment_id: 'text',
    roll_version: 'integer',
    answer_id: 'integer',
  } as const;
  const rows = await db
    .selectFrom(jsonTable<(typeof units)[number]>(db, units, types).as('v'))
    .innerJoin('roll_entry as u', (join) =>
      join.on(sameRollUnit('u', 'v')).onRef('u.version', '=', 'v.roll_version'),
    )
    .select(['v.apartment_id as apartmentId', 'v.answer_id as answerId'])
    .select('u.person_key as owner')
    .execute();
  return rows.map(({ apartmentId, answerId, owner }) => ({
    owner: owner ?? `unit:${apartmentId}`,
    answerId,
  }));
}

interface OwnerAnswerCount extends OwnedUnitVote {
  ballots: number;
}

/**
 * Adds votes to the sums of questions with one vote per owner. All units of an owner count together: each sum
 * changes by the new result of the owners minus the old result.
 */
async function addOwners(
  trx: Db,
  question: TalliedQuestion,
  ballots: readonly OwnedUnitVote[],
  sign: 1 | -1,
): Promise<void> {
  if (ballots.length === 0) return;
  const before = await ballotsOf(trx, question, [...new Set(ballots.map(({ owner }) => owner))]);
  const nameOf = ({ owner, answerId }: OwnedUnitVote) => `${answerId}/${owner}`;
  const after = new Map(before.map((one) => [nameOf(one), { ...one }]));
  const changes = new Map<string, OwnerAnswerCount>();
  for (const { owner, answerId } of ballots) {
    for (const map of [after, changes]) {
      const name = nameOf({ owner, answerId });
      const of = map.get(name) ?? { owner, answerId, ballots: 0 };
      of.ballots += sign;
      map.set(name, of);
    }
  }
  await addBallots(trx, question, [...changes.values()]);
  const stand = ({ ballots }: OwnerAnswerCount) => ballots > 0;
  const [was, is] = [votesOfOwners(before.filter(stand)), votesOfOwners([...after.values()].filter(stand))];
  const sums = [...new Set([...was.keys(), ...is.keys()])].map((answerId) => ({
    answer_id: answerId,
    votes: (is.get(answerId)?.votes ?? 0) - (was.get(answerId)?.votes ?? 0),
    divided: (is.get(answerId)?.divided ?? 0) - (was.get(answerId)?.divided ?? 0),
  }));
  await addSums(trx, question, sums);
}

function ballotsOf(
  db: Db,
  { assemblyId, jointId, conceptId }: TalliedQuestion,
  owners: readonly string[],
): Promise<OwnerAnswerCount[]> {
  const ownerRows = owners.map((owner) => ({ owner }));
  return db
    .selectFrom('owner_ballots')
    .select(['owner', 'answer_id as answerId', 'ballots'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', '=', conceptId)
    .where('owner', 'in', (eb) =>
      eb.selectFrom(jsonTable<{ owner: string }>(db, ownerRows, { owner: 'text' }).as('r')).select('r.owner'),
    )
    .execute();
}

async function addBallots(
  trx: Db,
  { assemblyId, jointId, conceptId }: TalliedQuestion,
  changes: readonly OwnerAnswerCount[],
): Promise<void> {
  const rows = changes.map(({ owner, answerId, ballots }) => ({ owner, answer_id: answerId, ballots }));
  const types = { owner: 'text', answer_id: 'integer', ballots: 'integer' } as const;
  await sql`
    insert into owner_ballots (assembly_id, joint_id, concept_id, owner, answer_id, ballots)
    select cast(${assemblyId} as integer), cast(${jointId} as integer), cast(${conceptId} as integer), r.owner,
      r.answer_id, r.ballots
    from ${jsonTable<(typeof rows)[number]>(trx, rows, types)} as r
    where true
    on conflict (assembly_id, joint_id, concept_id, owner, answer_id)
      do update set ballots = owner_ballots.ballots + excluded.ballots
  `.execute(trx);
}

async function addSums(
  trx: Db,
  { assemblyId, jointId, conceptId }: TalliedQuestion,
  sums: readonly { answer_id: number; votes: number; divided: number }[],
): Promise<void> {
  const types = { answer_id: 'integer', votes: 'integer', divided: 'integer' } as const;
  await sql`
    insert into owner_tally (assembly_id, joint_id, concept_id, answer_id, votes, divided)
    select cast(${assemblyId} as integer), cast(${jointId} as integer), cast(${conceptId} as integer), r.answer_id,
      r.votes, r.divided
    from ${jsonTable<(typeof sums)[number]>(trx, sums, types)} as r
    where true
    on conflict (assembly_id, joint_id, concept_id, answer_id) do update set
      votes = owner_tally.votes + excluded.votes, divided = owner_tally.divided + excluded.divided
  `.execute(trx);
}
