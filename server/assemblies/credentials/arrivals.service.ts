import { randomBytes } from 'node:crypto';
import type { AnswerOf, InputOf } from '../../../shared/api.ts';
import {
  ARRIVAL_MINUTES,
  type announceArrival,
  type claimArrival,
  type WaitingArrival,
} from '../../../shared/assemblies/arrivals.api.ts';
import type { RegistrationResult } from '../../../shared/assemblies/attendance.api.ts';
import { joinCodeOf, numberOf } from '../../../shared/assemblies/code.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import { documentKeys } from '../../../shared/properties/documents.ts';
import { hasDocument, ownerKey } from '../../../shared/properties/person.ts';
import { codeSignInService } from '../../accounts/index.ts';
import type { CountKey } from '../../platform/db/counters.ts';
import { FailureLimiter } from '../../platform/http/attempts.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { registerUnits, unitsOfBadge } from '../attendance/registering.ts';
import {
  type AssembliesContext,
  ensureOpen,
  inAssemblyTransaction,
  runUseCase,
  type UseCase,
} from '../store/act.ts';
import { findCurrent } from '../store/assembly.repository.ts';
import {
  type Arrival,
  decideArrivals,
  dropArrivals,
  findArrival,
  findByJoinCode,
  findByTicket,
  findMeantUnit,
  freeUnitsOfOwner,
  insertArrival,
  listWaiting,
  ownersBadge,
  registeredByOwners,
  rollOwnersOf,
  takeArrival,
} from '../store/attendance/arrivals.repository.ts';
import { readRoll } from '../store/attendance/attendance.repository.ts';
import { insertCodes } from '../store/attendance/codes.repository.ts';
import { newCodes } from './badges.service.ts';

const MINUTE_MS = 60_000;
const QUARTER_HOUR_MS = 15 * MINUTE_MS;
const WAITING_MS = ARRIVAL_MINUTES * MINUTE_MS;
/** Time from the first session of a ticket while the ticket gives sessions. */
const TAKING_MS = 10 * MINUTE_MS;
/** Limits of pending announcements, in all and per network: a hall of 600 phones at once. */
const MOST_PENDING = { all: 5000, network: 1000 };
/** Waiting phones per unit: an owner, a relative, a slip. */
const MOST_OF_UNIT = 3;
/** Waiting phones for units not on the roll. */
const MOST_UNKNOWN = 100;
/** Announcements per network of a unit without a document on the roll, in a quarter of an hour. */
const MOST_UNCLEAR = 20;
/** Wrong announcements of a unit in a quarter of an hour before the desk gets a warning. */
const MANY_WRONG = 10;
/** Seconds to wait while very many announcements are pending. */
const RETRY = 5;
/** Limits of announcements that disagree with the roll, in a quarter of an hour: per network, and per assembly. */
const MOST_WRONG = { network: 60, assembly: 300 };

type Announcement = InputOf<typeof announceArrival>['body'];
type Claimed = AnswerOf<typeof claimArrival>;

const overLimit = async (limiter: FailureLimiter, key: CountKey) => (await limiter.fail(key)).tooManyFor > 0;

/** True if a document belongs to an owner or co-owner on the roll; null if the roll has no document. */
function agreement(cells: readonly string[], document: string): boolean | null {
  const comparable = cells.map((cell) => hasDocument(cell, document)).filter((has) => has !== null);
  return comparable.length === 0 ? null : comparable.includes(true);
}

/** Keys of the person's own units: the key of the document, and the keys of this unit if there is no other owner. */
const ownKeys = (owner: { document: string | null; keys: readonly string[] }, document: string): string[] => [
  ownerKey('', document, ''),
  ...(documentKeys(owner.document).length === 1 ? owner.keys : []),
];

/**
 * Joining without a link: a phone announces a unit and a document with the wall's code, and the desk decides. No
 * answer tells if a unit or a document is right. Announcements that agree with the roll are never replaced by others
 * that disagree.
 */
