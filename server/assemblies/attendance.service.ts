import type { AssemblyApartment } from '../../shared/accounts/users.api.ts';
import type { NewRegistration, RegistrationResult } from '../../shared/assemblies/attendance.api.ts';
import { normalizeCode } from '../../shared/assemblies/code.ts';
import { ATTENDANCE, REGISTERED } from '../../shared/assemblies/concepts.api.ts';
import type { AssemblyRecord } from '../../shared/assemblies/votes.api.ts';
import { toNumber } from '../../shared/coefficient.ts';
import type { Context } from '../context.ts';
import type { AttendanceTable } from '../db/tables.ts';
import { isHolder, isRunner, type Principal } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import { type Act, ensureOpen, inOneAct } from './act.ts';
import { keepAnnulled } from './annulment.ts';
import {
  asFlag,
  confirmAttendance,
  insertAttendance,
  linkedUnits,
  type RollEntry,
  readRoll,
  registrationIsActive,
  takeAttendance,
} from './attendance.repository.ts';
import { enableCode, findCode } from './codes.repository.ts';
import { countReset, readOpenQuestions } from './concepts.repository.ts';
import { oncePerKey, type RequestKey } from './idempotency.ts';
import { clearAttendance, freeUnits } from './leaving.ts';
import { hasVotes } from './votes.repository.ts';

/** Who answers for units: a user by id, or a code given out at the door. */
interface Holder {
  userId: string;
  isCode: boolean;
}

interface Registering {
  holder: Holder;
  /** Units the holder may take; null when anyone's (the desk decides). */
  allowed: Set<string> | null;
}

export interface AttendanceService {
  register: (
    jointId: number,
    wish: NewRegistration,
    principal: Principal,
    key: RequestKey | null,
  ) => Promise<RegistrationResult>;
  assign: (
    wish: { jointId: number; apartmentId: string; userId: string | null; reason?: string },
    principal: Principal,
  ) => Promise<AssemblyApartment>;
  confirm: (
    wish: { jointId: number; apartmentId: string; voteId: number },
    principal: Principal,
    key: RequestKey | null,
  ) => Promise<AssemblyRecord>;
  reverse: (
    jointId: number,
    apartmentId: string,
    reason: string | null,
    principal: Principal,
  ) => Promise<void>;
  reset: (jointId: number, reason: string | null, principal: Principal) => Promise<void>;
}

/** The door: who is registered, who frees a unit. Sectors follow their joint in all of it. */
export function attendanceService({ store, directory, publisher }: Context): AttendanceService {
  async function act<T>(jointId: number, principal: Principal, work: (act: Act) => Promise<T>): Promise<T> {
    const call = { jointId, actor: principal.actor, at: Date.now() };
    const { result, touched } = await inOneAct(store.db, directory, call, work);
    publisher.touch(...touched);
    return result;
  }

  return {
    register: (jointId, wish, principal, key) =>
      act(jointId, principal, (act) =>
        oncePerKey(act.trx, key, act.at, async () => {
          if (wish.byProxy === true && wish.attendee === undefined) throw new Problem('attendeeRequired');
          const registering = await registeringAs(act, principal, wish.code ?? null);
          if (wish.apartmentIds === undefined) throw new Problem('codeNotBadge');
          const { apartmentIds } = wish;
          const rows = await registerUnits(act, registering, { ...wish, apartmentIds }, principal);
          return {
            jointId,
            userId: registering.holder.userId,
            registered: rows.map(({ entry, at }) => ({
              jointId: entry.jointId,
              apartmentId: entry.apartmentId,
              coefficient: toNumber(entry.coefficient),
              at: new Date(at).toISOString(),
            })),
            powers: null,
          };
        }),
      ),

    assign: (wish, principal) =>
      act(wish.jointId, principal, async (act) => {
        const entry = await unitOf(act, wish.apartmentId, { orSector: true });
        if (wish.userId === null) {
          if (!isRunner(principal)) throw new Problem('forbidden');
          if (entry.registration !== null)
            await freeUnits(act, [wish.apartmentId], 'freed', wish.reason ?? null);
          return apartmentOf(entry, null);
        }
        const registering = await registeringAs(act, principal, wish.userId);
        await registerUnits(act, registering, { apartmentIds: [wish.apartmentId] }, principal, false);
        return apartmentOf(entry, registering.holder.userId);
      }),

    confirm: (wish, principal, key) =>
      act(wish.jointId, principal, (act) =>
        oncePerKey(act.trx, key, act.at, () => confirmUnit(act, wish, principal), {
          assemblyId: act.assembly.assemblyId,
          jointId: wish.jointId,
          conceptId: ATTENDANCE,
          apartmentId: wish.apartmentId,
        }),
      ),

    reverse: (jointId, apartmentId, reason, principal) =>
      act(jointId, principal, async (act) => {
        const entry = await unitOf(act, apartmentId, { orSector: true });
        if (entry.registration === null) throw new Problem('apartmentNotFound');
        await freeUnits(act, [apartmentId], 'reversed', reason);
      }),

    reset: (jointId, reason, principal) =>
      act(jointId, principal, async (act) => {
        if (act.assembly.closedAt !== null) throw new Problem('assemblyClosed');
        if (await hasVotes(act.trx, act.assembly.assemblyId)) throw new Problem('votesStand');
        await clearAttendance(act, 'reset', reason);
        for (const jointId of act.family) {
          await countReset(act.trx, { assemblyId: act.assembly.assemblyId, jointId, conceptId: ATTENDANCE });
          act.changed.concepts.add(jointId);
        }
        await act.audit('attendanceReset', { jointIds: act.family, reason });
      }),
  };
}

