import type { ByLawMajorities } from '../../shared/assemblies/law/by-law-majorities.ts';
import { type Nano, ZERO } from '../../shared/coefficient.ts';
import type { ApartmentKind } from '../../shared/properties/apartment-kinds.ts';
import type { ByLaws } from '../../shared/properties/by-laws.ts';
import type { VotePer } from '../../shared/properties/vote-per.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Flag, Millis } from '../platform/db/tables.ts';

const flag = (value: boolean): Flag => (value ? 1 : 0);

/** Number, name and parent of a joint or sector. */
export interface JointFacts {
  jointId: number;
  jointName: string;
  /** Id of the joint a sector belongs to; null for a root joint. */
  parentId: number | null;
}

const jointsFrom = (db: Db) =>
  db
    .selectFrom('joint')
    .select(['joint_id as jointId', 'joint_name as jointName', 'parent_joint_id as parentId'])
    // Empty rows keep the numbers of deleted rehearsals.
    .where((eb) => eb.or([eb('rehearsal_of', 'is', null), eb('uses_assemblies', '=', 1)]))
    .orderBy('joint_id');

/** Returns all joints and sectors, in order of creation. */
export const listJointFacts = (db: Db): Promise<JointFacts[]> => jointsFrom(db).execute();

/**
 * Returns the stored facts of a joint (co-owned property) or of a sector (part of a joint) by number;
 * undefined if unknown.
 */
export const findJointFacts = (db: Db, jointId: number): Promise<JointFacts | undefined> =>
  jointsFrom(db).where('joint_id', '=', jointId).executeTakeFirst();

/** Returns the sectors of a joint (co-owned property), in order of creation. */
export const listSectors = (db: Db, jointId: number): Promise<JointFacts[]> =>
  jointsFrom(db).where('parent_joint_id', '=', jointId).execute();

/** Size of a joint's table of units. */
export interface TableSize {
  /** Number of units. */
  apartments: number;
  /** Exact sum of the coefficients, in 10⁻⁹. */
  coefficient: Nano;
}

/** Size of a table of units without units: number and sum of coefficients are 0. */
export const EMPTY_TABLE: TableSize = { apartments: 0, coefficient: ZERO };

/**
 * Returns the sizes of the tables of units, of all joints or of one. Key: number of the joint. Value: number
 * of units, and sum of the coefficients. Omits joints without units.
 */
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

/**
 * Setting of a joint for questions counted by heads instead of by coefficients: a vote for each unit, or
 * for each owner.
 */
export interface OneVoteEach {
  /** Kinds of units with a vote: dwelling, shop …. */
  perUnitKinds: ApartmentKind[];
  /** Voter with one vote: each unit or each owner. */
  votePer: VotePer;
}

