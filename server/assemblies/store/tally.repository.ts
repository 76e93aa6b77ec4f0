import { type OwnersBallot, votesOfOwners } from '../../../shared/assemblies/law/owner-votes.ts';
import type { AnswerCount } from '../../../shared/assemblies/tally.ts';
import { type Nano, nano, ZERO } from '../../../shared/coefficient.ts';
import { type ApartmentKind, apartmentKinds } from '../../../shared/properties/apartment-kinds.ts';
import { ownerKey } from '../../../shared/properties/owner-key.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameRollUnit } from '../../platform/db/queries.ts';
import type { StoredConcept } from './concepts.repository.ts';
import { answersOf } from './votes.repository.ts';

/** What a joint's roll adds up to. */
export interface RollTotal {
  apartments: number;
  coefficient: Nano;
}

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

/** What is represented in a joint: the sum over the units registered now. */
export interface Represented {
  apartments: number;
  coefficient: Nano;
  owners: number;
  /** Its owners by the kinds of units that they have there, with how many units of each. */
  byKinds: readonly { owners: number; units: Record<ApartmentKind, number> }[];
}

/** How many votes of one each are represented: of the units of some kinds, or of their owners. */
export function votesOfOne(
  { byKinds }: Represented,
  { perUnitKinds, votePer }: Pick<StoredConcept, 'perUnitKinds' | 'votePer'>,
): number {
  return byKinds.reduce((sum, { owners, units }) => {
    const theirs = perUnitKinds.reduce((some, kind) => some + units[kind], 0);
    return sum + (votePer === 'unit' ? theirs : theirs > 0 ? owners : 0);
  }, 0);
}

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
    .groupBy('u.owner_key');
  // As many rows as there are sets of kinds that somebody owns: a few.
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

/** The ballots of some questions where each owner has one vote, as the roll had their units when they were cast. */
export async function readOwnersBallots(
  db: Db,
  assemblyId: number,
  jointId: number,
  concepts: readonly Pick<StoredConcept, 'conceptId' | 'perUnitKinds'>[],
): Promise<(OwnersBallot & { conceptId: number; apartmentId: string })[]> {
  const kindsOf = new Map(concepts.map(({ conceptId, perUnitKinds }) => [conceptId, perUnitKinds]));
  const rows = await db
    .selectFrom('vote as v')
    .innerJoin('roll_entry as u', (join) =>
      join.on(sameRollUnit('u', 'v')).onRef('u.version', '=', 'v.roll_version'),
    )
    .select(['v.concept_id as conceptId', 'v.apartment_id as apartmentId', 'v.answer_id as answerId'])
    .select(['v.kind', 'u.owner_name as name', 'u.owner_document as document'])
    .where('v.assembly_id', '=', assemblyId)
    .where('v.joint_id', '=', jointId)
    .where('v.concept_id', 'in', [...kindsOf.keys()])
    .execute();
  return rows
    .filter(({ conceptId, kind }) => kindsOf.get(conceptId)?.includes(kind) === true)
    .map(({ conceptId, apartmentId, answerId, name, document }) => ({
      ...{ conceptId, apartmentId, answerId },
      owner: ownerKey(name ?? '', document, apartmentId),
    }));
}

/** Whether each owner has one vote in a question. */
export const isOfOwners = ({ rule, votePer }: Pick<StoredConcept, 'rule' | 'votePer'>): boolean =>
  rule === 'perUnit' && votePer === 'owner';

/**
 * Counts the stored votes of a joint's questions by answer, as integers, in the store. A vote counts with the
 * coefficient and the kind that its unit had when it was cast.
 * @param concepts which questions; votes of one each are counted only for those decided so, of the kinds that count
 * @returns per question its answers that got votes
 */
export async function countVotes(
  db: Db,
  assemblyId: number,
  jointId: number,
  concepts: readonly StoredConcept[],
): Promise<Map<number, AnswerCount[]>> {
  const counts = new Map<number, AnswerCount[]>();
  if (concepts.length === 0) return counts;
  const conceptIds = concepts.map((concept) => concept.conceptId);
  const again = concepts.find(({ active, intervals }) => active === 1 && intervals.length > 1);
  const since = { conceptId: again?.conceptId ?? 0, at: again?.intervals.at(-1)?.openedAt ?? 0 };
  // Ballots with several names are sums of their own, each to be added to all of its names.
  const isNamed = concepts.some(({ contest }) => contest?.method === 'nominal');
  const rows = await db
    .selectFrom('vote')
    .$if(isNamed, (query) => query.select('choices').groupBy('choices'))
    .select((eb) => [
      'concept_id',
      'answer_id',
      'kind',
      eb.fn.countAll<number>().as('apartments'),
      eb.fn.sum<number>('coefficient').as('coefficient'),
      eb.fn
        .sum<number>(eb.case().when('remote', '=', 0).then(eb.ref('coefficient')).else(0).end())
        .as('in_room'),
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
    .where('concept_id', 'in', conceptIds)
    .groupBy(['concept_id', 'answer_id', 'kind'])
    .execute();
  const byId = new Map(concepts.map((concept) => [concept.conceptId, concept]));
  for (const row of rows) {
    const concept = byId.get(row.concept_id);
    const of = counts.get(row.concept_id) ?? [];
    counts.set(row.concept_id, of);
    const isCounted =
      concept?.rule === 'perUnit' && concept.votePer === 'unit' && concept.perUnitKinds.includes(row.kind);
    for (const answerId of row.choices == null ? [row.answer_id] : answersOf(row.choices)) {
      let answer = of.find((one) => one.answerId === answerId);
      if (answer === undefined) {
        answer = { answerId, apartments: 0, coefficient: ZERO, dwellings: 0, inRoom: ZERO };
        if (concept?.contest?.method === 'nominal') answer.ballots = { apartments: 0, coefficient: ZERO };
        of.push(answer);
      }
      answer.apartments += row.apartments;
      answer.coefficient = nano(answer.coefficient + row.coefficient);
      answer.inRoom = nano(answer.inRoom + row.in_room);
      if (isCounted) answer.dwellings += row.apartments;
      if (answerId !== row.answer_id) continue;
      if (row.concept_id === again?.conceptId) answer.late = (answer.late ?? 0) + row.late;
      if (answer.ballots === undefined) continue;
      answer.ballots.apartments += row.apartments;
      answer.ballots.coefficient = nano(answer.ballots.coefficient + row.coefficient);
    }
  }
  const ofOwners = concepts.filter(isOfOwners);
  if (ofOwners.length === 0) return counts;
  const ballots = await readOwnersBallots(db, assemblyId, jointId, ofOwners);
  for (const { conceptId } of ofOwners) {
    const owners = votesOfOwners(ballots.filter((ballot) => ballot.conceptId === conceptId));
    for (const answer of counts.get(conceptId) ?? []) {
      const { votes = 0, divided = 0 } = owners.get(answer.answerId) ?? {};
      answer.dwellings = votes;
      if (divided > 0) answer.divided = divided;
    }
  }
  return counts;
}