/** Who the units will be answered for by, and which of them the caller may take. */
async function registeringAs(act: Act, principal: Principal, given: string | null): Promise<Registering> {
  const { trx, assembly, family } = act;
  if (isRunner(principal)) {
    if (given === null) throw new Problem('codeRequired');
    return { holder: await holderGiven(act, given), allowed: null };
  }
  if (given !== null && given !== principal.userId) throw new Problem('forbidden');
  if (!(await registrationIsActive(trx, assembly.assemblyId, act.place.jointId))) {
    throw new Problem('registrationInactive');
  }
  if (principal.code === null) {
    return {
      holder: { userId: principal.userId, isCode: false },
      allowed: await linkedUnits(trx, principal.userId, family),
    };
  }
  const badge = await findCode(trx, principal.code);
  return {
    holder: { userId: principal.code, isCode: true },
    allowed: new Set(badge?.apartmentId == null ? [] : [badge.apartmentId]),
  };
}

/** A code that was issued for this joint, or the id of a user (checked against the unit when registering). */
async function holderGiven(act: Act, given: string): Promise<Holder> {
  const code = normalizeCode(given);
  if (code === null) {
    if (/^[0-9]{1,10}$/.test(given)) return { userId: given, isCode: false };
    throw new Problem('codeUnknown');
  }
  const issued = await findCode(act.trx, code);
  if (issued === undefined || issued.revoked || issued.jointId !== act.assembly.rootId) {
    throw new Problem('codeUnknown');
  }
  return { userId: code, isCode: true };
}

