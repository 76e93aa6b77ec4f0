import type { LiveUnit } from '../../../shared/assemblies/live.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { JointPlaces } from '../../platform/http/joint-places.ts';
import { listLinks, type RollEntry } from '../store/attendance.repository.ts';
import { unitToWire } from './events.ts';

/**
 * Whom changed units concern, as each of them may see them: who holds a unit now, who held it before, and the
 * users linked to it. Nobody but the holder sees who holds.
 */
export async function unitsByHolder(
  db: Db,
  directory: JointPlaces,
  jointId: number,
  changed: readonly RollEntry[],
  before: ReadonlyMap<string, RollEntry>,
): Promise<Map<string, LiveUnit[]>> {
  const concerned = new Map<string, Map<string, LiveUnit>>();
  const concern = (userId: string, entry: RollEntry) => {
    const units = concerned.get(userId) ?? new Map<string, LiveUnit>();
    const unit = unitToWire(entry);
    const seen = unit.userId === null || unit.userId === userId ? unit.userId : 'QR';
    units.set(entry.apartmentId, { ...unit, userId: seen });
    concerned.set(userId, units);
  };
  const links = await listLinks(
    db,
    await directory.family(jointId),
    changed.map(({ apartmentId }) => apartmentId),
  );
  const byUnit = new Map(changed.map((entry) => [entry.apartmentId, entry]));
  for (const link of links) {
    const entry = byUnit.get(link.apartmentId);
    if (entry !== undefined) concern(link.userId, entry);
  }
  for (const entry of changed) {
    const was = before.get(entry.apartmentId)?.registration?.holder;
    if (was !== undefined) concern(was, entry);
    if (entry.registration !== null) concern(entry.registration.holder, entry);
  }
  return new Map([...concerned].map(([userId, units]) => [userId, [...units.values()]]));
}
