import { randomBytes } from 'node:crypto';
import type { InputOf } from '../../../shared/api.ts';
import type { announceArrival } from '../../../shared/assemblies/arrivals.api.ts';
import { joinCodeOf, numberOf } from '../../../shared/assemblies/code.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type AssembliesContext, inAssemblyTransaction, type UseCase } from '../store/act.ts';
import {
  type Arrival,
  dropArrivals,
  findByJoinCode,
  findByTicket,
  findMeantUnit,
  insertArrival,
  listWaiting,
  rollOwnersOf,
} from '../store/attendance/arrivals.repository.ts';
import { type ArrivalLimits, agreement, WAITING_MS } from './limits.ts';
import { notifyDesks } from './notify-desks.ts';

/**
 * Maximum number of announcements in the queue, in all and per network: enough for a hall of 600 phones at once.
 */
const MOST_PENDING = { all: 5000, network: 1000 };
/** Maximum number of phones waiting for the same unit: an owner, a relative, a mistake. */
const MOST_OF_UNIT = 3;
/** Maximum number of waiting phones with a unit not on the assembly's roll. */
const MOST_UNKNOWN = 100;
/** Seconds that a phone should wait before another try while the queue is full. */
const RETRY = 5;

type Announcement = InputOf<typeof announceArrival>['body'];

/** Announcement of a phone, not yet compared with the assembly's roll. */
interface NewArrival {
  joinCode: string;
  announcement: Announcement;
  network: string;
  ticketHash: string;
}

/**
 * Queue of the phone announcements received by this process: an owner at the door types unit and identity document
 * on a phone, and the desk confirms later. Stores the announcements strictly in order of arrival.
 */
export class Announcements {
  readonly #context: AssembliesContext;
  readonly #limits: ArrivalLimits;
  readonly #pendingOfNetwork = new Map<string, number>();
  /** Number of announcements in the queue, by hash of the phone's ticket. */
  readonly #pendingOfTicket = new Map<string, number>();
  #allPending = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(context: AssembliesContext, limits: ArrivalLimits) {
    this.#context = context;
    this.#limits = limits;
    // A shutdown waits for pending announcements. Without the store the announcements are lost, and the phones announce again.
    context.onClose(() => this.#last);
  }

  isPending(ticketHash: string): boolean {
    return this.#pendingOfTicket.has(ticketHash);
  }

  /**
   * Puts an announcement into the queue. The announcement is checked later, so neither the answer nor the response
   * time reveals if the data are right.
   * @throws Problem overloaded while the queue is full
   */
  announce(code: string, announcement: Announcement, address: string): void {
    const network = networkOf(address);
    const ofNetwork = this.#pendingOfNetwork.get(network) ?? 0;
    if (this.#allPending >= MOST_PENDING.all || ofNetwork >= MOST_PENDING.network) {
      throw new Problem('overloaded', undefined, RETRY);
    }
    const ticketHash = this.#context.keyedHash(announcement.ticket);
    const places = [
      [this.#pendingOfNetwork, network],
      [this.#pendingOfTicket, ticketHash],
    ] as const;
    for (const [counts, key] of places) counts.set(key, (counts.get(key) ?? 0) + 1);
    this.#allPending += 1;
    this.#last = this.#last
      .then(() => this.#store({ joinCode: joinCodeOf(code), announcement, network, ticketHash }))
      .catch(() => undefined)
      .finally(() => {
        this.#allPending -= 1;
        for (const [counts, key] of places) {
          const left = (counts.get(key) ?? 1) - 1;
          if (left === 0) counts.delete(key);
          else counts.set(key, left);
        }
      });
  }

  /** Stores an announcement, unless a limit is reached. */
  async #store(newArrival: NewArrival): Promise<void> {
    const { announcement, network, ticketHash } = newArrival;
    const { directory, signer, publisher } = this.#context;
    const { db } = this.#context.store;
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
    const isDoubted = await this.#limits.isDoubtful(assemblyId, network);
    if (await this.#limits.isTooMany({ assemblyId, apartmentId: unit?.apartmentId, agrees, network })) return;

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
      notifyDesks(act);
    });
    publisher.touch(...touched);
  }
}

/**
 * Deletes an older announcement in favour of a new announcement. False if the limit is reached and the new
 * announcement must not be stored.
 */
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
