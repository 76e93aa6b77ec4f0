import {
  capacityByOwner,
  type Identification,
  type NewRegistration,
} from '../../../shared/assemblies/attendance.api.ts';
import { normalizeCode } from '../../../shared/assemblies/code.ts';
import { defined } from '../../../shared/defined.ts';
import { readDocument } from '../../../shared/properties/documents.ts';
import { mayBeSame, type NamedPerson } from '../../../shared/properties/person.ts';
import type { PowerWarning } from '../../../shared/properties/power-rules.api.ts';
import { unitsOfCode, userIdOf } from '../../accounts/index.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { isHolder, isRunner, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { settlePowers } from '../powers/acts.ts';
import { readPowers, standingPowers } from '../powers/powers.repository.ts';
import { ensureOpen, type UseCase } from '../store/act.ts';
import { anotherWasHeld } from '../store/assembly.repository.ts';
import type { AttendanceTable } from '../store/assembly-tables.ts';
import {
  asFlag,
  insertAttendance,
  leftSince,
  linkedUnits,
  type RollEntry,
  readRoll,
  registrationIsActive,
} from '../store/attendance/attendance.repository.ts';
import { enableCode, findCode } from '../store/attendance/codes.repository.ts';
import { readPeople } from '../store/roll/people.repository.ts';
import { readOwnerNatures } from '../store/roll/persons.repository.ts';
import { NO_ROOM, type Room } from './room-code.ts';
import { conflictOf, goneAlong, takeBackRegistration } from './take-back.ts';

/** Holder of units: a user by id, or a code given out at the door. */
interface Holder {
  userId: string;
  isCode: boolean;
  /** Unit of the badge, if the code is a badge. */
  badgeOf: string | null;
  /** Name of a user who is a proxy. */
  name?: string;
}

export interface Registering {
  holder: Holder;
  /** True if the room's code was given: in a mixed assembly the units are in the room. */
  isInRoom?: boolean;
  /** Units the holder may take; null for all units (the desk decides). */
  allowed: Set<string> | null;
}

/** Returns the new holder, and the units that the caller may take. */
export async function registeringAs(
  act: UseCase,
  principal: Principal,
  holderText: string | null,
  byProxy = false,
  room: Room = NO_ROOM,
): Promise<Registering> {
  const { trx, assembly, family } = act;
  if (isRunner(principal)) {
    if (holderText === null) throw new Problem('codeRequired');
    return { holder: await holderGiven(act, holderText, byProxy), allowed: null };
  }
  if (holderText !== null && holderText !== principal.userId) throw new Problem('forbidden');
  if (!(await registrationIsActive(trx, assembly.assemblyId, act.place.jointId))) {
    throw new Problem('registrationInactive');
  }
  room.require();
  if (principal.code === null) {
    return {
      holder: { userId: principal.userId, isCode: false, badgeOf: null },
      isInRoom: room.isInRoom,
      allowed: await linkedUnits(trx, principal.userId, family),
    };
  }
  const badgeOf = (await findCode(trx, principal.code))?.apartmentId ?? null;
  return {
    holder: { userId: principal.code, isCode: true, badgeOf },
    allowed: await unitsOfCode(trx, principal.code),
  };
}

/**
 * Finds the holder: a code issued for this joint, or the id of a user. A proxy must be an owner in the joint; other
 * users are checked against the unit when registering.
 */
async function holderGiven(act: UseCase, holderText: string, byProxy: boolean): Promise<Holder> {
  const code = normalizeCode(holderText);
  if (code === null) {
    if (!/^[0-9]{1,10}$/.test(holderText)) throw new Problem('codeUnknown');
    const id = userIdOf(holderText);
    if (id === undefined) throw new Problem('holderInvalid');
    const user = { userId: holderText, isCode: false, badgeOf: null };
    if (!byProxy) return user;
    const [person] = await readPeople(act.trx, act.family, id);
    if (person === undefined) throw new Problem('holderInvalid');
    return { ...user, name: person.name };
  }
  const issued = await findCode(act.trx, code);
  if (issued === undefined || issued.revoked || issued.jointId !== act.assembly.rootId) {
    throw new Problem('codeUnknown');
  }
  return { userId: code, isCode: true, badgeOf: issued.apartmentId };
}

/** Units to register: named units of the joint, and accessory units from the whole family of joints. */
interface Wanted extends Omit<NewRegistration, 'powers'> {
  apartmentIds: string[];
  company?: readonly string[];
  /** Powers named by the desk, by unit. */
  brought?: BroughtPowers;
}

/** Powers of a person in a registration. */
export interface BroughtPowers {
  person: NamedPerson;
  /** Power of each unit. */
  byUnit: ReadonlyMap<string, number>;
}