/** Reads the setting for questions with equal votes, for new questions of a joint or sector. */
export async function readOneVoteEach(db: Db, jointId: number): Promise<OneVoteEach> {
  const row = await db
    .selectFrom('joint')
    .select(['per_unit_kinds', 'vote_per'])
    .where('joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  return { perUnitKinds: JSON.parse(row.per_unit_kinds), votePer: row.vote_per };
}

/** Stores the setting for questions with equal votes, for new questions of a joint or sector. */
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

/** Services enabled for a joint (co-owned property): assemblies and billing. */
export interface JointServices {
  usesAssemblies: boolean;
  usesBilling: boolean;
}

/** Reads the services enabled for a joint (co-owned property). Throws if the joint does not exist. */
export async function readServices(db: Db, jointId: number): Promise<JointServices> {
  const row = await db
    .selectFrom('joint')
    .select(['uses_assemblies', 'uses_billing'])
    .where('joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  return { usesAssemblies: row.uses_assemblies === 1, usesBilling: row.uses_billing === 1 };
}

/** True if a joint (co-owned property) uses billing; false for an unknown joint too. */
export async function usesBilling(db: Db, jointId: number): Promise<boolean> {
  const row = await db
    .selectFrom('joint')
    .select('uses_billing')
    .where('joint_id', '=', jointId)
    .executeTakeFirst();
  return row?.uses_billing === 1;
}

/**
 * Stores the services of a root joint (co-owned property). The sectors use the services of the root joint.
 */
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

/** Reads the largest number of owners that a person may represent, stored in the root joint. Null for no limit. */
export async function readProxyLimit(db: Db, rootJointId: number): Promise<number | null> {
  const row = await db
    .selectFrom('joint')
    .select('proxy_limit')
    .where('joint_id', '=', rootJointId)
    .executeTakeFirstOrThrow();
  return row.proxy_limit;
}

/** Stores the largest number of owners that a person may represent; null for no limit. */
export async function setProxyLimit(trx: Db, rootJointId: number, limit: number | null): Promise<void> {
  await trx.updateTable('joint').set({ proxy_limit: limit }).where('joint_id', '=', rootJointId).execute();
}

/** Reads the name of a joint's revisor fiscal (auditor), stored in the root joint. Null if there is no auditor. */
export async function readFiscalAuditor(db: Db, rootJointId: number): Promise<string | null> {
  const row = await db
    .selectFrom('joint')
    .select('fiscal_auditor')
    .where('joint_id', '=', rootJointId)
    .executeTakeFirstOrThrow();
  return row.fiscal_auditor;
}

/** Stores the name of a joint's revisor fiscal (auditor); null if there is no auditor. */
export async function setFiscalAuditor(trx: Db, rootJointId: number, name: string | null): Promise<void> {
  await trx.updateTable('joint').set({ fiscal_auditor: name }).where('joint_id', '=', rootJointId).execute();
}

/** Reads the phone of a joint for questions of owners, stored in the root joint. Null without a phone. */
export async function readHelpPhone(db: Db, rootJointId: number): Promise<string | null> {
  const row = await db
    .selectFrom('joint')
    .select('help_phone')
    .where('joint_id', '=', rootJointId)
    .executeTakeFirstOrThrow();
  return row.help_phone;
}

/** Stores the phone of a joint for questions of owners; null for no phone. */
export async function setHelpPhone(trx: Db, rootJointId: number, phone: string | null): Promise<void> {
  await trx.updateTable('joint').set({ help_phone: phone }).where('joint_id', '=', rootJointId).execute();
}

/** Reads the minutes of a turn to speak in the assemblies of a joint. */
export async function readTurnMinutes(db: Db, rootJointId: number): Promise<number> {
  const row = await db
    .selectFrom('joint')
    .select('turn_minutes')
    .where('joint_id', '=', rootJointId)
    .executeTakeFirstOrThrow();
  return row.turn_minutes;
}

/** Stores the minutes of a turn to speak. */
export async function setTurnMinutes(trx: Db, rootJointId: number, minutes: number): Promise<void> {
  await trx.updateTable('joint').set({ turn_minutes: minutes }).where('joint_id', '=', rootJointId).execute();
}

/**
 * Reads the rules of a joint's by-laws about the dates of assemblies: second call, and end of the budget
 * year.
 */
export async function readByLaws(db: Db, rootJointId: number): Promise<ByLaws> {
  const row = await db
    .selectFrom('joint')
    .select(['second_call_days as days', 'second_call_hour as hour', 'budget_year_end as budgetYearEnd'])
    .where('joint_id', '=', rootJointId)
    .executeTakeFirstOrThrow();
  const { days, hour, budgetYearEnd } = row;
  return { secondCall: days === null || hour === null ? null : { days, hour }, budgetYearEnd };
}

/**
 * Stores the rules of a joint's by-laws about the dates of assemblies: second call, and end of the budget
 * year.
 */
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

/**
 * Reads the majorities required by a joint's by-laws. Empty if the majorities of the law apply.
 * @returns key: matter of a decision. Value: required percentage
 */
export async function readMajorities(db: Db, rootJointId: number): Promise<ByLawMajorities> {
  const row = await db
    .selectFrom('joint')
    .select('by_law_majorities')
    .where('joint_id', '=', rootJointId)
    .executeTakeFirstOrThrow();
  return JSON.parse(row.by_law_majorities);
}

/** Stores the majorities of a joint's by-laws. */
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

/**
 * Creates a joint, or a sector of the joint `parentId`.
 * @returns number of the joint
 */
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
