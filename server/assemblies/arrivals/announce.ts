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

/** Limits of pending announcements, in all and per network: a hall of 600 phones at once. */
const MOST_PENDING = { all: 5000, network: 1000 };
/** Waiting phones per unit: an owner, a relative, a slip. */
const MOST_OF_UNIT = 3;
/** Waiting phones for units not on the roll. */
const MOST_UNKNOWN = 100;
/** Seconds to wait while very many announcements are pending. */
const RETRY = 5;

type Announcement = InputOf<typeof announceArrival>['body'];

/** Announcement of a phone, before the comparison with the roll. */
interface NewArrival {
  joinCode: string;
  announcement: Announcement;
  network: string;
  ticketHash: string;
}

/** Pending announcements of this process, stored in sequence. */
export class Announcements {
  readonly #context: AssembliesContext;
  readonly #limits: ArrivalLimits;
  readonly #pendingOfNetwork = new Map<string, number>();
  /** Hashes of tickets with pending announcements. */
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
   * Accepts an announcement and checks it later, in sequence, so neither the answer nor the response time reveals
   * correct data.
   * @throws Problem overloaded while very many announcements are pending
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

  /** Stores an announcement within the limits. */
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
