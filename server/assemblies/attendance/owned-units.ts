import type { LeftUnit, NewRegistration } from '../../../shared/assemblies/attendance.api.ts';
import { isRunner, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { standingPowers } from '../powers/powers.repository.ts';
import type { UseCase } from '../store/act.ts';
import { leftSince, type RollEntry, readRoll } from '../store/attendance/attendance.repository.ts';
import { readOwnerNatures, unitsOfPerson } from '../store/roll/persons.repository.ts';
import { type BroughtPowers, isByPower, type Registering } from './registering.ts';

/** Units of a badge's owner: free units to register with the badge, and units left out with the reason. */
interface OwnedUnits {
  free: string[];
  left: LeftUnit[];
  /** Owner as attendee, so that the other devices of the owner answer for the units. Null if unknown. */
  attendee: { name: string; document: string | null } | null;
}

/**
 * Finds the other units of the owner, when the desk scans an owner's badge and asks for all units of the owner
 * (`withOwned`). Empty if the request names units, or for a power of attorney: the owner is then not at the desk.
 * @param wanted `named`: units registered in any case; `brought`: powers of the attendee
 * @returns `free`: units to register too; `left`: units not to register, with the reason; `attendee`: name for the
 *   registration
 * @throws Problem forbidden for callers other than the desk
 */
export async function ownedUnits(
  act: UseCase,
  { holder }: Registering,
  {
    registration,
    named,
    brought,
    principal,
  }: {
    registration: NewRegistration;
    named: { apartmentIds: readonly string[]; company?: readonly string[] };
    brought: BroughtPowers | undefined;
    principal: Principal;
  },
): Promise<OwnedUnits> {
  const none = { free: [], left: [], attendee: null };
  if (registration.withOwned !== true) return none;
  if (!isRunner(principal)) throw new Problem('forbidden');
  const { badgeOf } = holder;
  if (badgeOf === null || registration.apartmentIds !== undefined) return none;
  if (isByPower(registration) || brought?.byUnit.has(badgeOf)) return none;
  const { trx, assembly, family } = act;
  const { assemblyId } = assembly;
  const isNamed = new Set([...named.apartmentIds, ...(named.company ?? [])]);
  const theirs = (await unitsOfPerson(trx, { assemblyId, jointIds: family, apartmentId: badgeOf })).filter(
    ({ apartmentId }) => !isNamed.has(apartmentId),
  );
  if (theirs.length === 0) return none;
  const apartmentIds = theirs.map(({ apartmentId }) => apartmentId);
  const entries = await readRoll(trx, {
    assemblyId,
    jointIds: family,
    apartmentIds: [badgeOf, ...apartmentIds],
  });
  const registered = new Map(
    entries.flatMap(({ apartmentId, registration: standing }) =>
      standing === null ? [] : [[apartmentId, standing]],
    ),
  );
  const powers = await standingPowers(trx, assemblyId, apartmentIds);
  const scanned = Date.parse(registration.scannedAt ?? '');
  const departed = Number.isNaN(scanned)
    ? null
    : await leftSince(trx, { assemblyId, jointIds: family, apartmentIds, after: scanned });
  const free: string[] = [];
  const left: LeftUnit[] = [];
  for (const { apartmentId, isSameOwner } of theirs) {
    const standing = registered.get(apartmentId);
    if (standing?.holder === holder.userId) continue;
    const power = powers.get(apartmentId);
    const leave = (why: LeftUnit['why'], person: string | null = null) =>
      left.push({ apartmentId, why, person });
    if (standing !== undefined) leave('registered', standing.attendee);
    else if (power !== undefined) leave('power', power.holder.name);
    else if (!isSameOwner) leave('unsure');
    else if (departed?.has(apartmentId)) leave('departed');
    else free.push(apartmentId);
  }
  const own = entries.find(({ apartmentId }) => apartmentId === badgeOf);
  return {
    free,
    left,
    attendee: own === undefined || free.length === 0 ? null : await ownerInPerson(act, own),
  };
}

/** Returns the owner as attendee; null for a company or several owners: any of them may have come. */
async function ownerInPerson(
  { trx, assembly }: UseCase,
  { ownerName, ownerDocument }: RollEntry,
): Promise<OwnedUnits['attendee']> {
  const natureOf = await readOwnerNatures(trx, assembly.rootId);
  const isPerson = ownerName !== '' && natureOf(ownerName, ownerDocument) === 'person';
  return isPerson ? { name: ownerName, document: ownerDocument } : null;
}