/**
 * Reads the powers named by the desk, for all units where they stand.
 * @throws Problem powerOfAnother if the powers have several holders, or do not stand
 */
export async function powersBrought(
  act: UseCase,
  powerIds: readonly number[],
  attendee: NewRegistration['attendee'],
): Promise<BroughtPowers> {
  const powers = await readPowers(act.trx, { assemblyId: act.assembly.assemblyId, powerIds });
  const [first] = powers;
  if (first === undefined || powers.length < powerIds.length) throw new Problem('powerOfAnother');
  const who = attendee === undefined ? first.holder : { document: null, ...attendee };
  if (powers.some(({ holder }) => !mayBeSame(holder, who))) throw new Problem('powerOfAnother');
  const byUnit = new Map(
    powers.flatMap(({ powerId, units }) =>
      units.flatMap(({ apartmentId, standing }): [string, number][] =>
        standing ? [[apartmentId, powerId]] : [],
      ),
    ),
  );
  if (byUnit.size === 0) throw new Problem('powerOfAnother');
  return {
    person: { ...first.holder, ...defined({ document: attendee?.document ? attendee.document : undefined }) },
    byUnit,
  };
}

/**
 * Units registered by a badge alone, at the desk or from home: the unit of the badge with its free accessory units; a
 * take back also includes accessory units of the unit's holder. Other units of the holder, and units with a power,
 * stay.
 * @throws Problem codeNotBadge for a card or a user
 */
export async function unitsOfBadge(
  act: UseCase,
  { holder, allowed }: Registering,
  takesBack: boolean,
): Promise<Pick<Wanted, 'apartmentIds' | 'company'>> {
  const { badgeOf } = holder;
  // Owners must name units.
  if (allowed !== null && badgeOf === null) throw new Problem('forbidden');
  if (badgeOf === null) throw new Problem('codeNotBadge');
  const entries = await readRoll(act.trx, {
    assemblyId: act.assembly.assemblyId,
    jointIds: act.family,
    withCompanyOf: badgeOf,
  });
  const holders = new Set(
    entries.flatMap((entry) =>
      entry.apartmentId === badgeOf && entry.registration !== null ? [entry.registration.holder] : [],
    ),
  );
  const company = entries.filter(
    ({ apartmentId, registration }) =>
      apartmentId !== badgeOf &&
      allowed?.has(apartmentId) !== false &&
      (registration === null || (takesBack && holders.has(registration.holder))),
  );
  const along = [...new Set(company.map((entry) => entry.apartmentId))];
  const powersAlong =
    along.length === 0 ? null : await standingPowers(act.trx, act.assembly.assemblyId, along);
  return { apartmentIds: [badgeOf], company: along.filter((id) => powersAlong?.get(id)?.yields !== false) };
}

/** True if the attendee comes with a power, by either field. */
export const isByProxy = ({ byProxy, capacity }: Pick<NewRegistration, 'byProxy' | 'capacity'>): boolean =>
  byProxy === true || capacity === 'proxy';

/** Identification of a caller from home; the desk sees the person. */
const identifiedBy = ({ code, byLink }: Principal): Identification =>
  code !== null ? 'code' : byLink ? 'link' : 'account';

/**
 * Attendee of the units, if not simply the holder of the code. Default for a proxy: the user's name.
 * @throws Problem attendeeRequired for a proxy without a name
 */
export function attendeeOf(
  holder: Holder,
  wanted: Omit<Wanted, 'apartmentIds' | 'company'>,
): NewRegistration['attendee'] | null {
  if (wanted.attendee !== undefined) return wanted.attendee;
  if (wanted.brought !== undefined) return wanted.brought.person;
  if (!isByProxy(wanted)) return null;
  if (holder.name === undefined) throw new Problem('attendeeRequired');
  return { name: holder.name };
}

/** Joints with units to name: at the door of the root joint also units on the roll of a sector only. */
export const rollsOf = ({ place, assembly, family }: UseCase): readonly number[] =>
  place.jointId === assembly.rootId ? family : [place.jointId];

