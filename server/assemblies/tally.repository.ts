import type { AnswerCount } from '../../shared/assemblies/tally.ts';
import { type Nano, nano } from '../../shared/coefficient.ts';
import type { Db } from '../db/engine.ts';
import type { StoredConcept } from './concepts.repository.ts';

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
  dwellings: number;
  owners: number;
}

export async function represented(db: Db, assemblyId: number, jointId: number): Promise<Represented> {
  const row = await db
    .selectFrom('attendance as t')
    .innerJoin('roll_unit as u', (join) =>
      join
        .onRef('u.assembly_id', '=', 't.assembly_id')
        .onRef('u.joint_id', '=', 't.joint_id')
        .onRef('u.apartment_id', '=', 't.apartment_id'),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('apartments'),
      eb.fn.coalesce(eb.fn.sum<Nano>('u.coefficient'), eb.lit(0)).as('coefficient'),
      eb.fn.count<number>('u.owner_key').distinct().as('owners'),
      eb.fn
        .coalesce(
          eb.fn.sum<number>(eb.case().when('u.kind', '=', 'vivienda').then(1).else(0).end()),
          eb.lit(0),
        )
        .as('dwellings'),
    ])
    .where('t.assembly_id', '=', assemblyId)
    .where('t.joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  return { ...row, coefficient: nano(row.coefficient) };
}

/**
 * Counts the stored votes of a joint's questions by answer, as integers, in the store. A vote counts with the
 * coefficient and the kind that its unit had when it was cast.
 * @param concepts which questions; dwellings are counted only for those decided per unit
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
  const rows = await db
    .selectFrom('vote')
    .select((eb) => [
      'concept_id',
      'answer_id',
      eb.fn.countAll<number>().as('apartments'),
      eb.fn.sum<number>('coefficient').as('coefficient'),
      eb.fn
        .sum<number>(eb.case().when('remote', '=', 0).then(eb.ref('coefficient')).else(0).end())
        .as('in_room'),
      eb.fn.sum<number>(eb.case().when('kind', '=', 'vivienda').then(1).else(0).end()).as('dwellings'),
    ])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', 'in', conceptIds)
    .groupBy(['concept_id', 'answer_id'])
    .execute();
  const perUnit = new Set(
    concepts.filter(({ rule }) => rule === 'perUnit').map(({ conceptId }) => conceptId),
  );
  for (const row of rows) {
    const of = counts.get(row.concept_id) ?? [];
    of.push({
      answerId: row.answer_id,
      apartments: row.apartments,
      coefficient: nano(row.coefficient),
      inRoom: nano(row.in_room),
      dwellings: perUnit.has(row.concept_id) ? row.dwellings : 0,
    });
    counts.set(row.concept_id, of);
  }
  return counts;
}
