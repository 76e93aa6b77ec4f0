import type { RegistrationResult } from '../../../shared/assemblies/attendance.api.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import { documentKeys } from '../../../shared/properties/documents.ts';
import { ownerKey } from '../../../shared/properties/person.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { registerUnits } from '../attendance/register-units.ts';
import { unitsOfBadge } from '../attendance/registering.ts';
import { newCodes } from '../credentials/badges.service.ts';
import { type AssembliesContext, ensureOpen, runUseCase, type UseCase } from '../store/act.ts';
import {
  decideArrivals,
  findArrival,
  freeUnitsOfOwner,
  ownersBadge,
  registeredByOwners,
  rollOwnersOf,
} from '../store/attendance/arrivals.repository.ts';
import { readRoll } from '../store/attendance/attendance.repository.ts';
import { codeIdOf, insertCodes } from '../store/attendance/codes.repository.ts';
import { agreement, WAITING_MS } from './limits.ts';
import { notifyDesks } from './notify-desks.ts';

/**
 * Confirms an announcement: registers the unit with the unit's own badge, and gives the phone a session of
 * the badge. If the announced document disagrees with the roll, the desk must type the document it saw, and
 * the audit trail keeps both.
 * @param takeBack true to take the unit from another registration
 * @param seenDocument document typed by the desk; '' if not needed
 * @param wentOn codes of the warnings that the desk confirmed
 * @throws Problem arrivalNotFound, arrivalDecided, apartmentNotFound, documentNotSeen, alreadyRegistered,
 *   assemblyClosed
 */
export const confirmArrival = (
  context: AssembliesContext,
  { jointId, arrivalId }: { jointId: number; arrivalId: string },
  {
    takeBack = false,
    seenDocument = '',
    wentOn = [],
  }: { takeBack?: boolean; seenDocument?: string; wentOn?: readonly string[] },
  principal: Principal,
): Promise<RegistrationResult> =>
  runUseCase(context, { jointId, by: principal, wentOn }, async (act) => {
    const { trx, assembly, at } = act;
    const { assemblyId } = assembly;
    const { apartmentId, document, typedUnit } = await waitingOf(act, arrivalId);
    if (apartmentId === null) throw new Problem('apartmentNotFound', { apartments: [typedUnit] });
    await ensureOpen(act);
    const owner = (await rollOwnersOf(trx, assemblyId, [apartmentId])).get(apartmentId);
    const agrees = owner === undefined ? null : agreement(owner.documents, document);
    const isDoubtful = agrees === false;
    if (isDoubtful && seenDocument === '') throw new Problem('documentNotSeen');
    const shown = isDoubtful ? seenDocument : document;
    const isOwner = owner !== undefined && agreement(owner.documents, shown) === true;
    const badge = await badgeFor(act, apartmentId);
    const own = isOwner ? { ...owner, keys: ownKeys(owner, shown) } : null;
    const registered = await registerWith(act, { badge, apartmentId, own, takeBack }, principal);
    const decision = { at, actor: act.actor };
    await decideArrivals(trx, assemblyId, { arrivalId }, { ...decision, state: 'confirmed', code: badge });
    await decideArrivals(trx, assemblyId, { apartmentId }, { ...decision, state: 'replaced' });
    const documents = isDoubtful ? { announced: document, seen: seenDocument } : {};
    await act.audit('arrivalConfirmed', { arrivalId, apartmentId, agrees, ...documents });
    notifyDesks(act);
    return { jointId, userId: await codeIdOf(trx, badge), registered, powers: null, warnings: [] };
  });

/**
 * Refuses a phone's announcement, decided at the desk: no unit is registered, and the phone gets the refusal when
 * the phone asks for the decision again.
 * @throws Problem arrivalNotFound, arrivalDecided
 */
