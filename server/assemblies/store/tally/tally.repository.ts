import {
  type OwnedUnitVote,
  type OwnerVotes,
  votesOfOwners,
} from '../../../../shared/assemblies/law/owner-votes.ts';
import type { AnswerCount } from '../../../../shared/assemblies/tally.ts';
import { type Nano, nano, ZERO } from '../../../../shared/coefficient.ts';
import { type ApartmentKind, apartmentKinds } from '../../../../shared/properties/apartment-kinds.ts';
import type { Db } from '../../../platform/db/engine.ts';
import { sameRollUnit } from '../../../platform/db/queries.ts';
import type { StoredConcept } from '../questions/concepts.repository.ts';
import { answersOf } from '../questions/votes.repository.ts';

/** Totals of a joint's roll (list of units with owners): number of units and sum of coefficients. */
export interface RollTotal {
  /** Number of units. */
  apartments: number;
  /** Sum of the coefficients in 10⁻⁹ of the table's unit: 100 % is 100000000000. */
  coefficient: Nano;
}

/** Sums the roll of a joint: number of units, and coefficients in 10⁻⁹. Base of the quorum and of some majorities. */
export async function rollTotal(db: Db, assemblyId: number, jointId: number): Promise<RollTotal> {
  const row = await db
    .selectFrom('roll_unit')
    .select((eb) => [
      eb.fn.countAll<number>().as('apartments'),
      eb.fn.coalesce(eb.fn.sum<number>('coefficient'), eb.lit(0)).as('coefficient'),
    ])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  return { apartments: row.apartments, coefficient: nano(row.coefficient) };
}

/** Sums over the units registered in a joint now, for the quorum and for results. */
export interface Represented {
  /** Number of registered units. */
  apartments: number;
  /** Sum of the coefficients in 10⁻⁹ of the table's unit: 2,5 % is 2500000000. */
  coefficient: Nano;
  /** Number of different owners. */
  owners: number;
  /**
   * Owners grouped by the kinds of their registered units: `owners` owners have, each, `units` units of a
   * kind.
   */
  byKinds: readonly { owners: number; units: Record<ApartmentKind, number> }[];
}

/**
 * Number of votes that the units present may cast in a question with equal votes: one for each unit of the counted
 * kinds or, with `votePer` 'owner', one for each owner of these units.
 */
export function votesOfOne(
  { byKinds }: Represented,
  { perUnitKinds, votePer }: Pick<StoredConcept, 'perUnitKinds' | 'votePer'>,
): number {
  return byKinds.reduce((sum, { owners, units }) => {
    const theirs = perUnitKinds.reduce((some, kind) => some + units[kind], 0);
    return sum + (votePer === 'unit' ? theirs : theirs > 0 ? owners : 0);
  }, 0);
}

/**
 * Reads the sums of the units registered in a joint (co-owned property) now: coefficients, and numbers of
 * owners and of units by kind.
 */
export async function represented(db: Db, assemblyId: number, jointId: number): Promise<Represented> {
  const ofOwners = db
    .selectFrom('attendance as t')
    .innerJoin('roll_unit as u', (join) => join.on(sameRollUnit('u', 't')))
    .select((eb) => [
      eb.fn.sum<Nano>('u.coefficient').as('coefficient'),
      ...apartmentKinds.map((kind) =>
        eb.fn.sum<number>(eb.case().when('u.kind', '=', kind).then(1).else(0).end()).as(kind),
      ),
    ])
    .where('t.assembly_id', '=', assemblyId)
    .where('t.joint_id', '=', jointId)
    .groupBy('u.person_key');
  // One row per combination of kinds in the hands of an owner: a few rows.
  const rows = await db
    .selectFrom(ofOwners.as('o'))
    .select((eb) => [
      eb.fn.countAll<number>().as('owners'),
      eb.fn.sum<number>('coefficient').as('coefficient'),
      ...apartmentKinds.map((kind) => eb.fn.sum<number>(kind).as(kind)),
    ])
    .groupBy((eb) => apartmentKinds.map((kind) => eb.case().when(kind, '>', 0).then(1).else(0).end()))
    .execute();
  const byKinds = rows.map(({ owners, coefficient: _, ...units }) => ({ owners, units }));
  return {
    apartments: byKinds.reduce(
      (sum, { units }) => sum + apartmentKinds.reduce((some, kind) => some + units[kind], 0),
      0,
    ),
    coefficient: nano(rows.reduce((sum, row) => sum + row.coefficient, 0)),
    owners: byKinds.reduce((sum, { owners }) => sum + owners, 0),
    byKinds,
  };
}

