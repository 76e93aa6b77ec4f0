import { capacityByOwner, type Identification } from '../../../shared/assemblies/attendance.api.ts';
import { defined } from '../../../shared/defined.ts';
import { readDocument } from '../../../shared/properties/documents.ts';
import type { PowerWarning } from '../../../shared/properties/power-rules.api.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { isHolder, isRunner, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { settlePowers } from '../powers/acts.ts';
import { ensureOpen, type UseCase } from '../store/act.ts';
import { anotherWasHeld } from '../store/assembly.repository.ts';
import type { AttendanceTable } from '../store/assembly-tables.ts';
import { registeredByOwners } from '../store/attendance/arrivals.repository.ts';
import {
  asFlag,
  insertAttendance,
  leftSince,
  linkedUnits,
  type RollEntry,
  readRoll,
} from '../store/attendance/attendance.repository.ts';
import { enableCode } from '../store/attendance/codes.repository.ts';
import { readOwnerNatures } from '../store/roll/persons.repository.ts';
import { attendeeOf, isByPower, type Registering, rollsOf, type UnitsToRegister } from './registering.ts';
import { conflictOf, goneAlong, takeBackRegistration } from './take-back.ts';

/** Request to register units, with the data read from the store. */
interface Registration {
  registering: Registering;
  wanted: UnitsToRegister;
  principal: Principal;
  /** Roll entries of the requested units and of the units registered along with them. */
  named: RollEntry[];
  /** Ids of units linked to the signed-in holder; null if the holder is a code. */
  own: ReadonlySet<string> | null;
  byProxy: boolean;
  /** Ids of powers that the desk named, by unit. */
  brought: ReadonlyMap<string, number>;
  attendee: ReturnType<typeof attendeeOf>;
}

/** Units that are free to register, after units were taken back from earlier holders. */
interface FreeUnits {
  entries: RollEntry[];
  /** Units that are already registered by the new holder. */
  remaining: readonly RollEntry[];
  at: Millis;
  receivedAt: Millis | null;
}

/**
 * Registers units as present, in the joint and in each sector with the unit on its roll. Registers all the
 * requested units or, after a refusal, no unit. Opens the assembly if the assembly is still in preparation.
 * @param registering holder (user or code) of the units, and units allowed to the holder
 * @param wanted requested units, attendee and powers of attorney
 * @returns the registered units with the entry time, and warnings about powers
 */
export async function registerUnits(
  act: UseCase,
  registering: Registering,
  wanted: UnitsToRegister,
  principal: Principal,
): Promise<{ rows: { entry: RollEntry; at: Millis }[]; warnings: PowerWarning[] }> {
  const registration = await readUnits(act, { registering, wanted, principal });
  const entered = await checkUnits(act, registration);
  await ensureOpen(act, entered.at);
  const free = await takeUnitsBack(act, registration, entered);
  const warnings = await storeUnits(act, registration, free);
  const { entries, remaining, at } = free;
  return {
    rows: entries.map((entry) => ({
      entry,
      at: remaining.includes(entry) ? (entry.registration?.at ?? at) : at,
    })),
    warnings,
  };
}

/**
 * Reads the units of a registration from the assembly's roll. @throws Problem apartmentNotFound, holderInvalid,
 * attendeeRequired
 */
async function readUnits(
  act: UseCase,
  request: Pick<Registration, 'registering' | 'wanted' | 'principal'>,
): Promise<Registration> {
  const { trx, assembly, family } = act;
  const { wanted, registering } = request;
  const { holder, allowed } = registering;
  const named = await readRoll(trx, {
    assemblyId: assembly.assemblyId,
    jointIds: family,
    apartmentIds: [...wanted.apartmentIds, ...(wanted.company ?? [])],
  });
  const rolls = rollsOf(act);
  const here = new Set(named.filter((e) => rolls.includes(e.jointId)).map((e) => e.apartmentId));
  const unknown = wanted.apartmentIds.filter((id) => !here.has(id) || (allowed !== null && !allowed.has(id)));
  if (unknown.length > 0) throw new Problem('apartmentNotFound', { apartments: unknown });
  const own = holder.isCode ? null : await linkedUnits(trx, holder.userId, family);
  const byProxy = isByPower(wanted);
  const brought: ReadonlyMap<string, number> = wanted.brought?.byUnit ?? new Map();
  const isOwn = (id: string) => own === null || own.has(id);
  if (allowed === null && !byProxy && wanted.apartmentIds.some((id) => !isOwn(id) && !brought.has(id)))
    throw new Problem('holderInvalid');
  return { ...request, named, own, byProxy, brought, attendee: attendeeOf(holder, wanted) };
}

