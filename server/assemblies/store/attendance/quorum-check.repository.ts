import type { QuorumCheck, Weight } from '../../../../shared/assemblies/live.ts';
import { type Nano, sumNano, toNumber } from '../../../../shared/coefficient.ts';
import { deviceColumns, mayAnswer, type OwnerDevice } from '../../../accounts/index.ts';
import { type Db, jsonTable } from '../../../platform/db/engine.ts';
import { readyQuery, sameIn, sameRollUnit } from '../../../platform/db/queries.ts';
import type { Millis } from '../../../platform/db/tables.ts';

/**
 * Running quorum check ('Verificar quórum'): people registered from home are asked to confirm that they still
 * follow the meeting.
 */
export interface RunningCheck {
  checkId: number;
  startedAt: Millis;
}

/** Announced time to confirm, in milliseconds: enough to come back to the page from the video meeting. */
const ANSWER_MS = 5 * 60_000;

/** Unit registered from home and asked to confirm in a running quorum check ('Verificar quórum'). */
export interface AskedUnit {
  jointId: number;
  apartmentId: string;
  owner: string;
  coefficient: Nano;
  /** User id or code that answers for the unit. */
  holder: string;
  /** Time of the confirmation, epoch ms; null while unconfirmed. */
  confirmedAt: Millis | null;
  /** 1 if the unit has already voted on an open question, else 0. */
  voted: number;
}

/** Returns the running quorum check of an assembly; undefined without a check. */
export function runningCheck(db: Db, assemblyId: number): Promise<RunningCheck | undefined> {
  return db
    .selectFrom('quorum_check')
    .select(['check_id as checkId', 'started_at as startedAt'])
    .where('assembly_id', '=', assemblyId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Starts a quorum check ('Verificar quórum') for all units of some joints that are registered from home.
 * @param check `isVirtual`: the assembly has no room now, so units registered in the room are asked too
 * @returns number of the check, and the asked units; empty if no unit is at home
 */
export async function insertCheck(
  trx: Db,
  check: { assemblyId: number; jointIds: readonly number[]; at: Millis; actor: string; isVirtual: boolean },
): Promise<{ checkId: number; askedUnits: { jointId: number; apartmentId: string }[] }> {
  const { check_id: checkId } = await trx
    .insertInto('quorum_check')
    .values({ assembly_id: check.assemblyId, started_at: check.at, started_by: check.actor })
    .returning('check_id')
    .executeTakeFirstOrThrow();
  const askedUnits = await trx
    .insertInto('quorum_check_unit')
    .columns(['check_id', 'joint_id', 'apartment_id', 'registered_at'])
    .expression((eb) =>
      eb
        .selectFrom('attendance')
        .select((e) => [
          e.cast<number>(e.val(checkId), 'integer').as('check_id'),
          'joint_id',
          'apartment_id',
          'at',
        ])
        .where('assembly_id', '=', check.assemblyId)
        .where('joint_id', 'in', check.jointIds)
        .$if(!check.isVirtual, (query) => query.where('remote', '=', 1)),
    )
    .returning(['joint_id as jointId', 'apartment_id as apartmentId'])
    .execute();
  return { checkId, askedUnits };
}

/**
 * Reads the units asked by a quorum check and still registered, in the order of the joint's table of units.
 * @param where `answeredBy`: only the units of this user or code
 */
export async function readAskedUnits(
  db: Db,
  where: { assemblyId: number; checkId: number; jointIds: readonly number[]; answeredBy?: OwnerDevice },
): Promise<AskedUnit[]> {
  let query = db
    .selectFrom('quorum_check_unit as c')
    // A reversed or new registration is not the asked registration.
    .innerJoin('attendance as t', (join) =>
      join
        .onRef('t.joint_id', '=', 'c.joint_id')
        .onRef('t.apartment_id', '=', 'c.apartment_id')
        .onRef('t.at', '=', 'c.registered_at')
        .on('t.assembly_id', '=', where.assemblyId),
    )
    .innerJoin('roll_unit as u', (join) => join.on(sameRollUnit('u', 't')))
    .select(['c.joint_id as jointId', 'c.apartment_id as apartmentId', 'c.confirmed_at as confirmedAt'])
    .select(['t.holder', 'u.owner_name as owner', 'u.coefficient'])
    .select((eb) =>
      eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('vote as v')
              .innerJoin('concept as q', (join) =>
                join.on(sameIn('q', 'v', ['assembly_id', 'joint_id', 'concept_id'])),
              )
              .select('v.receipt')
              .where('v.assembly_id', '=', where.assemblyId)
              .whereRef('v.apartment_id', '=', 'c.apartment_id')
              .where('q.active', '=', 1),
          ),
        )
        .then(eb.lit(1))
        .else(eb.lit(0))
        .end()
        .as('voted'),
    )
    .where('c.check_id', '=', where.checkId)
    .where('c.joint_id', 'in', where.jointIds)
    .orderBy('c.joint_id')
    .orderBy('u.position');
  if (where.answeredBy !== undefined) {
    query = query.where(mayAnswer(deviceColumns(where.answeredBy), 't', 'u'));
  }
  return query.execute();
}

