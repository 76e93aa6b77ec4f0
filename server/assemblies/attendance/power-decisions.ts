import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { insertMail, mailsWithKey } from '../../platform/mail/outbox.repository.ts';
import { endPowers, readPowerBook, refuseBlocked, standPower } from '../powers/acts.ts';
import { judgePower } from '../powers/limits.ts';
import {
  readPowers,
  readRegisteredUnits,
  rejectPower,
  type StoredPower,
} from '../powers/powers.repository.ts';
import type { UseCase } from '../store/act.ts';
import { readRoll } from '../store/attendance/attendance.repository.ts';
import { freeUnits } from './leaving.ts';
import { conflictOf } from './take-back.ts';

/** Refuses an act on powers after the end of the assembly. @throws Problem assemblyClosed */
export function ensureNotClosed({ assembly }: UseCase): void {
  if (assembly.closedAt !== null) throw new Problem('assemblyClosed');
}

/** Reads powers of the assembly by id. @throws Problem powerNotFound if any is missing */
export async function found({ trx, assembly }: UseCase, powerIds: readonly number[]): Promise<StoredPower[]> {
  const powers = await readPowers(trx, { assemblyId: assembly.assemblyId, powerIds });
  if (powers.length < powerIds.length) throw new Problem('powerNotFound');
  return powers;
}

/** Returns the units of a power, except units with an ended power. */
const currentUnits = ({ units }: StoredPower): string[] =>
  units.flatMap(({ apartmentId, end }) => (end === null ? [apartmentId] : []));

/**
 * Accepts pending powers in order: each accepted power counts for the limits of the next. Refuses a unit that is
 * already registered and names the person: the person represents the unit until the desk frees the unit or hands
 * the unit over.
 */
export async function acceptPowers(
  act: UseCase,
  powerIds: readonly number[],
  principal: Principal,
): Promise<void> {
  const powers = await found(act, powerIds);
  if (powers.some(({ state }) => state !== 'pending')) throw new Problem('powerDecided');
  const apartmentIds = [...new Set(powers.flatMap(currentUnits))];
  const { assemblyId } = act.assembly;
  const entries = await readRoll(act.trx, { assemblyId, jointIds: act.family, apartmentIds });
  const there = entries.filter(({ registration }) => registration !== null);
  if (there.length > 0) throw new Problem('alreadyRegistered', conflictOf(there, principal));
  const book = await readPowerBook(act);
  const otherPowers = book.powers.filter(({ powerId }) => !powerIds.includes(powerId));
  const accepted: StoredPower[] = [];
  for (const power of powers) {
    const units = currentUnits(power);
    const now = { ...book, powers: [...otherPowers, ...accepted] };
    const warnings = judgePower(now, power, units, { withPending: false });
    refuseBlocked(warnings);
    await standPower(act, { powerId: power.powerId, apartmentIds: units }, warnings);
    accepted.push({ ...power, units: power.units.map((unit) => ({ ...unit, standing: unit.end === null })) });
  }
}

export async function rejectPowers(act: UseCase, powerIds: readonly number[], reason: string): Promise<void> {
  const powers = await found(act, powerIds);
  if (powers.some(({ state }) => state !== 'pending')) throw new Problem('powerDecided');
  for (const power of powers) {
    const { at, actor } = act;
    await rejectPower(act.trx, power.powerId, { at, actor, reason });
    await act.audit('powerRejected', { powerId: power.powerId, units: currentUnits(power), reason });
  }
}

/**
 * Revokes powers for all units, and frees the units that were registered with the powers.
 * @param only only these units of the powers; default: all units
 */
export async function revokePowers(
  act: UseCase,
  powerIds: readonly number[],
  reason: string | null,
  only?: ReadonlySet<string>,
): Promise<void> {
  const powers = await found(act, powerIds);
  if (powers.some(({ state }) => state !== 'pending' && state !== 'accepted')) {
    throw new Problem('powerDecided');
  }
  const isMeant = (apartmentId: string) => only?.has(apartmentId) !== false;
  for (const power of powers) {
    const units = currentUnits(power).filter(isMeant);
    if (units.length === 0) throw new Problem('powerDecided');
    const { powerId } = power;
    await endPowers(
      act,
      units.map((apartmentId) => ({ powerId, apartmentId })),
      'revoked',
      reason,
    );
    await tellRevoked(act, powerId);
  }
  const present = (await registeredWith(act, powerIds)).filter(isMeant);
  if (present.length > 0) await freeUnits(act, present, 'powerRevoked', reason);
}

/** Queues a mail about the revocation, to each address with a copy of the power. Powers on paper have no copies. */
async function tellRevoked(act: UseCase, powerId: number): Promise<void> {
  const { rootId, assemblyId } = act.assembly;
  const copies = await mailsWithKey(act.trx, rootId, `powerCopy:${powerId}:`);
  const mails = copies.map(({ onceKey, address }) => ({
    kind: 'powerRevoked' as const,
    once_key: `${onceKey.replace('powerCopy', 'powerRevoked')}:${act.at}`,
    joint_id: rootId,
    assembly_id: assemblyId,
    user_id: null,
    to_address: address,
    created_at: act.at,
    created_by: act.actor,
  }));
  await insertMail(act.trx, mails);
}

async function registeredWith(act: UseCase, powerIds: readonly number[]): Promise<string[]> {
  const registered = await readRegisteredUnits(act.trx, act.assembly.assemblyId);
  return registered.flatMap(({ apartmentId, powerId }) =>
    powerId !== null && powerIds.includes(powerId) ? [apartmentId] : [],
  );
}
