import type { ByLawMajorities } from '../../shared/assemblies/law/by-law-majorities.ts';
import { type Nano, ZERO } from '../../shared/coefficient.ts';
import type { ApartmentKind } from '../../shared/properties/apartment-kinds.ts';
import type { ByLaws } from '../../shared/properties/by-laws.ts';
import type { VotePer } from '../../shared/properties/vote-per.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Flag, Millis } from '../platform/db/tables.ts';

const flag = (value: boolean): Flag => (value ? 1 : 0);

export interface JointFacts {
  jointId: number;
  jointName: string;
  /** Set on a sector: the joint it lives in. */
  parentId: number | null;
}

const jointsFrom = (db: Db) =>
  db
    .selectFrom('joint')
    .select(['joint_id as jointId', 'joint_name as jointName', 'parent_joint_id as parentId'])
    .orderBy('joint_id');

/** Every joint and sector, in the order they were made. */
export const listJointFacts = (db: Db): Promise<JointFacts[]> => jointsFrom(db).execute();

export const findJointFacts = (db: Db, jointId: number): Promise<JointFacts | undefined> =>
  jointsFrom(db).where('joint_id', '=', jointId).executeTakeFirst();

export const listSectors = (db: Db, jointId: number): Promise<JointFacts[]> =>
  jointsFrom(db).where('parent_joint_id', '=', jointId).execute();

/** How many units a joint's table holds, and the exact sum of their coefficients. */
export interface TableSize {
  apartments: number;
  coefficient: Nano;
}

export const EMPTY_TABLE: TableSize = { apartments: 0, coefficient: ZERO };

/** By joint; of all joints, or of one. A joint without units is not in the map. */
export async function tableSizes(db: Db, jointId?: number): Promise<Map<number, TableSize>> {
  let query = db
    .selectFrom('apartment')
    .select('joint_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('apartments'),
      eb.fn.sum<Nano>('coefficient').as('coefficient'),
    ])
    .where('retired_at', 'is', null)
    .groupBy('joint_id');
  if (jointId !== undefined) query = query.where('joint_id', '=', jointId);
  return new Map((await query.execute()).map(({ joint_id, ...size }) => [joint_id, size]));
}

/** Who has one vote where nothing economic is decided: units of these kinds, or their owners. */
export interface OneVoteEach {
  perUnitKinds: ApartmentKind[];
  votePer: VotePer;
}

