import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import type { Nano } from '../../shared/coefficient.ts';
import type { Db } from '../db/engine.ts';
import type { VoteTable } from '../db/tables.ts';
import type { Act } from './act.ts';
import { takeVotes } from './annulment.ts';

/** The open question of each joint of the family, if it has one. */
export async function openQuestions(act: Act): Promise<{ jointId: number; conceptId: number }[]> {
  const rows = await act.trx
    .selectFrom('concept')
    .select(['joint_id', 'concept_id'])
    .where('assembly_id', '=', act.assembly.assemblyId)
    .where('joint_id', 'in', act.family)
    .where('concept_id', '>', ATTENDANCE)
    .where('active', '=', 1)
    .execute();
  return rows.map((row) => ({ jointId: row.joint_id, conceptId: row.concept_id }));
}

/** Takes the votes of some units on whatever is open now; the caller keeps them as annulled. */
export async function annulOpenVotes(act: Act, apartmentIds: readonly string[]): Promise<VoteTable[]> {
  const taken: VoteTable[] = [];
  for (const question of await openQuestions(act)) {
    const votes = await takeVotes(act, { ...question, apartmentIds });
    if (votes.length > 0) act.changed.votes.add(question.jointId);
    taken.push(...votes);
  }
  return taken;
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
  return { ...row, coefficient: row.coefficient as Nano };
}

/** Closes a joint's open question, recording what was represented: the base of its outcome. */
export async function closeQuestion(
  act: Act,
  question: { jointId: number; conceptId: number },
): Promise<void> {
  const base = await represented(act.trx, act.assembly.assemblyId, question.jointId);
  await act.trx
    .updateTable('concept')
    .set({
      active: 0,
      closed_at: act.at,
      base_apartments: base.apartments,
      base_coefficient: base.coefficient,
      base_dwellings: base.dwellings,
      base_owners: base.owners,
      base_call: act.assembly.call,
    })
    .where('assembly_id', '=', act.assembly.assemblyId)
    .where('joint_id', '=', question.jointId)
    .where('concept_id', '=', question.conceptId)
    .execute();
  act.changed.concepts.add(question.jointId);
  await act.audit('conceptDeactivated', { ...question, base });
}