export function arrivalsService(context: AssembliesContext) {
  const { store, directory, signer, counters, keyedHash, publisher, onClose } = context;
  const byCode = codeSignInService(context);
  const limiter = (name: string, most: number) =>
    new FailureLimiter(counters.counter(name, QUARTER_HOUR_MS), most);
  const unclear = limiter('arrival-unclear', MOST_UNCLEAR);
  const wrongOfNetwork = limiter('arrival-wrong-network', MOST_WRONG.network);
  const wrongOfAssembly = limiter('arrival-wrong-assembly', MOST_WRONG.assembly);
  const wrongOfUnit = limiter('arrival-wrong-unit', MANY_WRONG);
  const pending = new Map<string, number>();
  /** Hashes of tickets with pending announcements. */
  const unread = new Map<string, number>();
  let allPending = 0;
  let last: Promise<void> = Promise.resolve();
  // A shutdown waits for pending announcements. If the store is away they are lost, and the phones announce again.
  onClose(() => last);

  /**
   * Accepts an announcement and checks it later, in sequence, so neither the answer nor the response time reveals
   * correct data.
   * @throws Problem overloaded while very many announcements are pending
   */
  function announce(code: string, announcement: Announcement, address: string): void {
    const network = networkOf(address);
    if (allPending >= MOST_PENDING.all || (pending.get(network) ?? 0) >= MOST_PENDING.network) {
      throw new Problem('overloaded', undefined, RETRY);
    }
    const ticketHash = keyedHash(announcement.ticket);
    const places = [
      [pending, network],
      [unread, ticketHash],
    ] as const;
    for (const [counts, key] of places) counts.set(key, (counts.get(key) ?? 0) + 1);
    allPending += 1;
    last = last
      .then(() => keep({ joinCode: joinCodeOf(code), announcement, network, ticketHash }))
      .catch(() => undefined)
      .finally(() => {
        allPending -= 1;
        for (const [counts, key] of places) {
          const left = (counts.get(key) ?? 1) - 1;
          if (left === 0) counts.delete(key);
          else counts.set(key, left);
        }
      });
  }

  /** Stores an announcement within the limits. */
  async function keep(newArrival: {
    joinCode: string;
    announcement: Announcement;
    network: string;
    ticketHash: string;
  }): Promise<void> {
    const { announcement, network, ticketHash } = newArrival;
    const { db } = store;
    const joined = await findByJoinCode(db, newArrival.joinCode);
    if (joined === undefined) return;
    const { assemblyId, rootId } = joined;
    const { document } = announcement;
    const typedUnit = announcement.apartmentId.trim();
    const at = Date.now();
    const stored = await findByTicket(db, ticketHash);
    if (stored !== undefined) {
      // Skips a decided announcement, and a repeat by a waiting phone.
      if (stored.assemblyId !== assemblyId || stored.state !== 'waiting') return;
      const isSame = stored.typedUnit === typedUnit && stored.document === document;
      if (isSame && stored.at > at - WAITING_MS) return;
    }
    const unit = await findMeantUnit(db, assemblyId, typedUnit);
    const agrees = unit === undefined ? false : agreement(unit.documents, document);
    // A network with many wrong announcements gets the same answer for a right document.
    const isDoubted = await isDoubtful(assemblyId, network);
    if (await isTooMany({ assemblyId, apartmentId: unit?.apartmentId, agrees, network })) return;

    const arrivalId = randomBytes(12).toString('base64url');
    const apartmentId = unit?.apartmentId ?? null;
    const arrival = {
      arrivalId,
      typedUnit,
      document,
      apartmentId,
      number: numberOf(announcement.ticket),
      at,
    };
    const call = { jointId: rootId, actor: 'unknown', at };
    const { touched } = await inAssemblyTransaction({ db, directory, signer }, call, async (act) => {
      const { trx, assembly } = act;
      // The assembly was closed or replaced since the check.
      if (assembly.assemblyId !== assemblyId || assembly.closedAt !== null) return;
      await dropArrivals(trx, assemblyId, { until: act.at - WAITING_MS });
      await dropArrivals(trx, assemblyId, { ticketHash });
      if (!(await makeRoom(act, arrival, agrees))) return;
      await insertArrival(trx, assemblyId, { ...arrival, ticketHash, isDoubted });
      changed(act);
    });
    publisher.touch(...touched);
  }

  /** True after too many wrong announcements of the network, or of all networks. */
  async function isDoubtful(assemblyId: number, network: string): Promise<boolean> {
    const ofNetwork = await wrongOfNetwork.blockedFor([assemblyId, network]);
    return ofNetwork > 0 || (await wrongOfAssembly.blockedFor([assemblyId])) > 0;
  }

  /** Counts an announcement that disagrees with the roll; true beyond the limit. */
  async function isTooMany(one: {
    assemblyId: number;
    apartmentId: string | undefined;
    agrees: boolean | null;
    network: string;
  }): Promise<boolean> {
    const { assemblyId, apartmentId = '', agrees, network } = one;
    if (agrees === true) return false;
    if (agrees === null) return overLimit(unclear, [assemblyId, apartmentId, network]);
    if (await overLimit(wrongOfNetwork, [assemblyId, network])) return true;
    if (await overLimit(wrongOfAssembly, [assemblyId])) return true;
    await wrongOfUnit.fail([assemblyId, apartmentId]);
    return false;
  }

  /** Drops an older announcement for a new announcement; false if the new announcement must give way. */
  async function makeRoom(
    { trx, assembly: { assemblyId } }: UseCase,
    { apartmentId }: Arrival,
    agrees: boolean | null,
  ): Promise<boolean> {
    const waiting = await listWaiting(trx, assemblyId, 0);
    const rivals = waiting.filter((one) => one.apartmentId === apartmentId);
    if (rivals.length < (apartmentId === null ? MOST_UNKNOWN : MOST_OF_UNIT)) return true;
    const owners = await rollOwnersOf(trx, assemblyId, apartmentId === null ? [] : [apartmentId]);
    const documents = owners.get(apartmentId ?? '')?.documents ?? [];
    const doubtful = rivals.filter((one) => agreement(documents, one.document) !== true);
    const [oldest] = doubtful.length === 0 && agrees === true ? rivals : doubtful;
    if (oldest === undefined) return false;
    await dropArrivals(trx, assemblyId, { arrivalId: oldest.arrivalId });
    return true;
  }

  /** Returns the decision of the desk about a ticket, with a session if confirmed. */
  async function claim(code: string, ticket: string, address: string): Promise<Claimed> {
    const { db } = store;
    const ticketHash = keyedHash(ticket);
    const found = await findByTicket(db, ticketHash);
    const at = Date.now();
    if (found?.state === 'refused' || found?.state === 'replaced') return { state: found.state, jwt: null };
    if (found?.state === 'confirmed') {
      if (found.code === null || !(await takeArrival(db, ticketHash, { at, since: at - TAKING_MS })))
        return over;
      try {
        return { state: 'confirmed', jwt: await byCode.withCode(found.code, address) };
      } catch (error) {
        // The badge was withdrawn or renewed since.
        if (error instanceof Problem && error.code === 'codeNotEnabled') return over;
        throw error;
      }
    }
    if (unread.has(ticketHash)) return waiting;
    const waits = found !== undefined && found.at > at - WAITING_MS;
    if (waits && !found.isDoubted) return waiting;
    // A dropped announcement and a doubted announcement have the same answer.
    return waits || (await findByJoinCode(db, joinCodeOf(code))) !== undefined ? unsure : over;
  }

  /** Lists waiting announcements, merged per unit: first agreement with the roll, then order of arrival. */
  async function list(jointId: number): Promise<WaitingArrival[]> {
    const { db } = store;
    const { rootId } = await requireJoint(directory, jointId);
    const assembly = await findCurrent(db, rootId);
    if (assembly === undefined || assembly.closedAt !== null) return [];
    const { assemblyId } = assembly;
    const arrivals = await listWaiting(db, assemblyId, Date.now() - WAITING_MS);
    const apartmentIds = [...new Set(arrivals.flatMap(({ apartmentId }) => apartmentId ?? []))];
    const jointIds = await directory.family(rootId);
    const [owners, own, roll] = await Promise.all([
      rollOwnersOf(db, assemblyId, apartmentIds),
      registeredByOwners(db, assemblyId, apartmentIds),
      readRoll(db, { assemblyId, jointIds, apartmentIds }),
    ]);
    const standing = new Map(
      roll.flatMap(({ apartmentId, registration }) =>
        registration === null ? [] : [[apartmentId, registration]],
      ),
    );
    const units = new Map<string, WaitingArrival>();
    for (const { arrivalId, apartmentId, typedUnit, number, document, at } of arrivals) {
      const key = JSON.stringify(apartmentId === null ? [typedUnit] : apartmentId);
      const owner = owners.get(apartmentId ?? '');
      const registration = standing.get(apartmentId ?? '');
      const unit = units.get(key) ?? {
        apartmentId: apartmentId ?? typedUnit,
        isKnown: apartmentId !== null,
        owner: owner?.name ?? null,
        registered:
          registration === undefined
            ? null
            : {
                at: new Date(registration.at).toISOString(),
                attendee: registration.attendee,
                byProxy: registration.byProxy,
                isOwn: own.has(apartmentId ?? ''),
              },
        hasManyWrong: false,
        phones: [],
      };
      const agrees = owner === undefined ? null : agreement(owner.documents, document);
      unit.phones.push({ arrivalId, number, document, agrees, at: new Date(at).toISOString() });
      units.set(key, unit);
    }
    const rank = ({ agrees }: WaitingArrival['phones'][number]) =>
      agrees === true ? 0 : agrees === null ? 1 : 2;
    const merged = [...units.values()];
    for (const unit of merged) {
      if (!unit.isKnown || unit.phones.every(({ agrees }) => agrees !== false)) continue;
      unit.hasManyWrong = (await wrongOfUnit.blockedFor([assemblyId, unit.apartmentId])) > 0;
    }
    for (const unit of merged) unit.phones.sort((a, b) => rank(a) - rank(b));
    const rankOf = ({ isKnown, phones: [first] }: WaitingArrival) => (isKnown && first ? rank(first) : 3);
    return merged.sort((a, b) => rankOf(a) - rankOf(b));
  }

  /**
   * Registers the unit of an announcement with the unit's own badge, and gives the phone the session of the badge.
   * @throws Problem arrivalNotFound, arrivalDecided, apartmentNotFound, alreadyRegistered, assemblyClosed
   */
  const confirm = (
    { jointId, arrivalId }: { jointId: number; arrivalId: string },
    takeBack: boolean,
    principal: Principal,
  ): Promise<RegistrationResult> =>
    runUseCase(context, { jointId, by: principal }, async (act) => {
      const { trx, assembly, at } = act;
      const { assemblyId } = assembly;
      const { apartmentId, document, typedUnit } = await waitingOf(act, arrivalId);
      if (apartmentId === null) throw new Problem('apartmentNotFound', { apartments: [typedUnit] });
      await ensureOpen(act);
      const owner = (await rollOwnersOf(trx, assemblyId, [apartmentId])).get(apartmentId);
      const agrees = owner === undefined ? null : agreement(owner.documents, document);
      const badge = await badgeFor(act, apartmentId);
      const own =
        agrees === true && owner !== undefined ? { ...owner, keys: ownKeys(owner, document) } : null;
      const registered = await registerWith(act, { badge, apartmentId, own, takeBack }, principal);
      const decision = { at, actor: act.actor };
      await decideArrivals(trx, assemblyId, { arrivalId }, { ...decision, state: 'confirmed', code: badge });
      await decideArrivals(trx, assemblyId, { apartmentId }, { ...decision, state: 'replaced' });
      await act.audit('arrivalConfirmed', { arrivalId, apartmentId, agrees });
      changed(act);
      return { jointId, userId: badge, registered, powers: null, warnings: [] };
    });

  /** @throws Problem arrivalNotFound, arrivalDecided */
  const refuse = (
    { jointId, arrivalId }: { jointId: number; arrivalId: string },
    principal: Principal,
  ): Promise<void> =>
    runUseCase(context, { jointId, by: principal }, async (act) => {
      const { apartmentId } = await waitingOf(act, arrivalId);
      const decision = { at: act.at, actor: act.actor, state: 'refused' as const };
      await decideArrivals(act.trx, act.assembly.assemblyId, { arrivalId }, decision);
      await act.audit('arrivalRefused', { arrivalId, apartmentId });
      changed(act);
    });

  return { announce, claim, list, confirm, refuse };
}

