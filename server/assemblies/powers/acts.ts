import type { PowerEnd } from '../../../shared/assemblies/powers/powers.api.ts';
import { defined } from '../../../shared/defined.ts';
import { mayBeSame, type NamedPerson } from '../../../shared/properties/person.ts';
import type { PowerRules, PowerWarning } from '../../../shared/properties/power-rules.api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ensureWithin } from '../../platform/limits/limits.ts';
import { readPowerRules } from '../../properties/index.ts';
import type { UseCase } from '../store/act.ts';
import { type RollEntry, readProxies } from '../store/attendance/attendance.repository.ts';
import { judgeHolder, type PowerBook } from './limits.ts';
import {
  acceptPower,
  type EnteredPower,
  endPowerUnits,
  insertPower,
  markUsed,
  mostPendingOfUnit,
  type OwnedUnit,
  readOwnedUnits,
  readPowers,
  type StandingPower,
  standingPowers,
} from './powers.repository.ts';

/** Assembly of the powers to read: of an act, or of a read-only request. */
export interface PowersContext extends Pick<UseCase, 'trx' | 'family'> {
  assembly: { assemblyId: number; rootId: number };
}

/**
 * Reads the data to check powers against: the roll, and the joint's current limits unless the limits of the end are
 * given.
 */
export async function readPowerBook(
  { trx, assembly: { assemblyId, rootId }, family }: PowersContext,
  rules?: PowerRules,
): Promise<PowerBook> {
  const roll = new Map<string, OwnedUnit[]>();
  const totals = new Map<number, number>();
  for (const unit of await readOwnedUnits(trx, assemblyId, family)) {
    roll.set(unit.apartmentId, [...(roll.get(unit.apartmentId) ?? []), unit]);
    totals.set(unit.jointId, (totals.get(unit.jointId) ?? 0) + unit.coefficient);
  }
  return {
    rules: rules ?? (await readPowerRules(trx, rootId)),
    roll,
    totals,
    powers: await readPowers(trx, { assemblyId }),
    proxies: await readProxies(trx, assemblyId, family),
  };
}

/**
 * Refuses a power with blocking warnings.
 * @throws Problem powerBlocked with the warnings, if the joint refuses
 */
export function refuseBlocked(warnings: readonly PowerWarning[]): void {
  if (warnings.some(({ blocks }) => blocks)) throw new Problem('powerBlocked', { warnings });
}

/** Stores a pending power. @returns the number. @throws Problem tooManyPowers */
export async function notePower(act: UseCase, power: EnteredPower): Promise<number> {
  const { assemblyId } = act.assembly;
  ensureWithin('tooManyPowers', 1 + (await mostPendingOfUnit(act.trx, assemblyId, power.apartmentIds)));
  const powerId = await insertPower(act.trx, assemblyId, power, act);
  const { apartmentIds, ...facts } = power;
  await act.audit('powerEntered', { powerId, ...facts, units: apartmentIds });
  return powerId;
}

/**
 * Makes a power stand from now on and ends the former powers of the units.
 * @param despite warnings at the acceptance
 */
export async function standPower(
  act: UseCase,
  power: { powerId: number; apartmentIds: readonly string[] },
  despite: readonly PowerWarning[],
): Promise<void> {
  const { powerId, apartmentIds } = power;
  const before = await standingPowers(act.trx, act.assembly.assemblyId, apartmentIds);
  await endPowers(act, [...before.values()], 'replaced', null);
  await acceptPower(act.trx, powerId, act);
  await act.audit('powerAccepted', {
    powerId,
    units: apartmentIds,
    ...defined({ despite: despite.length === 0 ? undefined : despite.map(({ code }) => code) }),
  });
}

/** Ends powers for some units. */
export async function endPowers(
  act: UseCase,
  units: readonly Pick<StandingPower, 'powerId' | 'apartmentId'>[],
  how: PowerEnd,
  reason: string | null,
): Promise<void> {
  const byPower = new Map<number, string[]>();
  for (const { powerId, apartmentId } of units) {
    byPower.set(powerId, [...(byPower.get(powerId) ?? []), apartmentId]);
  }
  for (const [powerId, apartmentIds] of byPower) {
    await endPowerUnits(act.trx, powerId, apartmentIds, { at: act.at, actor: act.actor, how, reason });
    await act.audit('powerEnded', { powerId, units: apartmentIds, how, reason });
  }
}

