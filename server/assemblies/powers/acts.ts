import { personOnPower } from '../../../shared/assemblies/powers/persons.ts';
import type { PowerEnd } from '../../../shared/assemblies/powers/powers.api.ts';
import { defined } from '../../../shared/defined.ts';
import { mayBeSame, type NamedPerson } from '../../../shared/properties/person.ts';
import type { PowerRules, PowerWarning } from '../../../shared/properties/power-rules.api.ts';
import { Problem } from '../../platform/http/problem.ts';
import { groupBy, groupEntries } from '../../platform/lib/group-by.ts';
import { ensureWithin } from '../../platform/limits/limits.ts';
import type { UseCase } from '../store/act.ts';
import { type RollEntry, readProxies } from '../store/attendance/attendance.repository.ts';
import { readAssemblyPowerRules } from '../store/power-limits.repository.ts';
import { judgeHolder, type PowerBook } from './limits.ts';
import {
  acceptPower,
  type EnteredPower,
  endPowerUnits,
  insertPower,
  markUsed,
  mostPendingOfUnit,
  readOwnedUnits,
  readPowers,
  type StandingPower,
  standingPowers,
} from './powers.repository.ts';

/**
 * Data needed to read powers of attorney: the transaction, the assembly, and the numbers of the joint and its
 * sectors (`family`).
 */
export interface PowersContext extends Pick<UseCase, 'trx' | 'family'> {
  assembly: { assemblyId: number; rootId: number };
}

/**
 * Reads all data of an assembly needed to check a power of attorney: units on the roll, limits of the joint,
 * entered powers, and present proxies.
 * @param rules rules of the joint at another moment; default: now. The kept limits of the assembly always count
 */
export async function readPowerBook(
  { trx, assembly, family }: PowersContext,
  rules?: PowerRules,
): Promise<PowerBook> {
  const { assemblyId } = assembly;
  const units = await readOwnedUnits(trx, assemblyId, family);
  const totals = new Map<number, number>();
  for (const { jointId, coefficient } of units) totals.set(jointId, (totals.get(jointId) ?? 0) + coefficient);
  return {
    rules: await readAssemblyPowerRules(trx, assembly, rules),
    roll: groupBy(units, ({ apartmentId }) => apartmentId),
    totals,
    powers: await readPowers(trx, { assemblyId }),
    proxies: await readProxies(trx, assemblyId, family),
  };
}

/**
 * Refuses a power of attorney if the joint's limits forbid the power: any of the warnings is of the blocking kind.
 * @throws Problem powerBlocked with the warnings
 */
export function refuseBlocked(warnings: readonly PowerWarning[]): void {
  if (warnings.some(({ blocks }) => blocks)) throw new Problem('powerBlocked', { warnings });
}

/**
 * Stores a power of attorney as pending: the power waits for a check and counts only after the acceptance.
 * @param proof hash of the signed text of a power from the phone, for the audit trail
 * @returns the number of the power
 * @throws Problem tooManyPowers if a unit would have more than 20 pending powers
 */
export async function notePower(
  act: UseCase,
  power: EnteredPower,
  proof?: { sha256: string },
): Promise<number> {
  const { assemblyId } = act.assembly;
  ensureWithin('tooManyPowers', 1 + (await mostPendingOfUnit(act.trx, assemblyId, power.apartmentIds)));
  const powerId = await insertPower(act.trx, assemblyId, power, act);
  const { apartmentIds, ...facts } = power;
  await act.audit('powerEntered', { powerId, ...facts, units: apartmentIds, ...proof });
  return powerId;
}

/**
 * Accepts a pending power of attorney: from now on the representative answers for the units. Powers of the
 * same units in force until now end as 'replaced'.
 * @param power number of the power, and ids of all its units
 * @param despite warnings shown to the person before accepting, for the audit trail
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

/**
 * Ends powers of attorney for the named units and writes the end to the audit trail.
 * @param how kind of the end, for example 'replaced'
 */
export async function endPowers(
  act: UseCase,
  units: readonly Pick<StandingPower, 'powerId' | 'apartmentId'>[],
  how: PowerEnd,
  reason: string | null,
): Promise<void> {
  for (const [powerId, apartmentIds] of groupEntries(units.map((one) => [one.powerId, one.apartmentId]))) {
    await endPowerUnits(act.trx, powerId, apartmentIds, { at: act.at, actor: act.actor, how, reason });
    await act.audit('powerEnded', { powerId, units: apartmentIds, how, reason });
  }
}

/**
 * Checks powers of attorney during a registration and stores the changes: a unit with a power in force may be
 * registered only for the representative or the substitute, unless the caller ends the power. A proxy without an entered power
 * gets a power that is entered, accepted and used at once.
 * @param powers.entries roll entries of the units to register
 * @param powers.person the proxy; null if the owner comes
 * @param powers.brought powers named at the desk. Key: id of the unit. Value: number of the power
 * @param powers.mayEnd true if the caller ends conflicting powers
 * @returns `powerOf`: key id of each unit registered by proxy, value number of the power; `warnings`:
 *   exceeded limits
 * @throws Problem powerStands naming the representatives, powerBlocked
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
      (brought.get(apartmentId) === power.powerId ||
        (person !== null && personOnPower(power, person) !== undefined));
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

/** Problem details that name the holders of the powers in conflict with a registration, one entry per unit. */
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

/** Groups units by owner on the assembly's roll: each owner is the granter of a power. */
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
