import type { AssemblyApartment } from '../../../shared/accounts/users.api.ts';
import type { NewRegistration, RegistrationResult } from '../../../shared/assemblies/attendance.api.ts';
import { ATTENDANCE, REGISTERED } from '../../../shared/assemblies/concepts.api.ts';
import type { AssemblyRecord } from '../../../shared/assemblies/votes.api.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { mayBeSame } from '../../../shared/properties/person.ts';
import type { RequestKey } from '../../platform/http/idempotency.repository.ts';
import { oncePerKey } from '../../platform/http/idempotency.ts';
import { holderSeenBy, isHolder, isRunner, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type AssembliesContext, runUseCase, type UseCase } from '../store/act.ts';
import {
  confirmAttendance,
  linkedUnits,
  type RollEntry,
  readProxies,
  readRoll,
} from '../store/attendance/attendance.repository.ts';
import { codeIdOf } from '../store/attendance/codes.repository.ts';
import { readAssemblyPowerRules } from '../store/power-limits.repository.ts';
import { countReset } from '../store/questions/concepts.repository.ts';
import { hasVotes } from '../store/questions/votes.repository.ts';
import { clearAttendance, freeUnits, undoReading } from './leaving.ts';
import { ownedUnits } from './owned-units.ts';
import { registerUnits } from './register-units.ts';
import {
  attendeeOf,
  type BroughtPowers,
  isByPower,
  powersBrought,
  type Registering,
  registeringAs,
  rollsOf,
  unitsOfBadge,
} from './registering.ts';
import { type Room, roomCodes } from './room-code.ts';
import { conflictOf } from './take-back.ts';

export type AttendanceService = ReturnType<typeof attendanceService>;

/** Caller of an act at the entrance, with the code of the room and the confirmed questions. */
interface Entrance {
  principal: Principal;
  roomCode?: string;
  wentOn?: readonly string[];
}

/**
 * Service of the attendance: registers units as present (at the desk or from home), reverses registrations, undoes
 * scans, and resets the attendance. Every change in a joint also covers the joint's sectors.
 */
