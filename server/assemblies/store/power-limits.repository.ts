import type { PowerLimits, PowerRules } from '../../../shared/properties/power-rules.api.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import { readPowerRules, readSettingsThen } from '../../properties/index.ts';

interface AssemblyOfJoint {
  assemblyId: number;
  rootId: number;
}

/**
 * Keeps the joint's limits of powers for an assembly, at its first sent notice or else at its opening. A later change counts
 * from the next assembly (docs/why/powers.md). An assembly older than kept limits gets the limits at its first sent notice.
 * @returns facts for the audit entry of the act; empty if the limits are kept already
 */
export async function keepPowerLimits(
  trx: Db,
  { assemblyId, rootId }: AssemblyOfJoint,
): Promise<{ powerLimits?: PowerLimits }> {
  if ((await readKeptLimits(trx, assemblyId)) !== null) return {};
  const first = await trx
    .selectFrom('audit_entry')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('chain', '=', jointChain(rootId))
    .where('at', '<=', (eb) =>
      eb
        .selectFrom('delivery')
        .select((of) => of.fn.min('sent_at').as('at'))
        .where('assembly_id', '=', assemblyId),
    )
    .executeTakeFirst();
  const { limit, share } = (await readSettingsThen(trx, rootId, first?.seq ?? null)).powerRules;
  const powerLimits: PowerLimits = { limit, share };
  await trx
    .updateTable('assembly')
    .set({ power_limits: JSON.stringify(powerLimits) })
    .where('assembly_id', '=', assemblyId)
    .execute();
  return { powerLimits };
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