/**
 * Reads the votes of units on questions that count one vote per owner, each with the owner of the unit at the time
 * of the vote. The caller joins the votes of an owner's units to a single vote.
 */
export async function readOwnedUnitVotes(
  db: Db,
  assemblyId: number,
  jointId: number,
  concepts: readonly Pick<StoredConcept, 'conceptId' | 'perUnitKinds'>[],
): Promise<(OwnedUnitVote & { conceptId: number; apartmentId: string })[]> {
  const kindsOf = new Map(concepts.map(({ conceptId, perUnitKinds }) => [conceptId, perUnitKinds]));
  const rows = await db
    .selectFrom('vote as v')
    .innerJoin('roll_entry as u', (join) =>
      join.on(sameRollUnit('u', 'v')).onRef('u.version', '=', 'v.roll_version'),
    )
    .select(['v.concept_id as conceptId', 'v.apartment_id as apartmentId', 'v.answer_id as answerId'])
    .select(['v.kind', 'u.person_key as owner'])
    .where('v.assembly_id', '=', assemblyId)
    .where('v.joint_id', '=', jointId)
    .where('v.concept_id', 'in', [...kindsOf.keys()])
    .execute();
  return rows
    .filter(({ conceptId, kind }) => kindsOf.get(conceptId)?.includes(kind) === true)
    .map(({ conceptId, apartmentId, answerId, owner }) => ({
      conceptId,
      apartmentId,
      answerId,
      owner: owner ?? `unit:${apartmentId}`,
    }));
}

/**
 * True if a question counts one vote for each owner, not for each unit: rule of one vote each (`perUnit`) with
 * `votePer` 'owner'.
 */
export const isOfOwners = ({ rule, votePer }: Pick<StoredConcept, 'rule' | 'votePer'>): boolean =>
  rule === 'perUnit' && votePer === 'owner';

/** Sums of the votes for an answer of a question, for one kind of unit (vivienda, local …). */
export interface TallyGroup {
  /** Number of the question. */
  conceptId: number;
  /** Number of the answer, from 1. */
  answerId: number;
  kind: ApartmentKind;
  /** Number of units with a vote that names the answer. */
  apartments: number;
  /** Sum of the coefficients of these units, in 10⁻⁹. */
  coefficient: Nano;
  /** Part of `coefficient` from units registered in the room, not from home. */
  inRoom: Nano;
  /**
   * Number of votes counted under the answer, each vote once: a vote with several names counts under the last name.
   */
  ballots: number;
  /** Sum of the coefficients of `ballots`, in 10⁻⁹. */
  ballotCoefficient: Nano;
  /** Number of units, among `apartments`, with a vote cast since the last reopening of the question. */
  late: number;
}

/**
 * Counts for questions with one vote for each owner. First key: number of the question. Second key: number of the
 * answer. Value: votes of owners.
 */
export type OwnerCounts = ReadonlyMap<number, ReadonlyMap<number, OwnerVotes>>;

/**
 * Counts the stored votes of a joint's questions. Key: number of the question. Value: count of each answer
 * with votes. Each vote counts with the coefficient (10⁻⁹) and the kind of the unit at the time of the vote.
 * Reads every vote; live screens use the stored sums (`keptCounts`).
 * @param concepts questions to count; the rule of one vote each applies only to questions with the rule, and
 *   to the counted kinds of units
 */
export async function countVotes(
  db: Db,
  assemblyId: number,
  jointId: number,
  concepts: readonly StoredConcept[],
): Promise<Map<number, AnswerCount[]>> {
  if (concepts.length === 0) return new Map();
  const groups = await groupVotes(db, assemblyId, jointId, concepts);
  const ofOwners = concepts.filter(isOfOwners);
  const owners = new Map<number, ReadonlyMap<number, OwnerVotes>>();
  if (ofOwners.length > 0) {
    const ballots = await readOwnedUnitVotes(db, assemblyId, jointId, ofOwners);
    for (const { conceptId } of ofOwners)
      owners.set(conceptId, votesOfOwners(ballots.filter((ballot) => ballot.conceptId === conceptId)));
  }
  return countsOf(concepts, groups, owners);
}

/** True if a question was reopened and is open: votes since the reopening are counted apart. */
const isOpenAgain = ({ active, intervals }: StoredConcept): boolean => active === 1 && intervals.length > 1;

/**
 * Sums the stored votes of some questions by answer and kind of unit, from the single votes. A vote with several
 * names counts once for each name.
 */
