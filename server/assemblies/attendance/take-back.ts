import type { Millis } from '../../platform/db/tables.ts';
import { isHolder, isRunner, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Act } from '../store/act.ts';
import { keepAnnulled } from '../store/annulment.repository.ts';
import { type RollEntry, readRoll, takeAttendance } from '../store/attendance.repository.ts';
import { findCode, withdrawCode } from '../store/codes.repository.ts';
import { readOpenQuestions } from '../store/concepts.repository.ts';
import { readVotes } from '../store/votes.repository.ts';

interface TakeBack {
  /** Who gets the units. */
  holder: string;
  principal: Principal;
  /** When a late scan asked; it takes nothing from who came after it. */
  scanned: Millis;
  /** An owner ends the powers that others hold for these units. */
  endsPower: boolean;
}

/**
 * Frees units that somebody else holds, so that their owner can have them; never counted twice. The desk may at any
 * time; owners by themselves as long as the unit has no vote on an open question, and a power only where they end it
 * in so many words. What the former holder voted stays.
 * @param standing the registrations of the units that are asked for
 * @returns the entries that the holder had already, and whether units changed hands
 * @throws Problem alreadyRegistered by who came after a late scan, powerStands, unitVoted
 */
export async function takeBackRegistration(
  act: Act,
  standing: readonly RollEntry[],
  { holder, principal, scanned, endsPower }: TakeBack,
): Promise<{ kept: RollEntry[]; moved: boolean }> {
  const kept = standing.filter((entry) => entry.registration?.holder === holder);
  const others = standing.filter((entry) => !kept.includes(entry));
  if (others.length === 0) return { kept, moved: false };
  const newer = others.filter((entry) => (entry.registration?.at ?? 0) > scanned);
  if (newer.length > 0) throw new Problem('alreadyRegistered', conflictOf(newer, principal));
  const powers = others.filter((entry) => entry.registration?.byProxy === true);
  if (isHolder(principal)) {
    // A code may be in anybody's hands: only who signed in ends a power from home.
    if (powers.length > 0 && (!endsPower || principal.code !== null))
      throw new Problem('powerStands', conflictOf(powers, principal));
    const voted = await votedOnOpen(act, others);
    if (voted.length > 0) throw new Problem('unitVoted', conflictOf(voted, principal));
  }
  if (powers.length > 0) {
    await act.audit('powerRevoked', { units: powers.map((entry) => [entry.jointId, entry.apartmentId]) });
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
  return { kept, moved: true };
}

/** Units with a vote on a question that is open. */
async function votedOnOpen(act: Act, units: readonly RollEntry[]): Promise<RollEntry[]> {
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
 * An owner's badge that somebody else held with a power is not their own any more, until the desk scans it again. The
 * badge with which a proxy came in person for the unit that it is of stays theirs.
 */
async function withdrawBadgesOf(act: Act, powers: readonly RollEntry[]): Promise<void> {
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
 * What the desk takes back unnamed with units that it names: whatever goes with one of them, such as its parking
 * space, and is held by the same other person.
 * @param until of a late scan: what came after it stays where it is
 * @returns all entries of those units, in the joint and its sectors
 */
export async function goneAlong(
  { trx, assembly: { assemblyId }, family }: Act,
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
 * What a refused registration says: which units, since when and for whom, once each. The desk also hears who holds
 * them, a code or a user; owners and codes never do, since whoever knows a code can vote with it.
 */
export function conflictOf(standing: readonly RollEntry[], principal: Principal) {
  const byUnit = new Map(standing.map((entry) => [entry.apartmentId, entry]));
  return {
    apartments: [...byUnit.values()].map((entry) => ({
      apartmentId: entry.apartmentId,
      owner: entry.ownerName,
      at: new Date(entry.registration?.at ?? 0).toISOString(),
      attendee: entry.registration?.attendee ?? null,
      ...(isRunner(principal) && { userId: entry.registration?.holder ?? null }),
    })),
  };
}