/**
 * Checks that the units may be registered. Returns the entry time of the units.
 * @throws Problem assemblyClosed, alreadyRegistered, and the refusals of a late scan
 */
async function checkUnits(
  act: UseCase,
  { registering: { holder }, wanted, principal, named }: Registration,
): Promise<EntryTime> {
  if (act.assembly.closedAt !== null) throw new Problem('assemblyClosed');
  const refused = wanted.takeBack === true ? [] : named.filter((entry) => entry.registration !== null);
  if (refused.length > 0) {
    const ids = refused.flatMap(({ apartmentId, registration: standing }) =>
      isRunner(principal) && standing?.holder !== holder.userId ? [apartmentId] : [],
    );
    const byOwner = await registeredByOwners(act.trx, act.assembly.assemblyId, ids);
    throw new Problem('alreadyRegistered', conflictOf(refused, principal, byOwner));
  }
  return entryTime(act, wanted.scannedAt, principal, named);
}

/** Returns the check of a unit for a registration by power. */
const isProxyIn =
  ({ brought, byProxy, own }: Registration) =>
  ({ apartmentId }: RollEntry): boolean =>
    brought.has(apartmentId) || (byProxy && own?.has(apartmentId) !== true);

/** Takes units back from other holders, if requested, together with accessory units for example a parking space. */
async function takeUnitsBack(
  act: UseCase,
  registration: Registration,
  entered: EntryTime,
): Promise<FreeUnits> {
  const { wanted, principal, named, own, byProxy } = registration;
  const { holder } = registration.registering;
  // Owners name units; a user at the desk gets only own units, unless by proxy.
  const along =
    wanted.takeBack === true && isRunner(principal)
      ? (await goneAlong(act, named, holder.userId, entered.at)).filter(
          ({ apartmentId }) => own === null || byProxy || own.has(apartmentId),
        )
      : [];
  const entries = [...named, ...along];
  const standing = entries.filter((entry) => entry.registration !== null);
  const { remaining, moved } = await takeBackRegistration(act, standing, {
    isProxy: isProxyIn(registration),
    holder: holder.userId,
    principal,
    scanned: entered.at,
    endsPower: wanted.endPower === true,
  });
  // Units with a new holder enter now: until now the former holder counted.
  return { entries, remaining, at: moved ? act.at : entered.at, receivedAt: entered.receivedAt };
}

/** Stores the registrations of the free units with their powers. Returns warnings about the powers. */
async function storeUnits(
  act: UseCase,
  registration: Registration,
  free: FreeUnits,
): Promise<PowerWarning[]> {
  const { registering, wanted, principal, own, byProxy, brought, attendee } = registration;
  const { holder } = registering;
  const fresh = free.entries.filter((entry) => !free.remaining.includes(entry));
  const isProxy = isProxyIn(registration);
  const { powerOf, warnings } = await settlePowers(act, {
    entries: fresh,
    isProxy,
    person: attendee === null || attendee === undefined ? null : { document: null, ...attendee },
    brought,
    // A code may be in anybody's hands: only a signed-in user ends a power from home.
    mayEnd: isRunner(principal)
      ? wanted.endPower === true || wanted.takeBack === true
      : wanted.endPower === true && principal.code === null,
  });
  const units = fresh.map((entry) => ({
    entry,
    isProxy: isProxy(entry),
    powerId: powerOf.get(entry.apartmentId) ?? null,
  }));
  const rows = await attendanceRows(act, registration, units, free);
  await insertAttendance(act.trx, rows);
  for (const row of rows) act.changed.attendance.add(row.joint_id);
  if (rows.length === 0) return warnings;
  if (holder.isCode && isRunner(principal)) await enableCode(act.trx, holder.userId);
  if (!holder.isCode) act.holders.add(holder.userId);
  const proxyFor = rows.filter((row) => row.by_proxy === 1).map((row) => row.apartment_id);
  await act.audit('registered', {
    holder: holder.userId,
    attendee,
    byProxy,
    ...defined({
      capacity: wanted.capacity,
      proxyFor: byProxy && own !== null ? [...new Set(proxyFor)] : undefined,
      powers: powerOf.size === 0 ? undefined : [...powerOf].map(([unit, powerId]) => [powerId, unit]),
      identifiedBy: rows[0]?.identified_by ?? undefined,
    }),
    units: fresh.map((entry, i) => [
      ...[entry.jointId, entry.apartmentId, entry.coefficient],
      ...[rows[i]?.capacity ?? null, rows[i]?.remote ?? 0],
    ]),
    ...(free.receivedAt === null ? {} : { enteredAt: free.at, receivedAt: free.receivedAt }),
  });
  return warnings;
}