const waiting: Claimed = { state: 'waiting', jwt: null };
const unsure: Claimed = { state: 'unsure', jwt: null };
const over: Claimed = { state: 'over', jwt: null };

/** Notifies desks: raises the revision of the joint and its sectors. */
function changed(act: UseCase): void {
  for (const jointId of act.family) act.changed.votes.add(jointId);
}

/** @throws Problem arrivalNotFound, arrivalDecided with the decision and its time */
async function waitingOf({ trx, assembly, at }: UseCase, arrivalId: string) {
  const found = await findArrival(trx, assembly.assemblyId, arrivalId);
  if (found === undefined) throw new Problem('arrivalNotFound');
  const { state, decidedAt, document, typedUnit } = found;
  if (state !== 'waiting') {
    throw new Problem('arrivalDecided', { state, at: new Date(decidedAt ?? at).toISOString() });
  }
  if (found.at <= at - WAITING_MS) throw new Problem('arrivalNotFound');
  return { apartmentId: found.apartmentId, document: document ?? '', typedUnit: typedUnit ?? '' };
}

/** Badge of the unit's owner, or a new badge. */
async function badgeFor(act: UseCase, apartmentId: string): Promise<string> {
  const { trx, assembly, at, actor } = act;
  const { rootId, assemblyId } = assembly;
  const standing = await ownersBadge(trx, { rootId, assemblyId, apartmentId });
  if (standing !== undefined) return standing;
  const [code = ''] = newCodes(1);
  await insertCodes(trx, [{ code, apartmentId }], { rootId, at, actor });
  await act.audit('badgesIssued', { apartments: [apartmentId], revoked: [], reason: null });
  return code;
}

