import { ATTENDANCE, REGISTERED } from '../../shared/assemblies/concepts.api.ts';
import { quorumOf } from '../../shared/assemblies/quorum.ts';
import { type AnswerCount, decide, votedOf } from '../../shared/assemblies/tally.ts';
import { type Nano, nano, toNumber } from '../../shared/coefficient.ts';
import type { LiveConcept } from '../../shared/live.ts';
import type { Db } from '../db/engine.ts';
import type { AssemblyRow } from './assembly.repository.ts';
import type { StoredConcept } from './concepts.repository.ts';
import { type Represented, represented } from './open-question.ts';

/** What a joint's roll adds up to. */
export interface RollTotal {
  apartments: number;
  coefficient: Nano;
}

async function rollTotal(db: Db, assemblyId: number, jointId: number): Promise<RollTotal> {
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

/**
 * Counts the stored votes of a joint's questions by answer, as integers, in the store.
 * @param conceptIds which questions; dwellings are counted only for those decided per unit
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
    ])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', 'in', conceptIds)
    .groupBy(['concept_id', 'answer_id'])
    .execute();
  const perUnit = concepts
    .filter((concept) => concept.rule === 'perUnit')
    .map((concept) => concept.conceptId);
  const dwellings = await countDwellings(db, assemblyId, jointId, perUnit);
  for (const row of rows) {
    const of = counts.get(row.concept_id) ?? [];
    of.push({
      answerId: row.answer_id,
      apartments: row.apartments,
      coefficient: nano(row.coefficient),
      inRoom: nano(row.in_room),
      dwellings: dwellings.get(`${row.concept_id}/${row.answer_id}`) ?? 0,
    });
    counts.set(row.concept_id, of);
  }
  return counts;
}

async function countDwellings(db: Db, assemblyId: number, jointId: number, conceptIds: readonly number[]) {
  if (conceptIds.length === 0) return new Map<string, number>();
  const rows = await db
    .selectFrom('vote as v')
    .innerJoin('roll_unit as u', (join) =>
      join
        .onRef('u.assembly_id', '=', 'v.assembly_id')
        .onRef('u.joint_id', '=', 'v.joint_id')
        .onRef('u.apartment_id', '=', 'v.apartment_id'),
    )
    .select((eb) => ['v.concept_id', 'v.answer_id', eb.fn.countAll<number>().as('units')])
    .where('v.assembly_id', '=', assemblyId)
    .where('v.joint_id', '=', jointId)
    .where('v.concept_id', 'in', conceptIds)
    .where('u.kind', '=', 'vivienda')
    .groupBy(['v.concept_id', 'v.answer_id'])
    .execute();
  return new Map(rows.map((row) => [`${row.concept_id}/${row.answer_id}`, row.units]));
}

/** Everything of an assembly that a result depends on beside the votes themselves. */
export interface Standing {
  assembly: Pick<AssemblyRow, 'call' | 'mode'>;
  total: RollTotal;
  now: Represented;
}

export async function standingOf(db: Db, assembly: AssemblyRow, jointId: number): Promise<Standing> {
  return {
    assembly,
    total: await rollTotal(db, assembly.assembly_id, jointId),
    now: await represented(db, assembly.assembly_id, jointId),
  };
}

export function quorumNow({ assembly, total, now }: Standing) {
  return quorumOf({
    call: assembly.call,
    registered: now.coefficient,
    total: total.coefficient,
    owners: now.owners,
  });
}

/**
 * A concept's result: its answers with what they gathered, and how it is decided. The one place where stored
 * votes become a result; wall, panel, phones and reports show what it returns.
 */
export function resultOf(
  concept: StoredConcept,
  counted: readonly AnswerCount[],
  standing: Standing,
): LiveConcept {
  const { total, now, assembly } = standing;
  const attendance: AnswerCount = { ...now, answerId: REGISTERED, inRoom: nano(0) };
  const given = concept.conceptId === ATTENDANCE ? [attendance] : counted;
  const answers = concept.answers.map(
    ({ answerId }) => given.find((answer) => answer.answerId === answerId) ?? emptyAnswer(answerId),
  );
  const voted = votedOf(answers);
  return {
    conceptId: concept.conceptId,
    conceptDescription: concept.description,
    active: concept.active,
    rule: concept.rule,
    voted: { apartments: voted.apartments, coefficient: toNumber(voted.coefficient) },
    answers: answers.map((answer) => ({
      answerId: answer.answerId,
      answerDescription: concept.answers.find((a) => a.answerId === answer.answerId)?.description ?? '',
      apartments: answer.apartments,
      coefficient: toNumber(answer.coefficient),
      dwellings: answer.dwellings,
      inRoom: toNumber(answer.inRoom),
    })),
    outcome: concept.rule === null ? null : outcome(concept.rule),
  };

  function outcome(rule: NonNullable<StoredConcept['rule']>): LiveConcept['outcome'] {
    const closed = concept.active === 0 ? concept.base : null;
    const base = closed ?? { ...now, call: assembly.call };
    const quorum = quorumOf({
      call: base.call,
      registered: base.coefficient,
      total: total.coefficient,
      owners: base.owners,
    }).reached;
    const decision = decide(
      {
        rule,
        approvingAnswerId: concept.approvingAnswerId ?? 1,
        active: concept.active === 1,
        closed: concept.closedAt !== null,
      },
      answers,
      { ...base, quorum },
      { total: total.coefficient, mode: assembly.mode },
    );
    return {
      status: decision.status,
      answerId: decision.answerId,
      base: { apartments: decision.base.apartments, coefficient: toNumber(decision.base.coefficient) },
      share: decision.share,
    };
  }
}

const emptyAnswer = (answerId: number): AnswerCount => ({
  answerId,
  apartments: 0,
  coefficient: nano(0),
  dwellings: 0,
  inRoom: nano(0),
});