/**
 * Returns how a person at home was identified: code, mail link or account. At the desk a person sees the attendee.
 */
const identifiedBy = ({ code, byLink }: Principal): Identification =>
  code !== null ? 'code' : byLink ? 'link' : 'account';

async function attendanceRows(
  { trx, assembly }: UseCase,
  { registering, wanted, principal, byProxy, attendee }: Registration,
  units: readonly { entry: RollEntry; isProxy: boolean; powerId: number | null }[],
  { at, receivedAt }: FreeUnits,
): Promise<AttendanceTable[]> {
  const { holder, isInRoom = false, confirmed = true, restored = [] } = registering;
  // A proxy registered by user id is at home. Own units need no proxy.
  const atHome = isHolder(principal) || (byProxy && !holder.isCode);
  const remote = assembly.mode === 'virtual' || (atHome && !isInRoom && assembly.mode === 'mixed');
  const natureOf = await readOwnerNatures(trx, assembly.rootId);
  return units.map(({ entry, isProxy, powerId }) => {
    const asOwner = capacityByOwner[natureOf(entry.ownerName, entry.ownerDocument)];
    const before = restored.find(
      (row) => row.joint_id === entry.jointId && row.apartment_id === entry.apartmentId,
    );
    const byHolder = isHolder(principal) ? identifiedBy(principal) : null;
    return {
      assembly_id: assembly.assemblyId,
      joint_id: entry.jointId,
      apartment_id: entry.apartmentId,
      holder: holder.userId,
      holder_is_code: asFlag(holder.isCode),
      attendee_name: attendee?.name ?? null,
      attendee_document: attendee?.document ?? null,
      attendee_key: readDocument(attendee?.document ?? null)?.key ?? null,
      by_proxy: asFlag(isProxy),
      remote: before?.remote ?? asFlag(remote),
      at,
      registered_by: principal.actor,
      // Confirmed at once without a second step; the row of a sector waits for the second step of the sector.
      confirmed: before?.confirmed ?? asFlag(confirmed),
      received_at: receivedAt,
      roll_version: entry.version,
      capacity: isProxy
        ? 'proxy'
        : wanted.capacity === undefined || wanted.capacity === 'proxy'
          ? asOwner
          : wanted.capacity,
      identified_by: before === undefined ? byHolder : before.identified_by,
      power_id: powerId,
    };
  });
}

/** Entry time of a registration. `receivedAt` is the arrival of a scan delayed by the network. */
interface EntryTime {
  at: Millis;
  receivedAt: Millis | null;
}

/**
 * Returns the entry time of units. A scan delayed by the network counts from the time of the scan, but not before
 * the opening of the assembly and not after now; if the scan is the first act, the assembly opens at this time. A
 * late scan does not undo later events: units that left since, a restarted attendance, an ended assembly.
 * @throws Problem forbidden for callers other than the desk; scanOutdated with the names of the units
 */
async function entryTime(
  act: UseCase,
  scannedAt: string | undefined,
  principal: Principal,
  units: readonly RollEntry[],
): Promise<EntryTime> {
  const { trx, assembly, family } = act;
  if (scannedAt === undefined) return { at: act.at, receivedAt: null };
  if (!isRunner(principal)) throw new Problem('forbidden');
  const scanned = Math.min(Date.parse(scannedAt), act.at);
  const { assemblyId, rootId, attendanceSince } = assembly;
  const began = assembly.openedAt ?? assembly.createdAt;
  if (attendanceSince !== null && scanned < attendanceSince) throw outdated(units, () => attendanceSince);
  if (scanned < began && (await anotherWasHeld(trx, rootId, scanned))) throw outdated(units, () => began);
  const apartmentIds = [...new Set(units.map((unit) => unit.apartmentId))];
  const left = await leftSince(trx, { assemblyId, jointIds: family, apartmentIds, after: scanned });
  if (left.size > 0) throw outdated(units, (apartmentId) => left.get(apartmentId));
  return { at: Math.max(scanned, began), receivedAt: act.at };
}

/**
 * Returns the problem for a late scan, with the refused units and the instant since when each unit is not
 * registered.
 */
function outdated(units: readonly RollEntry[], since: (apartmentId: string) => Millis | undefined): Problem {
  const byUnit = new Map(units.map((unit) => [unit.apartmentId, unit]));
  return new Problem('scanOutdated', {
    apartments: [...byUnit.values()].flatMap(({ apartmentId, ownerName }) => {
      const at = since(apartmentId);
      if (at === undefined) return [];
      return [{ apartmentId, owner: ownerName, at: new Date(at).toISOString(), attendee: null }];
    }),
  });
}