export function attendanceService(context: AssembliesContext) {
  const rooms = roomCodes(context);

  /** Checks the room code before the joint is locked, so a wrong code counts even if the act fails. */
  const withRoom = async <T>(
    jointId: number,
    { principal, roomCode, wentOn = [] }: Entrance,
    work: (act: UseCase, room: Room) => Promise<T>,
  ): Promise<T> => {
    const room = await rooms.check(principal, jointId, roomCode);
    // Only the desk may open an assembly before the announced day.
    const confirmed = isRunner(principal) ? wentOn : [];
    return runUseCase(context, { jointId, by: principal, wentOn: confirmed }, (act) => work(act, room));
  };

  return {
    roomCode: (jointId: number) => rooms.current(jointId),

    register: (
      jointId: number,
      registration: NewRegistration,
      principal: Principal,
      key: RequestKey | null,
    ): Promise<RegistrationResult> =>
      withRoom(jointId, { ...registration, principal }, (act, room) =>
        oncePerKey(act.trx, key, act.at, async () => {
          const registering = await registeringAs(
            act,
            principal,
            registration.code ?? null,
            isByPower(registration) || registration.powers !== undefined,
            room,
          );
          const { powers, withOwned: _withOwned, ...rest } = registration;
          if (powers !== undefined && !isRunner(principal)) throw new Problem('forbidden');
          const brought = powers && (await powersBrought(act, powers, registration.attendee));
          const whole = { ...rest, ...(brought && { brought }) };
          const named = await unitsNamed(act, registering, whole);
          const owned = await ownedUnits(act, registering, { registration, named, brought, principal });
          const wanted = {
            ...(!brought && owned.attendee && { attendee: owned.attendee }),
            ...whole,
            ...named,
            company: [...(named.company ?? []), ...owned.free],
          };
          const attendee = attendeeOf(registering.holder, wanted);
          const { rows, warnings } = await registerUnits(act, registering, wanted, principal);
          return {
            jointId,
            userId: await holderAnswered(act, registering.holder, principal),
            registered: rows.map(({ entry, at }) => ({
              jointId: entry.jointId,
              apartmentId: entry.apartmentId,
              coefficient: toNumber(entry.coefficient),
              at: new Date(at).toISOString(),
            })),
            powers: (isByPower(registration) || brought) && attendee ? await powersOf(act, attendee) : null,
            warnings,
            ...(registration.withOwned === true && { left: owned.left }),
          };
        }),
      ),

    assign: (
      assignment: {
        jointId: number;
        apartmentId: string;
        userId: string | null;
        reason?: string;
        roomCode?: string;
        wentOn?: readonly string[];
      },
      principal: Principal,
    ): Promise<AssemblyApartment> =>
      withRoom(assignment.jointId, { ...assignment, principal }, async (act, room) => {
        const entry = await unitOf(act, assignment.apartmentId, { orSector: true });
        if (assignment.userId === null) {
          if (!isRunner(principal)) throw new Problem('forbidden');
          if (entry.registration !== null)
            await freeUnits(act, [assignment.apartmentId], 'freed', assignment.reason ?? null);
          return apartmentOf(entry, null);
        }
        const registering = await registeringAs(act, principal, assignment.userId, false, room);
        await registerUnconfirmed(act, registering, assignment.apartmentId, principal);
        return apartmentOf(entry, await holderAnswered(act, registering.holder, principal));
      }),

    confirm: (
      confirmation: { jointId: number; apartmentId: string; voteId: number; roomCode?: string },
      principal: Principal,
      key: RequestKey | null,
    ): Promise<AssemblyRecord> =>
      withRoom(confirmation.jointId, { ...confirmation, principal }, (act, room) =>
        oncePerKey(act.trx, key, act.at, () => confirmUnit(act, confirmation, { principal, room }), {
          assemblyId: act.assembly.assemblyId,
          jointId: confirmation.jointId,
          conceptId: ATTENDANCE,
          apartmentId: confirmation.apartmentId,
        }),
      ),

    reverse: (
      jointId: number,
      apartmentId: string,
      reason: string | null,
      principal: Principal,
    ): Promise<void> =>
      runUseCase(context, { jointId, by: principal }, async (act) => {
        const entry = await unitOf(act, apartmentId, { orSector: true });
        if (entry.registration === null) throw new Problem('apartmentNotFound');
        await freeUnits(act, [apartmentId], 'reversed', reason);
      }),

    undo: (
      jointId: number,
      reading: { code: string; apartmentIds: readonly string[] },
      principal: Principal,
    ): Promise<string[]> =>
      runUseCase(context, { jointId, by: principal }, (act) => undoReading(act, reading)),

    reset: (jointId: number, reason: string | null, principal: Principal): Promise<void> =>
      runUseCase(context, { jointId, by: principal }, async (act) => {
        if (act.assembly.closedAt !== null) throw new Problem('assemblyClosed');
        if (await hasVotes(act.trx, act.assembly.assemblyId)) throw new Problem('votesStand');
        const { assembly, place } = act;
        const { assemblyId } = assembly;
        if (place.jointId === assembly.rootId) {
          await clearAttendance(act, 'reset', reason);
          await act.audit('attendanceReset', { jointIds: act.family, reason });
        } else {
          const roll = await readRoll(act.trx, { assemblyId, jointIds: [place.jointId] });
          const here = roll.filter(({ registration }) => registration !== null);
          if (here.length === 0) return;
          await freeUnits(
            act,
            here.map(({ apartmentId }) => apartmentId),
            'reset',
            reason,
          );
        }
        for (const jointId of rollsOf(act)) {
          await countReset(act.trx, { assemblyId, jointId, conceptId: ATTENDANCE });
          act.changed.concepts.add(jointId);
        }
      }),
  };
}

/**
 * Returns the units to register: the named units, or else the units of the badge, plus the units of the powers in
 * the request.
 */
async function unitsNamed(
  act: UseCase,
  registering: Registering,
  selection: { apartmentIds?: string[]; takeBack?: boolean; brought?: BroughtPowers },
): Promise<{ apartmentIds: string[]; company?: readonly string[] }> {
  const { holder } = registering;
  const { apartmentIds, brought } = selection;
  if (brought === undefined) {
    return apartmentIds === undefined
      ? unitsOfBadge(act, registering, selection.takeBack === true)
      : { apartmentIds };
  }
  const named =
    apartmentIds === undefined && holder.badgeOf !== null
      ? await unitsOfBadge(act, registering, selection.takeBack === true)
      : { apartmentIds: apartmentIds ?? [] };
  const broughtUnits = [...brought.byUnit.keys()];
  const { assemblyId } = act.assembly;
  // Skips units already registered for the holder: only another power, or the own unit, may be new.
  const done = new Set(
    (await readRoll(act.trx, { assemblyId, jointIds: act.family, holder: holder.userId })).map(
      (entry) => entry.apartmentId,
    ),
  );
  const wanted = [...new Set([...named.apartmentIds, ...broughtUnits])];
  const fresh = wanted.filter((id) => !done.has(id));
  return { ...named, apartmentIds: fresh.length > 0 ? fresh : wanted };
}