/**
 * Returns the running quorum check ('Verificar quórum') for a joint's screens, with the numbers of asked and
 * confirmed units; null without a check.
 */
export async function checkOfJoint(db: Db, assemblyId: number, jointId: number): Promise<QuorumCheck | null> {
  const check = await runningCheck(db, assemblyId);
  if (check === undefined) return null;
  return checkFigures(
    check,
    await readAskedUnits(db, { assemblyId, checkId: check.checkId, jointIds: [jointId] }),
  );
}

/** Computes the figures of a quorum check for screens: units asked and units confirmed, with coefficients. */
export function checkFigures(check: RunningCheck, units: readonly AskedUnit[]): QuorumCheck {
  return {
    checkId: check.checkId,
    startedAt: new Date(check.startedAt).toISOString(),
    answerBy: new Date(check.startedAt + ANSWER_MS).toISOString(),
    asked: weigh(units),
    confirmed: weigh(units.filter((unit) => unit.confirmedAt !== null)),
  };
}

const weigh = (units: readonly AskedUnit[]): Weight => ({
  apartments: units.length,
  coefficient: toNumber(sumNano(units.map((unit) => unit.coefficient))),
});

/** Notes the confirmation of units in a quorum check. Earlier confirmations stay unchanged. */
export async function confirmUnits(
  trx: Db,
  units: { checkId: number; apartmentIds: readonly string[]; at: Millis },
): Promise<void> {
  await trx
    .updateTable('quorum_check_unit')
    .set({ confirmed_at: units.at })
    .where('check_id', '=', units.checkId)
    .where('apartment_id', 'in', units.apartmentIds)
    .where('confirmed_at', 'is', null)
    .execute();
}

/**
 * Confirms the presence of asked units that voted during a quorum check: a vote proves presence
 * (specification, section 5, rule 28b).
 */
export async function confirmByVote(
  trx: Db,
  { assemblyId, apartmentIds, at }: { assemblyId: number; apartmentIds: readonly string[]; at: Millis },
): Promise<void> {
  const units = apartmentIds.map((apartment_id) => ({ apartment_id }));
  await confirmVoters(trx, { assemblyId, units: JSON.stringify(units), at });
}

const confirmVoters = readyQuery<{ assemblyId: number; units: string; at: Millis }>(
  (trx, { assemblyId, units, at }) =>
    trx
      .updateTable('quorum_check_unit')
      .set({ confirmed_at: at })
      .where('confirmed_at', 'is', null)
      .where('check_id', 'in', (eb) =>
        eb
          .selectFrom('quorum_check')
          .select('check_id')
          .where('assembly_id', '=', assemblyId)
          .where('ended_at', 'is', null),
      )
      .where('apartment_id', 'in', (eb) =>
        eb
          .selectFrom(jsonTable<{ apartment_id: string }>(trx, units, { apartment_id: 'text' }).as('r'))
          .select('r.apartment_id'),
      ),
);

/**
 * Stores the end of a quorum check ('Verificar quórum'): no owner can confirm any more.
 * @param at epoch ms
 */
export async function markEnded(trx: Db, checkId: number, at: Millis): Promise<void> {
  await trx.updateTable('quorum_check').set({ ended_at: at }).where('check_id', '=', checkId).execute();
}
