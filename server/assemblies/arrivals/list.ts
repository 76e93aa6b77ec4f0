import type { WaitingArrival } from '../../../shared/assemblies/arrivals.api.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import type { AssembliesContext } from '../store/act.ts';
import { findCurrent } from '../store/assembly.repository.ts';
import { listWaiting, registeredByOwners, rollOwnersOf } from '../store/attendance/arrivals.repository.ts';
import { readRoll } from '../store/attendance/attendance.repository.ts';
import { type ArrivalLimits, agreement, WAITING_MS } from './limits.ts';

/**
 * Lists the phone announcements waiting for a decision, for the desk's screen, merged per unit: first units with a
 * document as on the roll, then in order of arrival. Empty after the closing of the assembly.
 */
export async function listArrivals(
  { store: { db }, directory }: AssembliesContext,
  limits: ArrivalLimits,
  jointId: number,
): Promise<WaitingArrival[]> {
  const { rootId } = await requireJoint(directory, jointId);
  const assembly = await findCurrent(db, rootId);
  if (assembly === undefined || assembly.closedAt !== null) return [];
  const { assemblyId } = assembly;
  const arrivals = await listWaiting(db, assemblyId, Date.now() - WAITING_MS);
  const apartmentIds = [...new Set(arrivals.flatMap(({ apartmentId }) => apartmentId ?? []))];
  const jointIds = await directory.family(rootId);
  const [owners, own, roll] = await Promise.all([
    rollOwnersOf(db, assemblyId, apartmentIds),
    registeredByOwners(db, assemblyId, apartmentIds),
    readRoll(db, { assemblyId, jointIds, apartmentIds }),
  ]);
  const standing = new Map(
    roll.flatMap(({ apartmentId, registration }) =>
      registration === null ? [] : [[apartmentId, registration]],
    ),
  );
  const units = new Map<string, WaitingArrival>();
  for (const { arrivalId, apartmentId, typedUnit, number, document, at } of arrivals) {
    const key = JSON.stringify(apartmentId === null ? [typedUnit] : apartmentId);
    const owner = owners.get(apartmentId ?? '');
    const registration = standing.get(apartmentId ?? '');
    const unit = units.get(key) ?? {
      apartmentId: apartmentId ?? typedUnit,
      isKnown: apartmentId !== null,
      owner: owner?.name ?? null,
      registered:
        registration === undefined
          ? null
          : {
              at: new Date(registration.at).toISOString(),
              attendee: registration.attendee,
              byProxy: registration.byProxy,
              isOwn: own.has(apartmentId ?? ''),
            },
      hasManyWrong: false,
      phones: [],
    };
    const agrees = owner === undefined ? null : agreement(owner.documents, document);
    unit.phones.push({ arrivalId, number, document, agrees, at: new Date(at).toISOString() });
    units.set(key, unit);
  }
  const merged = [...units.values()];
  for (const unit of merged) {
    if (!unit.isKnown || unit.phones.every(({ agrees }) => agrees !== false)) continue;
    unit.hasManyWrong = await limits.hasManyWrong(assemblyId, unit.apartmentId);
  }
  for (const unit of merged) unit.phones.sort((a, b) => rank(a) - rank(b));
  return merged.sort((a, b) => rankOf(a) - rankOf(b));
}

/**
 * Returns the sort order of a waiting phone: 0 for agreement with the assembly's roll, 1 for a unit without an
 * identity document on the roll, 2 for disagreement.
 */
const rank = ({ agrees }: WaitingArrival['phones'][number]) =>
  agrees === true ? 0 : agrees === null ? 1 : 2;

const rankOf = ({ isKnown, phones: [first] }: WaitingArrival) => (isKnown && first ? rank(first) : 3);
