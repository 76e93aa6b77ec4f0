import type { PowerLimits, PowerRules } from '../../../shared/properties/power-rules.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import { readPowerRules } from '../../properties/index.ts';

interface AssemblyOfJoint {
  assemblyId: number;
  rootId: number;
}

/**
 * Keeps the joint's limits of powers for an assembly, at its first notice or else at its opening. A later change counts from
 * the next assembly (docs/why/powers.md).
 */
export async function keepPowerLimits(trx: Db, { assemblyId, rootId }: AssemblyOfJoint): Promise<void> {
  const { limit, share } = await readPowerRules(trx, rootId);
  const limits: PowerLimits = { limit, share };
  await trx
    .updateTable('assembly')
    .set({ power_limits: JSON.stringify(limits) })
    .where('assembly_id', '=', assemblyId)
    .where('power_limits', 'is', null)
    .execute();
}

/** Reads the limits kept for an assembly. Null before the convening, and for assemblies older than kept limits. */
export async function readKeptLimits(db: Db, assemblyId: number): Promise<PowerLimits | null> {
  const row = await db
    .selectFrom('assembly')
    .select('power_limits as limits')
    .where('assembly_id', '=', assemblyId)
    .executeTakeFirst();
  return row?.limits == null ? null : JSON.parse(row.limits);
}

/**
 * Reads the rules of powers for an assembly: rules of the joint, with the kept limits.
 * @param rules rules of the joint at another moment; default: now
 */
export async function readAssemblyPowerRules(
  db: Db,
  { assemblyId, rootId }: AssemblyOfJoint,
  rules?: PowerRules,
): Promise<PowerRules> {
  return { ...(rules ?? (await readPowerRules(db, rootId))), ...(await readKeptLimits(db, assemblyId)) };
}