/** Registers units in all joints of the family with the unit on the roll: all units or no unit. */
export async function registerUnits(
  act: UseCase,
  { holder, allowed, isInRoom = false }: Registering,
  wanted: Wanted,
  principal: Principal,
  confirmed = true,
): Promise<{ rows: { entry: RollEntry; at: Millis }[]; warnings: PowerWarning[] }> {
  const { trx, assembly, family } = act;
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
  const byProxy = isByProxy(wanted);
  const brought: ReadonlyMap<string, number> = wanted.brought?.byUnit ?? new Map();
  const isOwn = (id: string) => own === null || own.has(id);
  if (allowed === null && !byProxy && wanted.apartmentIds.some((id) => !isOwn(id) && !brought.has(id)))
    throw new Problem('holderInvalid');
  const attendee = attendeeOf(holder, wanted);
  if (assembly.closedAt !== null) throw new Problem('assemblyClosed');

  const refused = wanted.takeBack === true ? [] : named.filter((entry) => entry.registration !== null);
  if (refused.length > 0) throw new Problem('alreadyRegistered', conflictOf(refused, principal));
  const entered = await entryTime(act, wanted.scannedAt, principal, named);
  await ensureOpen(act, entered.at);
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
    holder: holder.userId,
    principal,
    scanned: entered.at,
    endsPower: wanted.endPower === true,
  });
  // Units that change hands enter now: until now the former holder counted.
  const at = moved ? act.at : entered.at;

  const fresh = entries.filter((entry) => !remaining.includes(entry));
  const isProxy = ({ apartmentId }: RollEntry) =>
    brought.has(apartmentId) || (byProxy && own?.has(apartmentId) !== true);
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
  // A proxy registered by user id is at home. Own units need no proxy.
  const atHome = isHolder(principal) || (byProxy && !holder.isCode);
  const remote = assembly.mode === 'virtual' || (atHome && !isInRoom && assembly.mode === 'mixed');
  const natureOf = await readOwnerNatures(trx, assembly.rootId);
  const rows = fresh.map((entry): AttendanceTable => {
    const asOwner = capacityByOwner[natureOf(entry.ownerName, entry.ownerDocument)];
    return {
      assembly_id: assembly.assemblyId,
      joint_id: entry.jointId,
      apartment_id: entry.apartmentId,
      holder: holder.userId,
      holder_is_code: asFlag(holder.isCode),
      attendee_name: attendee?.name ?? null,
      attendee_document: attendee?.document ?? null,
      attendee_key: readDocument(attendee?.document ?? null)?.key ?? null,
      by_proxy: asFlag(isProxy(entry)),
      remote: asFlag(remote),
      at,
      registered_by: principal.actor,
      // Confirmed at once without a second step; the row of a sector waits for its own second step.
      confirmed: asFlag(confirmed),
      received_at: entered.receivedAt,
      roll_version: entry.version,
      capacity: isProxy(entry)
        ? 'proxy'
        : wanted.capacity === undefined || wanted.capacity === 'proxy'
          ? asOwner
          : wanted.capacity,
      identified_by: isHolder(principal) ? identifiedBy(principal) : null,
      power_id: powerOf.get(entry.apartmentId) ?? null,
    };
  });
  await insertAttendance(trx, rows);
  for (const row of rows) act.changed.attendance.add(row.joint_id);
  if (rows.length > 0) {
    if (holder.isCode && isRunner(principal)) await enableCode(trx, holder.userId);
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
        identifiedBy: isHolder(principal) ? identifiedBy(principal) : undefined,
      }),
      units: fresh.map((entry, i) => [
        ...[entry.jointId, entry.apartmentId, entry.coefficient],
        ...[rows[i]?.capacity ?? null, rows[i]?.remote ?? 0],
      ]),
      ...(entered.receivedAt === null ? {} : { enteredAt: at, receivedAt: entered.receivedAt }),
    });
  }
  return {
    rows: entries.map((entry) => ({
      entry,
      at: remaining.includes(entry) ? (entry.registration?.at ?? at) : at,
    })),
    warnings,
  };
}

/** Time of a registration; `receivedAt` is the arrival of a late scan. */
interface EntryTime {
  at: Millis;
  receivedAt: Millis | null;
}

/**
 * Entry time of units. A scan that waited for the network counts from the time of the scan, limited to the time from
 * the opening of the assembly until now; a first act opens the assembly at this time. A late scan does not undo later
 * events: units that left since, a restarted attendance, an ended assembly.
 * @throws Problem forbidden for all callers but the desk, scanOutdated with the units' names
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
  // A leap second is valid in the format, but not for `Date`.
  if (Number.isNaN(scanned)) throw new Problem('badRequest');

  const { assemblyId, rootId, attendanceSince } = assembly;
  const began = assembly.openedAt ?? assembly.createdAt;
  if (attendanceSince !== null && scanned < attendanceSince) throw outdated(units, () => attendanceSince);
  if (scanned < began && (await anotherWasHeld(trx, rootId, scanned))) throw outdated(units, () => began);
  const apartmentIds = [...new Set(units.map((unit) => unit.apartmentId))];
  const left = await leftSince(trx, { assemblyId, jointIds: family, apartmentIds, after: scanned });
  if (left.size > 0) throw outdated(units, (apartmentId) => left.get(apartmentId));
  return { at: Math.max(scanned, began), receivedAt: act.at };
}

/** Names the units refused by a late scan, with the time since they are out. */
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