/** A unit of the named joint; with `orSector`, of a joint also one that only its sectors have. */
async function unitOf(act: Act, apartmentId: string, { orSector = false } = {}): Promise<RollEntry> {
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

/** Whose units may be named: at the joint's own door also those that are on the roll of a sector alone. */
const rollsOf = ({ place, assembly, family }: Act): readonly number[] =>
  place.jointId === assembly.rootId ? family : [place.jointId];

/** Registers units in the joint and wherever else in its family they are on the roll: all of them or none. */
async function registerUnits(
  act: Act,
  { holder, allowed }: Registering,
  wish: NewRegistration & { apartmentIds: string[] },
  principal: Principal,
  confirmed = true,
): Promise<{ entry: RollEntry; at: number }[]> {
  const { trx, assembly, family, at } = act;
  const entries = await readRoll(trx, {
    assemblyId: assembly.assemblyId,
    jointIds: family,
    apartmentIds: wish.apartmentIds,
  });
  const rolls = rollsOf(act);
  const here = new Set(entries.filter((e) => rolls.includes(e.jointId)).map((e) => e.apartmentId));
  const unknown = wish.apartmentIds.filter((id) => !here.has(id) || (allowed !== null && !allowed.has(id)));
  if (unknown.length > 0) throw new Problem('apartmentNotFound', { apartments: unknown });
  if (!holder.isCode && allowed === null) {
    const linked = await linkedUnits(trx, holder.userId, family);
    if (wish.apartmentIds.some((id) => !linked.has(id))) throw new Problem('holderInvalid');
  }
  await ensureOpen(act);

  const standing = entries.filter((entry) => entry.registration !== null);
  const kept = wish.takeBack === true ? await takeBack(act, standing, holder, principal) : [];
  if (wish.takeBack !== true && standing.length > 0)
    throw new Problem('alreadyRegistered', conflictOf(standing));

  const fresh = entries.filter((entry) => !kept.includes(entry));
  const rows: AttendanceTable[] = fresh.map((entry) => ({
    assembly_id: assembly.assemblyId,
    joint_id: entry.jointId,
    apartment_id: entry.apartmentId,
    holder: holder.userId,
    holder_is_code: asFlag(holder.isCode),
    attendee_name: wish.attendee?.name ?? null,
    attendee_document: wish.attendee?.document ?? null,
    by_proxy: asFlag(wish.byProxy === true),
    remote: asFlag(isHolder(principal) ? assembly.mode !== 'inPerson' : assembly.mode === 'virtual'),
    at,
    registered_by: principal.actor,
    // What has no second step is confirmed at once; a sector's row waits for its own.
    confirmed: asFlag(confirmed),
    received_at: null,
  }));
  await insertAttendance(trx, rows);
  if (holder.isCode && isRunner(principal)) await enableCode(trx, holder.userId);
  for (const row of rows) act.changed.attendance.add(row.joint_id);
  if (rows.length > 0) {
    await act.audit('registered', {
      holder: holder.userId,
      attendee: wish.attendee ?? null,
      byProxy: wish.byProxy === true,
      units: rows.map((row) => [row.joint_id, row.apartment_id]),
    });
  }
  return entries.map((entry) => ({
    entry,
    at: kept.includes(entry) ? (entry.registration?.at ?? at) : at,
  }));
}

/**
 * Frees units that somebody else holds, so that their owner can have them; never counted twice. Owners do it by
 * themselves only while no question is open; the desk may at any time.
 * @returns the entries that the holder had already
 */
async function takeBack(
  act: Act,
  standing: readonly RollEntry[],
  holder: Holder,
  principal: Principal,
): Promise<RollEntry[]> {
  const own = standing.filter((entry) => entry.registration?.holder === holder.userId);
  const others = standing.filter((entry) => !own.includes(entry));
  if (others.length === 0) return own;
  if (
    isHolder(principal) &&
    (await readOpenQuestions(act.trx, act.assembly.assemblyId, act.family)).length > 0
  )
    throw new Problem('questionActive');
  const apartmentIds = [...new Set(others.map((entry) => entry.apartmentId))];
  const taken = await takeAttendance(act.trx, {
    assemblyId: act.assembly.assemblyId,
    jointIds: act.family,
    apartmentIds,
  });
  await keepAnnulled(act, { act: 'takenBack', reason: null }, { attendance: taken });
  await act.audit('takenBack', { units: taken.map((row) => [row.joint_id, row.apartment_id]) });
  return own;
}

/** What a refused registration says: which units, since when and for whom, once each. */
function conflictOf(standing: readonly RollEntry[]) {
  const byUnit = new Map(standing.map((entry) => [entry.apartmentId, entry]));
  return {
    apartments: [...byUnit.values()].map((entry) => ({
      apartmentId: entry.apartmentId,
      owner: entry.ownerName,
      at: new Date(entry.registration?.at ?? 0).toISOString(),
      attendee: entry.registration?.attendee ?? null,
    })),
  };
}

/**
 * The specification's second step: its client sends a concept 1 record right after giving a unit its code.
 * Once it confirms what stands; after that the unit is registered, and says so.
 */
async function confirmUnit(
  act: Act,
  wish: { jointId: number; apartmentId: string; voteId: number },
  principal: Principal,
): Promise<AssemblyRecord> {
  if (wish.voteId !== REGISTERED) throw new Problem('answerUnknown');
  if (act.assembly.closedAt !== null) throw new Problem('assemblyClosed');
  const entry = await unitOf(act, wish.apartmentId);
  if (entry.registration === null) {
    const registering = await registeringAs(act, principal, null);
    await registerUnits(act, registering, { apartmentIds: [wish.apartmentId] }, principal, false);
    entry.registration = {
      ...registering.holder,
      holder: registering.holder.userId,
      at: act.at,
      attendee: null,
      confirmed: false,
    };
  } else if (isHolder(principal) && entry.registration.holder !== principal.userId) {
    const own = principal.code === null && (await linkedUnits(act.trx, principal.userId, act.family));
    if (own === false || !own.has(wish.apartmentId)) throw new Problem('apartmentNotFound');
  }
  if (
    entry.registration.confirmed ||
    (isHolder(principal) && entry.registration.holder !== principal.userId)
  ) {
    throw new Problem('alreadyRegistered', conflictOf([entry]));
  }
  await confirmAttendance(act.trx, { ...wish, assemblyId: act.assembly.assemblyId });
  return {
    jointId: wish.jointId,
    apartmentId: wish.apartmentId,
    conceptId: ATTENDANCE,
    voteId: REGISTERED,
    at: new Date(entry.registration.at).toISOString(),
    receipt: null,
  };
}

function apartmentOf(entry: RollEntry, userId: string | null): AssemblyApartment {
  return {
    jointId: entry.jointId,
    apartmentId: entry.apartmentId,
    owner: entry.ownerName,
    coefficient: toNumber(entry.coefficient),
    userId,
  };
}
