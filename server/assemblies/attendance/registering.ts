import type { NewRegistration } from '../../../shared/assemblies/attendance.api.ts';
import { personOnPower } from '../../../shared/assemblies/powers/persons.ts';
import { defined } from '../../../shared/defined.ts';
import type { NamedPerson } from '../../../shared/properties/person.ts';
import { unitsOfCode, userIdOf } from '../../accounts/index.ts';
import { isRunner, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readPowers, standingPowers } from '../powers/powers.repository.ts';
import type { UseCase } from '../store/act.ts';
import type { AttendanceTable } from '../store/assembly-tables.ts';
import { linkedUnits, readRoll, registrationIsActive } from '../store/attendance/attendance.repository.ts';
import { codeNamed, findCode } from '../store/attendance/codes.repository.ts';
import { readPeople } from '../store/roll/people.repository.ts';
import { NO_ROOM, type Room } from './room-code.ts';

/**
 * Holder of a registration: the user or code that answers and votes for the units. Codes are on the cards and
 * badges given out at the door.
 */
export interface Holder {
  /** Id of the user ('12'), or the code itself if `isCode`. */
  userId: string;
  /** True for the code of a card or badge, false for a user account. */
  isCode: boolean;
  /** Id of the unit on the badge; null if the code is no badge. */
  badgeOf: string | null;
  /** Name of the user, only for a proxy. */
  name?: string;
}

/**
 * Caller's part of a registration: the holder (user or code) of the units, and the units that the holder may
 * register. `UnitsToRegister` has the units and the attendee.
 */
export interface Registering {
  holder: Holder;
  /** True if the caller gave the room code: in a mixed assembly the units then count as present in the room. */
  isInRoom?: boolean;
  /** Ids of the units that the holder (user or code) may register; null for all units (the desk decides). */
  allowed: Set<string> | null;
  /** False for the first of two calls: the units are registered at the second call. Default: true. */
  confirmed?: boolean;
  /**
   * Ended registrations to restore by undoing a departure: each unit gets back the former room or home, second step
   * and means of identification. Default: none.
   */
  restored?: readonly RestoredRow[];
}

/** Facts of an ended registration that the desk does not know: place, second step, means of identification. */
type RestoredRow = Pick<
  AttendanceTable,
  'joint_id' | 'apartment_id' | 'remote' | 'confirmed' | 'identified_by'
>;

/**
 * Finds the holder (user or code) for a registration, and the units that the holder may register. The desk
 * registers any unit for any holder; an owner registers only own units, and a code only the units of the code.
 * @param holderText code, public id of a code, or user id given by the desk; null if the caller registers for itself
 * @throws Problem codeRequired, forbidden, registrationInactive, codeUnknown, holderInvalid, and for a wrong room
 *   code
 */
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
 * Finds the holder typed at the desk: a code issued for this joint, or the id of a user. A proxy must be an owner
 * in the joint; other users are checked against the units when registering.
 */
async function holderGiven(act: UseCase, holderText: string, byProxy: boolean): Promise<Holder> {
  const code = await codeNamed(act.trx, holderText);
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

/**
 * Requested part of a registration: units, attendee, and powers of attorney. Made from the body of the request
 * (`NewRegistration`); `Registering` has the holder of the units.
 */
export interface UnitsToRegister extends Omit<NewRegistration, 'powers'> {
  /** Ids of the units named in the request: '101'. */
  apartmentIds: string[];
  /** Ids of accessory units (for example a parking space) of the named units, registered too if free. */
  company?: readonly string[];
  /** Powers that the desk named; missing without powers. */
  brought?: BroughtPowers;
}

/** Powers of attorney that a proxy shows to the desk for a registration, already read from the database. */
export interface BroughtPowers {
  /** Name and identity document of the representative. */
  person: NamedPerson;
  /** Key: id of the unit ('101'). Value: number of the power for the unit. */
  byUnit: ReadonlyMap<string, number>;
}

/**
 * Reads the accepted powers of attorney that the desk named in a registration.
 * @param powerIds numbers of the powers
 * @param attendee name and document typed at the desk; undefined: the representative of the first power
 * @returns the person, and the power of each unit
 * @throws Problem powerOfAnother if a power is unknown, names the attendee neither as representative
 *   nor as substitute, or no power is in force
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
  const person = personOnPower(first, who);
  if (person === undefined || powers.some((power) => personOnPower(power, who) === undefined))
    throw new Problem('powerOfAnother');
  const byUnit = new Map(
    powers.flatMap(({ powerId, units }) =>
      units.flatMap(({ apartmentId, standing }): [string, number][] =>
        standing ? [[apartmentId, powerId]] : [],
      ),
    ),
  );
  if (byUnit.size === 0) throw new Problem('powerOfAnother');
  return {
    person: { ...person, ...defined({ document: attendee?.document ? attendee.document : undefined }) },
    byUnit,
  };
}

/**
 * Returns the units registered by scanning a badge alone, at the desk or from home: the unit of the badge with its
 * free accessory units (for example a parking space). With `takeBack`, also accessory units with the same holder as
 * the unit. Other units of the holder, and units with a power, stay.
 * @throws Problem codeNotBadge for a card or a user
 */
export async function unitsOfBadge(
  act: UseCase,
  { holder, allowed }: Registering,
  takesBack: boolean,
): Promise<Pick<UnitsToRegister, 'apartmentIds' | 'company'>> {
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

/** True if a requested registration is by power of attorney: field `byProxy`, or capacity `proxy`. */
export const isByPower = ({ byProxy, capacity }: Pick<NewRegistration, 'byProxy' | 'capacity'>): boolean =>
  byProxy === true || capacity === 'proxy';

/**
 * Returns the name and document of the person present, to store with a registration. Null if the request names no
 * person: the holder of the code comes in person. A proxy without a typed name gets the name on the power or of the
 * user.
 * @throws Problem attendeeRequired for a proxy without a name
 */
export function attendeeOf(
  holder: Holder,
  wanted: Omit<UnitsToRegister, 'apartmentIds' | 'company'>,
): NewRegistration['attendee'] | null {
  if (wanted.attendee !== undefined) return wanted.attendee;
  if (wanted.brought !== undefined) return wanted.brought.person;
  if (!isByPower(wanted)) return null;
  if (holder.name === undefined) throw new Problem('attendeeRequired');
  return { name: holder.name };
}

/**
 * Returns the numbers of the joints with units for a request: only the sector for a request about a sector; the
 * joint and all sectors for a request about the whole joint. Each joint and sector has a roll of its own.
 */
export const rollsOf = ({ place, assembly, family }: UseCase): readonly number[] =>
  place.jointId === assembly.rootId ? family : [place.jointId];