export const refuseArrival = (
  context: AssembliesContext,
  { jointId, arrivalId }: { jointId: number; arrivalId: string },
  principal: Principal,
): Promise<void> =>
  runUseCase(context, { jointId, by: principal }, async (act) => {
    const { apartmentId } = await waitingOf(act, arrivalId);
    const decision = { at: act.at, actor: act.actor, state: 'refused' as const };
    await decideArrivals(act.trx, act.assembly.assemblyId, { arrivalId }, decision);
    await act.audit('arrivalRefused', { arrivalId, apartmentId });
    notifyDesks(act);
  });

/**
 * Returns the owner keys of the announced person: the key of the identity document, and the keys of this unit if the
 * assembly's roll names a single owner.
 */
const ownKeys = (owner: { document: string | null; keys: readonly string[] }, document: string): string[] => [
  ownerKey('', document, ''),
  ...(documentKeys(owner.document).length === 1 ? owner.keys : []),
];

/**
 * Finds an announcement without a decision. @throws Problem arrivalNotFound; arrivalDecided with the decision and
 * the instant
 */
async function waitingOf({ trx, assembly, at }: UseCase, arrivalId: string) {
  const found = await findArrival(trx, assembly.assemblyId, arrivalId);
  if (found === undefined) throw new Problem('arrivalNotFound');
  const { state, decidedAt, document, typedUnit } = found;
  if (state !== 'waiting') {
    throw new Problem('arrivalDecided', { state, at: new Date(decidedAt ?? at).toISOString() });
  }
  if (found.at <= at - WAITING_MS) throw new Problem('arrivalNotFound');
  return { apartmentId: found.apartmentId, document: document ?? '', typedUnit: typedUnit ?? '' };
}

/** Returns the code of the valid badge of a unit, or of a new badge. */
async function badgeFor(act: UseCase, apartmentId: string): Promise<string> {
  const { trx, assembly, at, actor } = act;
  const { rootId, assemblyId } = assembly;
  const standing = await ownersBadge(trx, { rootId, assemblyId, apartmentId });
  if (standing !== undefined) return standing;
  const [code = ''] = newCodes(1);
  await insertCodes(trx, [{ code, apartmentId }], { rootId, at, actor });
  await act.audit('badgesIssued', { apartments: [apartmentId], revoked: [], reason: null });
  return code;
}

interface Wanted {
  badge: string;
  apartmentId: string;
  /** Owner of the unit if the announced identity document is the owner's; else null. */
  own: { name: string; document: string | null; keys: readonly string[] } | null;
  takeBack: boolean;
}

/**
 * Registers the units of a badge as the desk would and, if the identity document is the owner's, also the owner's
 * other free units. A unit already registered by another device of the owner stays there: both devices may vote for
 * the unit.
 */
async function registerWith(
  act: UseCase,
  { badge, apartmentId, own, takeBack }: Wanted,
  principal: Principal,
): Promise<RegistrationResult['registered']> {
  const { trx, assembly, family } = act;
  const { assemblyId } = assembly;
  const isOwn = (await registeredByOwners(trx, assemblyId, [apartmentId])).has(apartmentId);
  if (isOwn) {
    const entries = await readRoll(trx, { assemblyId, jointIds: family, apartmentIds: [apartmentId] });
    return entries.map((entry) => registeredUnit(entry, entry.registration?.at ?? act.at));
  }
  const registering = { holder: { userId: badge, isCode: true, badgeOf: apartmentId }, allowed: null };
  const units = await unitsOfBadge(act, registering, takeBack);
  const others =
    own === null ? [] : await freeUnitsOfOwner(trx, { assemblyId, jointIds: family, ownerKeys: own.keys });
  const company = [...new Set([...(units.company ?? []), ...others])].filter((id) => id !== apartmentId);
  const { rows } = await registerUnits(
    act,
    registering,
    {
      ...units,
      company,
      takeBack,
      ...defined({ attendee: own === null ? undefined : { name: own.name, document: own.document } }),
    },
    principal,
  );
  return rows.map(({ entry, at }) => registeredUnit(entry, at));
}

const registeredUnit = (
  { jointId, apartmentId, coefficient }: Awaited<ReturnType<typeof readRoll>>[number],
  at: number,
) => ({ jointId, apartmentId, coefficient: toNumber(coefficient), at: new Date(at).toISOString() });
