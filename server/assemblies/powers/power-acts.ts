import type { PowerEnd } from '../../../shared/assemblies/powers/powers.api.ts';
import { mayBeSame, type NamedPerson } from '../../../shared/properties/person.ts';
import type { PowerRules, PowerWarning } from '../../../shared/properties/power-rules.api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ensureWithin } from '../../platform/limits/limits.ts';
import { readPowerRules } from '../../properties/index.ts';
import type { Act } from '../store/act.ts';
import { type RollEntry, readProxies } from '../store/attendance.repository.ts';
import { judgeHolder, type PowerBook } from './power-limits.ts';
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

/** The assembly whose powers are read: an act's, or one that is only looked at. */
export interface PowersPlace extends Pick<Act, 'trx' | 'family'> {
  assembly: { assemblyId: number; rootId: number };
}

/** What an assembly's powers are judged by: the roll and the joint's limits as of now, unless those of its end are given. */
export async function readPowerBook(
  { trx, assembly: { assemblyId, rootId }, family }: PowersPlace,
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

/** @throws Problem powerBlocked with what speaks against it, where the joint refuses that */
export function refuseBlocked(warnings: readonly PowerWarning[]): void {
  if (warnings.some(({ blocks }) => blocks)) throw new Problem('powerBlocked', { warnings });
}

/** Notes a power, pending. @returns its number. @throws Problem tooManyPowers */
export async function notePower(act: Act, power: EnteredPower): Promise<number> {
  const { assemblyId } = act.assembly;
  ensureWithin('tooManyPowers', 1 + (await mostPendingOfUnit(act.trx, assemblyId, power.apartmentIds)));
  const powerId = await insertPower(act.trx, assemblyId, power, act);
  const { apartmentIds, ...facts } = power;
  await act.audit('powerEntered', { powerId, ...facts, units: apartmentIds });
  return powerId;
}

/**
 * A power stands from now on; the ones that its units had end.
 * @param despite what it was accepted against
 */
export async function standPower(
  act: Act,
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
    ...(despite.length === 0 ? {} : { despite: despite.map(({ code }) => code) }),
  });
}

/** Powers end for some units. */
export async function endPowers(
  act: Act,
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
 * What powers say to a registration, in its transaction: a unit with a power that stands is registered for its holder
 * alone, until the power is ended in so many words. Who comes by proxy without a power on the list brings one to the
 * door, which is noted, accepted and used at once, so that every proxy has a power.
 * @param entries what is registered, in all rolls
 * @param person who comes by proxy; null where nobody does
 * @param brought powers that the desk named, by unit
 * @param mayEnd the caller ends powers that stand in the way
 * @returns the power of each unit that is registered by proxy, and what limits warn of
 * @throws Problem powerStands naming the holders, powerBlocked
 */
export async function settlePowers(
  act: Act,
  given: {
    entries: readonly RollEntry[];
    isProxy: (entry: RollEntry) => boolean;
    person: NamedPerson | null;
    brought: ReadonlyMap<string, number>;
    mayEnd: boolean;
  },
): Promise<{ powerOf: Map<string, number>; warnings: PowerWarning[] }> {
  const { isProxy, person, brought, mayEnd } = given;
  const units = new Map(given.entries.map((entry) => [entry.apartmentId, entry]));
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
    // Nobody gives a power to oneself.
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

/** Whose power stands in the way of a registration: once for each unit. */
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

/** Units by whoever gives a power for them, as the roll has the owners. */
function byOwner(entries: readonly RollEntry[]): { granter: NamedPerson; apartmentIds: string[] }[] {
  const owners = new Map<string, { granter: NamedPerson; apartmentIds: string[] }>();
  for (const { ownerName, ownerDocument, apartmentId } of entries) {
    const granter = {
      name: ownerName === '' ? `Propietario de ${apartmentId}` : ownerName,
      document: ownerDocument,
    };
    const key = JSON.stringify(granter);
    const known = owners.get(key);
    if (known === undefined) owners.set(key, { granter, apartmentIds: [apartmentId] });
    else known.apartmentIds.push(apartmentId);
  }
  return [...owners.values()];
}
