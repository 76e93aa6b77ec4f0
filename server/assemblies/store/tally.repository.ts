import type { AnswerCount } from '../../../shared/assemblies/tally.ts';
import { type Nano, nano, ZERO } from '../../../shared/coefficient.ts';
import { type ApartmentKind, apartmentKinds } from '../../../shared/properties/apartment-kinds.ts';
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
  /** Its units by kind. */
  units: Record<ApartmentKind, number>;
}

/** How many of the represented units are of some kinds. */
export function unitsOf({ units }: Represented, kinds: readonly ApartmentKind[]): number {
  return kinds.reduce((sum, kind) => sum + units[kind], 0);
}

export async function represented(db: Db, assemblyId: number, jointId: number): Promise<Represented> {
  const row = await db
    .selectFrom('attendance as t')
    .innerJoin('roll_unit as u', (join) => join.on(sameRollUnit('u', 't')))
    .select((eb) => [
      eb.fn.countAll<number>().as('apartments'),
      eb.fn.coalesce(eb.fn.sum<Nano>('u.coefficient'), eb.lit(0)).as('coefficient'),
      eb.fn.count<number>('u.owner_key').distinct().as('owners'),
      ...apartmentKinds.map((kind) =>
        eb.fn.sum<number | null>(eb.case().when('u.kind', '=', kind).then(1).else(0).end()).as(kind),
      ),
    ])
    .where('t.assembly_id', '=', assemblyId)
    .where('t.joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  const { apartments, coefficient, owners, vivienda, local, parqueadero, deposito, otro } = row;
  return {
    apartments,
    coefficient: nano(coefficient),
    owners,
    units: {
      vivienda: vivienda ?? 0,
      local: local ?? 0,
      parqueadero: parqueadero ?? 0,
      deposito: deposito ?? 0,
      otro: otro ?? 0,
    },
  };
}

/**
 * Counts the stored votes of a joint's questions by answer, as integers, in the store. A vote counts with the
 * coefficient and the kind that its unit had when it was cast.
 * @param concepts which questions; dwellings are counted only for those decided per unit, of the kinds that count
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
    const isCounted = concept?.rule === 'perUnit' && concept.perUnitKinds.includes(row.kind);
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
  return counts;
}