interface Wanted {
  badge: string;
  apartmentId: string;
  /** Owner, if the document is the owner's. */
  own: { name: string; document: string | null; keys: readonly string[] } | null;
  takeBack: boolean;
}

/**
 * Registers the units of a badge as at the desk and, with the owner's document, also the owner's other free units. A
 * unit already registered by another device of the owner stays: both devices may vote for the unit.
 */
async function registerWith(
  act: UseCase,
  { badge, apartmentId, own, takeBack }: Wanted,
  principal: Principal,
): Promise<RegistrationResult['registered']> {
  const { trx, assembly, family } = act;
  const { assemblyId } = assembly;
  const isOwn = (await registeredByOwners(trx, assemblyId, [apartmentId])).has(apartmentId);
  if (isOwn) {
    const entries = await readRoll(trx, { assemblyId, jointIds: family, apartmentIds: [apartmentId] });
    return entries.map((entry) => registeredUnit(entry, entry.registration?.at ?? act.at));
  }
  const registering = { holder: { userId: badge, isCode: true, badgeOf: apartmentId }, allowed: null };
  const units = await unitsOfBadge(act, registering, takeBack);
  const others =
    own === null ? [] : await freeUnitsOfOwner(trx, { assemblyId, jointIds: family, ownerKeys: own.keys });
  const company = [...new Set([...(units.company ?? []), ...others])].filter((id) => id !== apartmentId);
  const { rows } = await registerUnits(
    act,
    registering,
    {
      ...units,
      company,
      takeBack,
      ...defined({ attendee: own === null ? undefined : { name: own.name, document: own.document } }),
    },
    principal,
  );
  return rows.map(({ entry, at }) => registeredUnit(entry, at));
}

const registeredUnit = (
  { jointId, apartmentId, coefficient }: Awaited<ReturnType<typeof readRoll>>[number],
  at: number,
) => ({ jointId, apartmentId, coefficient: toNumber(coefficient), at: new Date(at).toISOString() });