export async function groupVotes(
  db: Db,
  assemblyId: number,
  jointId: number,
  concepts: readonly StoredConcept[],
): Promise<TallyGroup[]> {
  const again = concepts.find(isOpenAgain);
  const since = { conceptId: again?.conceptId ?? 0, at: again?.intervals.at(-1)?.openedAt ?? 0 };
  const isNamed = concepts.some(({ contest }) => contest?.method === 'nominal');
  const rows = await db
    .selectFrom('vote')
    .$if(isNamed, (query) => query.select('choices').groupBy('choices'))
    .select((eb) => [
      'concept_id as conceptId',
      'answer_id as answerId',
      'kind',
      eb.fn.countAll<number>().as('apartments'),
      eb.fn.sum<Nano>('coefficient').as('coefficient'),
      eb.fn
        .sum<Nano>(eb.case().when('remote', '=', 0).then(eb.ref('coefficient')).else(0).end())
        .as('inRoom'),
      eb.fn
        .sum<number>(
          eb
            .case()
            .when(eb.and([eb('concept_id', '=', since.conceptId), eb('at', '>=', since.at)]))
            .then(1)
            .else(0)
            .end(),
        )
        .as('late'),
    ])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where(
      'concept_id',
      'in',
      concepts.map(({ conceptId }) => conceptId),
    )
    .groupBy(['concept_id', 'answer_id', 'kind'])
    .execute();
  return rows.flatMap(({ choices = null, ...row }) => inGroups(row, choices));
}

/**
 * Makes the sums for each name of a vote with several names (an election): each name gets the full number and
 * coefficient. A vote for a single answer gives a single sum.
 * @param votes sums of equal votes: same answer, names and kind of unit
 * @param choices answer numbers of the names, joined by commas ('1,4,7'); null for a single answer
 */
export function inGroups(
  votes: Omit<TallyGroup, 'ballots' | 'ballotCoefficient'>,
  choices: string | null,
): TallyGroup[] {
  const once = { ...votes, ballots: votes.apartments, ballotCoefficient: votes.coefficient };
  if (choices === null) return [once];
  const named = { ...votes, ballots: 0, ballotCoefficient: ZERO, late: 0 };
  return answersOf(choices).map((answerId) => (answerId === votes.answerId ? once : { ...named, answerId }));
}

/**
 * Converts sums by answer and kind of unit to the counts used by `decide`. Key: number of the question. Value:
 * count of each answer; answers without votes are left out.
 * @param owners counts for questions with a vote per owner, instead of per unit
 */
export function countsOf(
  concepts: readonly StoredConcept[],
  groups: readonly TallyGroup[],
  owners: OwnerCounts,
): Map<number, AnswerCount[]> {
  const counts = new Map<number, AnswerCount[]>();
  const byId = new Map(concepts.map((concept) => [concept.conceptId, concept]));
  for (const { conceptId, answerId, ...group } of groups) {
    const concept = byId.get(conceptId);
    if (concept === undefined) continue;
    const of = counts.get(conceptId) ?? [];
    counts.set(conceptId, of);
    let answer = of.find((one) => one.answerId === answerId);
    if (answer === undefined) {
      answer = { answerId, apartments: 0, coefficient: ZERO, dwellings: 0, inRoom: ZERO };
      if (concept.contest?.method === 'nominal') answer.ballots = { apartments: 0, coefficient: ZERO };
      if (isOpenAgain(concept)) answer.late = 0;
      of.push(answer);
    }
    answer.apartments += group.apartments;
    answer.coefficient = nano(answer.coefficient + group.coefficient);
    answer.inRoom = nano(answer.inRoom + group.inRoom);
    const isCounted =
      concept.rule === 'perUnit' && concept.votePer === 'unit' && concept.perUnitKinds.includes(group.kind);
    if (isCounted) answer.dwellings += group.apartments;
    if (answer.late !== undefined) answer.late += group.late;
    if (answer.ballots === undefined) continue;
    answer.ballots.apartments += group.ballots;
    answer.ballots.coefficient = nano(answer.ballots.coefficient + group.ballotCoefficient);
  }
  for (const [conceptId, ofAnswers] of owners) {
    for (const answer of counts.get(conceptId) ?? []) {
      const { votes = 0, divided = 0 } = ofAnswers.get(answer.answerId) ?? {};
      answer.dwellings = votes;
      if (divided > 0) answer.divided = divided;
    }
  }
  return counts;
}