/**
 * Checks and updates powers in the transaction of a registration. A unit with a standing power is registered only for
 * the holder of the power, until the power is ended explicitly. A proxy without a listed power brings a power to the
 * door: the power is stored, accepted and used at once, so every proxy has a power.
 * @param entries registered units, in all rolls
 * @param person proxy; null without a proxy
 * @param brought powers named by the desk, by unit
 * @param mayEnd the caller ends conflicting powers
 * @returns the power of each unit registered by proxy, and the warnings of limits
 * @throws Problem powerStands naming the holders, powerBlocked
 */
export async function settlePowers(
  act: UseCase,
  powers: {
    entries: readonly RollEntry[];
    isProxy: (entry: RollEntry) => boolean;
    person: NamedPerson | null;
    brought: ReadonlyMap<string, number>;
    mayEnd: boolean;
  },
): Promise<{ powerOf: Map<string, number>; warnings: PowerWarning[] }> {
  const { isProxy, person, brought, mayEnd } = powers;
  const units = new Map(powers.entries.map((entry) => [entry.apartmentId, entry]));
  const standing = await standingPowers(act.trx, act.assembly.assemblyId, [...units.keys()]);
  const powerOf = new Map<string, number>();
  const fresh: RollEntry[] = [];
  const inTheWay: { power: StandingPower; entry: RollEntry; how: PowerEnd }[] = [];
  for (const [apartmentId, entry] of units) {
    const power = standing.get(apartmentId);
    const proxy = isProxy(entry);
    const isTheirs =
      power !== undefined &&
      (brought.get(apartmentId) === power.powerId || (person !== null && mayBeSame(power.holder, person)));
    if (proxy && isTheirs) {
      powerOf.set(apartmentId, power.powerId);
      continue;
    }
    if (power !== undefined) inTheWay.push({ power, entry, how: proxy ? 'replaced' : 'arrived' });
    // A proxy's own unit gets no power.
    const owner = { name: entry.ownerName, document: entry.ownerDocument };
    if (proxy && (person === null || !mayBeSame(person, owner))) fresh.push(entry);
  }
  const stands = inTheWay.filter(({ power }) => !power.yields);
  if (stands.length > 0 && !mayEnd) throw new Problem('powerStands', powersNamed(stands));

  const proxies = [...powerOf.keys(), ...fresh.map(({ apartmentId }) => apartmentId)];
  let warnings: PowerWarning[] = [];
  if (person !== null && proxies.length > 0) {
    warnings = judgeHolder(await readPowerBook(act), person, proxies, { withPending: false });
    refuseBlocked(warnings);
  }
  for (const how of ['replaced', 'arrived'] as const) {
    const ended = inTheWay.filter((one) => one.how === how).map(({ power }) => power);
    await endPowers(act, ended, how, null);
  }
  if (person !== null) {
    for (const { granter, apartmentIds } of byOwner(fresh)) {
      const power = { granter, holder: person, origin: 'door' as const, instructions: null, apartmentIds };
      const powerId = await notePower(act, power);
      await standPower(act, { powerId, apartmentIds }, warnings);
      for (const apartmentId of apartmentIds) powerOf.set(apartmentId, powerId);
    }
  }
  await markUsed(act.trx, [...new Set(powerOf.values())], act.at);
  return { powerOf, warnings };
}

/** Holders of the powers in conflict with a registration, once per unit. */
function powersNamed(inTheWay: readonly { power: StandingPower; entry: RollEntry }[]) {
  return {
    apartments: inTheWay.map(({ power, entry }) => ({
      apartmentId: entry.apartmentId,
      owner: entry.ownerName,
      at: null,
      attendee: power.holder.name,
      powerId: power.powerId,
    })),
  };
}

/** Units by granter: the owners on the roll. */
function byOwner(entries: readonly RollEntry[]): { granter: NamedPerson; apartmentIds: string[] }[] {
  const owners = new Map<string, { granter: NamedPerson; apartmentIds: string[] }>();
  for (const { ownerName, ownerDocument, apartmentId } of entries) {
    const granter = {
      name: ownerName === '' ? `Propietario de ${apartmentId}` : ownerName,
      document: ownerDocument,
    };
    const key = JSON.stringify(granter);
    const ofOwner = owners.get(key);
    if (ofOwner === undefined) owners.set(key, { granter, apartmentIds: [apartmentId] });
    else ofOwner.apartmentIds.push(apartmentId);
  }
  return [...owners.values()];
}
