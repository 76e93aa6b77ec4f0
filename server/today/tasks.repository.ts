import { sql } from 'kysely';
import type { Day } from '../../shared/days.ts';
import type { Centavos } from '../../shared/money.ts';
import { CONTRACT_VERSION } from '../../shared/personal/contract.ts';
import { MOST_TASK_JOINTS } from '../../shared/properties/tasks.api.ts';
import { waitingAmount } from '../billing/index.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Flag, Millis } from '../platform/db/tables.ts';

/** Root joint of the caller with the services. */
export interface OwnJoint {
  jointId: number;
  jointName: string;
  usesAssemblies: Flag;
  usesBilling: Flag;
}

/**
 * Lists root joints, by name.
 * @param jointIds ids of the joints; null for all
 */
export async function listOwnJoints(db: Db, jointIds: readonly number[] | null): Promise<OwnJoint[]> {
  if (jointIds?.length === 0) return [];
  let query = db
    .selectFrom('joint')
    .select(['joint_id as jointId', 'joint_name as jointName'])
    .select(['uses_assemblies as usesAssemblies', 'uses_billing as usesBilling'])
    .where('parent_joint_id', 'is', null)
    .orderBy('joint_name')
    .orderBy('joint_id');
  if (jointIds !== null) query = query.where('joint_id', 'in', [...jointIds]);
  return query.execute();
}

/** Waiting things of a joint: number, and the time (epoch ms) of the oldest. */
export interface Waiting {
  jointId: number;
  count: number;
  since: Millis;
}

/** Counts the spreadsheets of charges before the issue, by joint. */
export const countDrafts = (db: Db, jointIds: readonly number[]): Promise<Waiting[]> =>
  db
    .selectFrom('billing_draft as d')
    .leftJoin('billing_month as m', (join) =>
      join.onRef('m.draft_id', '=', 'd.draft_id').on('m.state', '=', 'issued'),
    )
    .select(['d.joint_id as jointId'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<Millis>('d.received_at').as('since')])
    .where('d.joint_id', 'in', [...jointIds])
    .where('d.discarded_at', 'is', null)
    .where('m.month_id', 'is', null)
    .groupBy('d.joint_id')
    .execute();

/** Payments without a unit of a joint: number and sum in centavos. */
export interface UnidentifiedMoney {
  jointId: number;
  count: number;
  amount: Centavos;
}

/** Sums the unidentified payments since an instant (epoch ms), by joint. */
export const sumWaitingPayments = (
  db: Db,
  jointIds: readonly number[],
  since: Millis,
): Promise<UnidentifiedMoney[]> =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('payment as p')
        .select(['p.joint_id as jointId', waitingAmount.as('waiting')])
        .where('p.joint_id', 'in', [...jointIds])
        .where('p.entered_at', '>=', since)
        .as('w'),
    )
    .select('w.jointId')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<Centavos>('w.waiting').as('amount')])
    .where(sql<boolean>`w.waiting > 0`)
    .groupBy('w.jointId')
    .execute();

/** Lists the current assemblies before the end, with an open or announced time. */
export const listCalledAssemblies = (db: Db, jointIds: readonly number[]) =>
  db
    .selectFrom('assembly')
    .select(['joint_id as jointId', 'scheduled_at as scheduledAt', 'opened_at as openedAt'])
    .where('joint_id', 'in', [...jointIds])
    .where('archived_at', 'is', null)
    .where('closed_at', 'is', null)
    .where((eb) => eb.or([eb('scheduled_at', 'is not', null), eb('opened_at', 'is not', null)]))
    .execute();

/** Counts the queries and claims about personal data without an answer, with the first last day of an answer, by joint. */
export const countOpenClaims = async (
  db: Db,
  jointIds: readonly number[],
): Promise<{ jointId: number; count: number; dueOn: Day }[]> => {
  if (jointIds.length === 0) return [];
  return db
    .selectFrom('data_claim')
    .select(['joint_id as jointId'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<Day>('due_on').as('dueOn')])
    .where('joint_id', 'in', [...jointIds])
    .where('answered_at', 'is', null)
    .groupBy('joint_id')
    .execute();
};

/** Lists joints without an acceptance of the transmission contract of today, by name. */
export const listWithoutContract = async (
  db: Db,
  jointIds: readonly number[],
): Promise<{ jointId: number; jointName: string }[]> => {
  if (jointIds.length === 0) return [];
  return db
    .selectFrom('joint as j')
    .leftJoin('data_contract as c', (join) =>
      join.onRef('c.joint_id', '=', 'j.joint_id').on('c.version', '=', CONTRACT_VERSION),
    )
    .select(['j.joint_id as jointId', 'j.joint_name as jointName'])
    .where('j.joint_id', 'in', [...jointIds])
    .where('j.rehearsal_of', 'is', null)
    .where('c.joint_id', 'is', null)
    .orderBy('j.joint_name')
    .orderBy('j.joint_id')
    .limit(MOST_TASK_JOINTS)
    .execute();
};

/** Counts the powers to decide on in current assemblies before the end, by joint. */
export const countPendingPowers = (db: Db, jointIds: readonly number[]): Promise<Waiting[]> =>
  db
    .selectFrom('power as p')
    .innerJoin('assembly as a', 'a.assembly_id', 'p.assembly_id')
    .select(['a.joint_id as jointId'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min<Millis>('p.entered_at').as('since')])
    .where('a.joint_id', 'in', [...jointIds])
    .where('a.archived_at', 'is', null)
    .where('a.closed_at', 'is', null)
    .where('p.state', '=', 'pending')
    .groupBy('a.joint_id')
    .execute();
