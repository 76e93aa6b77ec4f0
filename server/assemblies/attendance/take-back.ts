import type { Millis } from '../../platform/db/tables.ts';
import { holderSeenBy, isHolder, isRunner, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { UseCase } from '../store/act.ts';
import { type RollEntry, readRoll, takeAttendance } from '../store/attendance/attendance.repository.ts';
import { findCode, withdrawCode } from '../store/attendance/codes.repository.ts';
import { readOpenQuestions } from '../store/questions/concepts.repository.ts';
import { readVotes } from '../store/questions/votes.repository.ts';
import { keepAnnulled } from '../store/tally/annulment.repository.ts';

interface TakeBack {
  /** True for a unit with a new holder by power: the owner did not come. */
  isProxy: (entry: RollEntry) => boolean;
  /** User id or code of the new holder of the units. */
  holder: string;
  principal: Principal;
  /** Instant of the scan. Registrations made after this instant stay. */
  scanned: Millis;
  /** True if an owner explicitly ends the powers of other people for the units. */
  endsPower: boolean;
}

/**
 * Frees units registered by another holder (user or code), so that the owner can register the units; a unit never
 * counts twice. The desk may always take units back. An owner may take back a unit that has no vote on an open
 * question; a unit with a power of attorney only by ending the power. Votes of the earlier holder stay.
 * @param standing current registrations of the requested units
 * @returns the entries already registered by the new holder, and true if units changed hands
 * @throws Problem alreadyRegistered for a registration made after the time of a late scan, powerStands, unitVoted
 */
export async function takeBackRegistration(
  act: UseCase,
  standing: readonly RollEntry[],
  { isProxy, holder, principal, scanned, endsPower }: TakeBack,
): Promise<{ remaining: RollEntry[]; moved: boolean }> {
  const remaining = standing.filter((entry) => entry.registration?.holder === holder);
  const others = standing.filter((entry) => !remaining.includes(entry));
  if (others.length === 0) return { remaining, moved: false };
  const newer = others.filter((entry) => (entry.registration?.at ?? 0) > scanned);
  if (newer.length > 0) throw new Problem('alreadyRegistered', conflictOf(newer, principal));
  const powers = others.filter((entry) => entry.registration?.byProxy === true);
  if (isHolder(principal)) {
    // A code may be in anybody's hands: only a signed-in user ends a power from home.
    if (powers.length > 0 && (!endsPower || principal.code !== null))
      throw new Problem('powerStands', conflictOf(powers, principal));
    const voted = await votedOnOpen(act, others);
    if (voted.length > 0) throw new Problem('unitVoted', conflictOf(voted, principal));
  }
  const ended = powers.filter((entry) => !isProxy(entry));
  if (ended.length > 0) {
    await act.audit('powerRevoked', { units: ended.map((entry) => [entry.jointId, entry.apartmentId]) });
  }
  const apartmentIds = [...new Set(others.map((entry) => entry.apartmentId))];
  const taken = await takeAttendance(act.trx, {
    assemblyId: act.assembly.assemblyId,
    jointIds: act.family,
    apartmentIds,
  });
  await keepAnnulled(act, { act: 'takenBack', reason: null }, { attendance: taken });
  await act.audit('takenBack', { units: taken.map((row) => [row.joint_id, row.apartment_id]) });
  await withdrawBadgesOf(act, powers);
  return { remaining, moved: true };
}

async function votedOnOpen(act: UseCase, units: readonly RollEntry[]): Promise<RollEntry[]> {
  const { assemblyId } = act.assembly;
  const voted = new Set<string>();
  for (const { jointId, conceptId } of await readOpenQuestions(act.trx, assemblyId, act.family)) {
    const apartmentIds = units.flatMap((unit) => (unit.jointId === jointId ? [unit.apartmentId] : []));
    const votes = await readVotes(act.trx, { assemblyId, jointId, conceptId, apartmentIds });
    for (const { apartmentId } of votes) voted.add(apartmentId);
  }
  return units.filter(({ apartmentId }) => voted.has(apartmentId));
}

/**
 * Withdraws an owner's badge that another person holds with a power, until the desk scans the badge again. A proxy
 * present in person keeps the badge of the proxy's own unit.
 */
async function withdrawBadgesOf(act: UseCase, powers: readonly RollEntry[]): Promise<void> {
  const codes = new Set(
    powers.flatMap(({ registration }) => (registration?.isCode ? [registration.holder] : [])),
  );
  const { assemblyId } = act.assembly;
  for (const holder of codes) {
    const badgeOf = (await findCode(act.trx, holder))?.apartmentId ?? null;
    if (badgeOf === null) continue;
    const held = await readRoll(act.trx, { assemblyId, jointIds: act.family, holder });
    const isOwn = held.some(
      ({ apartmentId, registration }) => apartmentId === badgeOf && registration?.byProxy === false,
    );
    if (!isOwn) await withdrawCode(act.trx, holder, act.at);
  }
}

/**
 * Returns the accessory units that follow their main units to a new holder. Example: the desk moves apartment 101
 * to a proxy; the parking space of 101, registered by the same earlier holder, moves too.
 * @param named roll entries of the units named in the request
 * @param holder new holder
 * @param until time of a delayed scan, epoch ms; units registered later stay
 * @returns all roll entries of the accessory units, in the joint and in the sectors
 */
export async function goneAlong(
  { trx, assembly: { assemblyId }, family }: UseCase,
  named: readonly RollEntry[],
  holder: string,
  until: Millis,
): Promise<RollEntry[]> {
  const isNamed = new Set(named.map((entry) => entry.apartmentId));
  const formerly = new Map(
    named.flatMap(({ apartmentId, registration }) =>
      registration === null || registration.holder === holder ? [] : [[apartmentId, registration.holder]],
    ),
  );
  if (formerly.size === 0) return [];
  const company = await readRoll(trx, { assemblyId, jointIds: family, companyOf: [...formerly.keys()] });
  const along = company.filter(
    ({ apartmentId, mainApartmentId, registration }) =>
      !isNamed.has(apartmentId) &&
      registration !== null &&
      registration.at <= until &&
      registration.holder === formerly.get(mainApartmentId ?? ''),
  );
  if (along.length === 0) return [];
  const apartmentIds = [...new Set(along.map((entry) => entry.apartmentId))];
  return readRoll(trx, { assemblyId, jointIds: family, apartmentIds });
}

/**
 * Returns the details for the error `alreadyRegistered`: unit, owner, time and attendee of each unit registered
 * before. Only the desk also gets the holder: a user, or the public id of a code.
 * @param standing current registrations of the requested units
 * @param byOwner ids of units registered by another device of the owner
 */
export function conflictOf(
  standing: readonly RollEntry[],
  principal: Principal,
  byOwner: ReadonlySet<string> = new Set(),
) {
  const byUnit = new Map(standing.map((entry) => [entry.apartmentId, entry]));
  return {
    apartments: [...byUnit.values()].map((entry) => ({
      apartmentId: entry.apartmentId,
      owner: entry.ownerName,
      at: new Date(entry.registration?.at ?? 0).toISOString(),
      attendee: entry.registration?.attendee ?? null,
      ...(isRunner(principal) && {
        userId: entry.registration && holderSeenBy(principal, entry.registration),
      }),
      ...(byOwner.has(entry.apartmentId) && { isByOwner: true }),
    })),
  };
}
