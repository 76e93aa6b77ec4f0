import type { Db } from '../../platform/db/engine.ts';
import { groupEntries } from '../../platform/lib/group-by.ts';
import type { CurrentAssembly } from '../store/assembly.repository.ts';

/**
 * Reads the units that get badges, in the order of the table, each unit once even if on several rolls. During an
 * assembly reads the roll; after the closing, the table of units for the next assembly.
 */
export async function unitsForBadges(
  db: Db,
  assembly: CurrentAssembly,
  jointIds: readonly number[],
): Promise<string[]> {
  const rows =
    assembly.closedAt === null
      ? await db
          .selectFrom('roll_unit')
          .select('apartment_id')
          .where('assembly_id', '=', assembly.assemblyId)
          .where('joint_id', 'in', jointIds)
          .orderBy('joint_id')
          .orderBy('position')
          .execute()
      : await db
          .selectFrom('apartment')
          .select('apartment_id')
          .where('joint_id', 'in', jointIds)
          .where('retired_at', 'is', null)
          .orderBy('joint_id')
          .orderBy('position')
          .execute();
  return [...new Set(rows.map((row) => row.apartment_id))];
}

/**
 * Returns the valid badge codes of a root joint (co-owned property). Key: id of the unit ('101'). Value:
 * codes of the unit, the newest last.
 */
export async function standingBadges(db: Db, rootId: number): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('code')
    .select(['code', 'apartment_id'])
    .where('joint_id', '=', rootId)
    .where('apartment_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .orderBy('issued_at')
    .orderBy('code')
    .execute();
  return groupEntries(rows.map(({ code, apartment_id }) => [apartment_id ?? '', code]));
}
