import type { Nano } from '../../../shared/coefficient.ts';
import type { Db } from '../../platform/db/engine.ts';
import { listStoredUnits } from '../../properties/index.ts';
import type { AssemblyRow } from '../store/assembly.repository.ts';
import { readRollFacts } from '../store/roll.repository.ts';

/** A unit as its badge names it. */
export interface BadgeUnit {
  apartmentId: string;
  /** '' where nobody is known. */
  owner: string;
  /** In the joint as a whole; of a unit that only a sector has, in the sector. */
  coefficient: Nano;
  /** The joint and the sectors that have it. */
  jointIds: ReadonlySet<number>;
}

/**
 * The units that badges are printed for, each once, in the order of the table: those on the roll, as it was
 * corrected; once the assembly is closed, those of the table, which the next one takes. Retired units are in
 * neither. `family`: the joint and its sectors, the joint first.
 */
export async function readBadgeUnits(
  db: Db,
  assembly: AssemblyRow | undefined,
  family: readonly number[],
): Promise<BadgeUnit[]> {
  const units = new Map<string, BadgeUnit & { jointIds: Set<number> }>();
  for (const jointId of family) {
    const here =
      assembly === undefined || assembly.closed_at !== null
        ? (await listStoredUnits(db, jointId)).filter((unit) => !unit.retired)
        : await readRollFacts(db, { assemblyId: assembly.assembly_id, jointIds: [jointId] });
    for (const { apartmentId, owner, coefficient } of here) {
      const known = units.get(apartmentId);
      if (known) known.jointIds.add(jointId);
      else units.set(apartmentId, { apartmentId, owner, coefficient, jointIds: new Set([jointId]) });
    }
  }
  return [...units.values()];
}