/**
 * Finds a unit on the assembly's roll of the given joint. With `orSector` and a root joint, also finds a unit that
 * only a sector's roll has.
 */
async function unitOf(act: UseCase, apartmentId: string, { orSector = false } = {}): Promise<RollEntry> {
  const { assembly, place } = act;
  const entries = await readRoll(act.trx, {
    assemblyId: assembly.assemblyId,
    jointIds: orSector ? rollsOf(act) : [place.jointId],
    apartmentIds: [apartmentId],
  });
  const entry = entries.find(({ jointId }) => jointId === place.jointId) ?? entries[0];
  if (entry === undefined) throw new Problem('apartmentNotFound', { apartments: [apartmentId] });
  return entry;
}

/**
 * Confirms the registration of a unit (second of two calls). The specification's client sends a record of concept 1
 * (attendance) right after assigning a code to a unit. The first call confirms; later calls answer that the unit is
 * registered.
 */
async function confirmUnit(
  act: UseCase,
  confirmation: { jointId: number; apartmentId: string; voteId: number },
  { principal, room }: { principal: Principal; room: Room },
): Promise<AssemblyRecord> {
  if (confirmation.voteId !== REGISTERED) throw new Problem('answerUnknown');
  if (act.assembly.closedAt !== null) throw new Problem('assemblyClosed');
  const entry = await unitOf(act, confirmation.apartmentId);
  if (entry.registration === null) {
    const registering = await registeringAs(act, principal, null, false, room);
    await registerUnconfirmed(act, registering, confirmation.apartmentId, principal);
    entry.registration = {
      ...registering.holder,
      holder: registering.holder.userId,
      codeId: null,
      at: act.at,
      attendee: null,
      confirmed: false,
      byProxy: false,
    };
  } else if (isHolder(principal) && entry.registration.holder !== principal.userId) {
    const own = principal.code === null && (await linkedUnits(act.trx, principal.userId, act.family));
    if (own === false || !own.has(confirmation.apartmentId)) throw new Problem('apartmentNotFound');
  }
  if (
    entry.registration.confirmed ||
    (isHolder(principal) && entry.registration.holder !== principal.userId)
  ) {
    throw new Problem('alreadyRegistered', conflictOf([entry], principal));
  }
  await confirmAttendance(act.trx, { ...confirmation, assemblyId: act.assembly.assemblyId });
  return {
    jointId: confirmation.jointId,
    apartmentId: confirmation.apartmentId,
    conceptId: ATTENDANCE,
    voteId: REGISTERED,
    at: new Date(entry.registration.at).toISOString(),
    receipt: null,
  };
}

/** Returns the holder of registered units for the answer: the desk gets the public id of a code. */
const holderAnswered = async (
  { trx }: UseCase,
  { userId: holder, isCode }: Registering['holder'],
  principal: Principal,
): Promise<string> =>
  holderSeenBy(principal, { holder, isCode, codeId: isCode ? await codeIdOf(trx, holder) : null });

function apartmentOf(entry: RollEntry, userId: string | null): AssemblyApartment {
  return {
    jointId: entry.jointId,
    apartmentId: entry.apartmentId,
    owner: entry.ownerName,
    coefficient: toNumber(entry.coefficient),
    userId,
  };
}

/**
 * Returns the number of owners represented by a proxy in the assembly, with any codes, and the limit of the by-laws
 * (reglamento). Owners are told apart by document, or by name without a document. The proxy's own units do not
 * count.
 */
async function powersOf(
  act: UseCase,
  attendee: NonNullable<NewRegistration['attendee']>,
): Promise<NonNullable<RegistrationResult['powers']>> {
  const { trx, assembly, family } = act;
  const person = { document: null, ...attendee };
  const proxies = await readProxies(trx, assembly.assemblyId, family);
  // A name without a document matches all spellings of a document with the same name.
  const holders = [person, ...proxies.filter((proxy) => mayBeSame(proxy, person))];
  const owners = proxies
    .filter((proxy) => !mayBeSame(person, { name: proxy.owner, document: proxy.ownerDocument }))
    .filter((proxy) => holders.some((holder) => mayBeSame(proxy, holder)))
    .map(({ ownerKey }) => ownerKey);
  return { owners: new Set(owners).size, limit: (await readAssemblyPowerRules(trx, assembly)).limit };
}

/** Registers a unit with `confirmed: false`: the registration counts after the second call (`confirmUnit`). */
const registerUnconfirmed = (
  act: UseCase,
  registering: Registering,
  apartmentId: string,
  principal: Principal,
) => registerUnits(act, { ...registering, confirmed: false }, { apartmentIds: [apartmentId] }, principal);