/** As the questions to come of a joint (or sector) begin. */
export async function readOneVoteEach(db: Db, jointId: number): Promise<OneVoteEach> {
  const row = await db
    .selectFrom('joint')
    .select(['per_unit_kinds', 'vote_per'])
    .where('joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  return { perUnitKinds: JSON.parse(row.per_unit_kinds), votePer: row.vote_per };
}

/** Sets it for the questions to come. */
export async function setOneVoteEach(
  trx: Db,
  jointId: number,
  { perUnitKinds, votePer }: OneVoteEach,
): Promise<void> {
  await trx
    .updateTable('joint')
    .set({ per_unit_kinds: JSON.stringify(perUnitKinds), vote_per: votePer })
    .where('joint_id', '=', jointId)
    .execute();
}

/** The services a joint uses. */
export interface JointServices {
  usesAssemblies: boolean;
  usesBilling: boolean;
}

export async function readServices(db: Db, jointId: number): Promise<JointServices> {
  const row = await db
    .selectFrom('joint')
    .select(['uses_assemblies', 'uses_billing'])
    .where('joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  return { usesAssemblies: row.uses_assemblies === 1, usesBilling: row.uses_billing === 1 };
}

/** Whether a joint is one that is billed; false also where there is no such joint. */
export async function usesBilling(db: Db, jointId: number): Promise<boolean> {
  const row = await db
    .selectFrom('joint')
    .select('uses_billing')
    .where('joint_id', '=', jointId)
    .executeTakeFirst();
  return row?.uses_billing === 1;
}

/** Sets them on a root joint. Its sectors meet with it, and are billed by it. */
export async function setServices(
  trx: Db,
  rootJointId: number,
  { usesAssemblies, usesBilling }: JointServices,
): Promise<void> {
  await trx
    .updateTable('joint')
    .set({ uses_assemblies: flag(usesAssemblies) })
    .where((eb) => eb.or([eb('joint_id', '=', rootJointId), eb('parent_joint_id', '=', rootJointId)]))
    .execute();
  await trx
    .updateTable('joint')
    .set({ uses_billing: flag(usesBilling) })
    .where('joint_id', '=', rootJointId)
    .execute();
}

/** Most owners one person may represent by proxy; kept on the root joint, null where there is no limit. */
export async function readProxyLimit(db: Db, rootJointId: number): Promise<number | null> {
  const row = await db
    .selectFrom('joint')
    .select('proxy_limit')
    .where('joint_id', '=', rootJointId)
    .executeTakeFirstOrThrow();
  return row.proxy_limit;
}

export async function setProxyLimit(trx: Db, rootJointId: number, limit: number | null): Promise<void> {
  await trx.updateTable('joint').set({ proxy_limit: limit }).where('joint_id', '=', rootJointId).execute();
}

/** The name of a joint's revisor fiscal; kept on the root joint, null where it has none. */
export async function readFiscalAuditor(db: Db, rootJointId: number): Promise<string | null> {
  const row = await db
    .selectFrom('joint')
    .select('fiscal_auditor')
    .where('joint_id', '=', rootJointId)
    .executeTakeFirstOrThrow();
  return row.fiscal_auditor;
}

export async function setFiscalAuditor(trx: Db, rootJointId: number, name: string | null): Promise<void> {
  await trx.updateTable('joint').set({ fiscal_auditor: name }).where('joint_id', '=', rootJointId).execute();
}

/** What the by-laws of a root joint say of its assemblies' dates. */
export async function readByLaws(db: Db, rootJointId: number): Promise<ByLaws> {
  const row = await db
    .selectFrom('joint')
    .select(['second_call_days as days', 'second_call_hour as hour', 'budget_year_end as budgetYearEnd'])
    .where('joint_id', '=', rootJointId)
    .executeTakeFirstOrThrow();
  const { days, hour, budgetYearEnd } = row;
  return { secondCall: days === null || hour === null ? null : { days, hour }, budgetYearEnd };
}

export async function setByLaws(
  trx: Db,
  rootJointId: number,
  { secondCall, budgetYearEnd }: ByLaws,
): Promise<void> {
  const second = { second_call_days: secondCall?.days ?? null, second_call_hour: secondCall?.hour ?? null };
  await trx
    .updateTable('joint')
    .set({ ...second, budget_year_end: budgetYearEnd })
    .where('joint_id', '=', rootJointId)
    .execute();
}

/** What the by-laws of a root joint ask for, by matter; empty where the law's majorities hold. */
export async function readMajorities(db: Db, rootJointId: number): Promise<ByLawMajorities> {
  const row = await db
    .selectFrom('joint')
    .select('by_law_majorities')
    .where('joint_id', '=', rootJointId)
    .executeTakeFirstOrThrow();
  return JSON.parse(row.by_law_majorities);
}

export async function setMajorities(
  trx: Db,
  rootJointId: number,
  majorities: ByLawMajorities,
): Promise<void> {
  await trx
    .updateTable('joint')
    .set({ by_law_majorities: JSON.stringify(majorities) })
    .where('joint_id', '=', rootJointId)
    .execute();
}

export async function insertJoint(
  db: Db,
  joint: {
    parentId: number | null;
    jointName: string;
    usesAssemblies: boolean;
    usesBilling: boolean;
    at: Millis;
  },
): Promise<number> {
  const { joint_id } = await db
    .insertInto('joint')
    .values({
      parent_joint_id: joint.parentId,
      joint_name: joint.jointName,
      uses_assemblies: flag(joint.usesAssemblies),
      uses_billing: flag(joint.usesBilling),
      created_at: joint.at,
    })
    .returning('joint_id')
    .executeTakeFirstOrThrow();
  return joint_id;
}
