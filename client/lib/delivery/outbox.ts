import { ApiError } from '../api.ts';
import { backoffMs, isWorthResending, retryAfterOf } from '../resend.ts';

/** Maximum number of concurrent requests of an outbox. Avoids a flood when the Wi-Fi returns. */
const AT_ONCE = 4;

/** Maximum random delay after `wake`, ms: every phone of the hall notices the return together. */
const SPREAD_MS = 1_000;

/** Name of the rest after failures that concern the whole server. Item ids are never empty. */
const SERVER = '';

/** Wait before a retry: number of failed tries, and the end by `performance.now()`, ms. */
interface Rest {
  failures: number;
  until: number;
}

interface Delivery<Item, Answer> {
  /** Returns the unsettled items in order of sending, none of another session. The caller stores the items. */
  pending: () => readonly Item[];
  /** Names that items compete for: an item waits for each earlier item with a common name. */
  claims?: (item: Item) => readonly string[];
  /** False to keep an item back, with its names. Default: true. */
  isReady?: (item: Item) => boolean;
  /** Sends an item with `id` as the base of the idempotency key. */
  send: (item: Item) => Promise<Answer>;
  /**
   * Takes the answer. The caller removes the item from `pending`. Throws before any change if the answer is
   * unreadable (a network's login page): then the item is sent again.
   */
  onStored: (item: Item, answer: Answer) => void;
  /** Takes the final error. An item that stays in `pending` is sent again at once. */
  onRefused: (item: Item, error: unknown) => void;
  /** Called after a failed try, before a pause and a retry. */
  onWait?: (item: Item, error: unknown) => void;
  /** True to retry after an error. Default: `isWorthResending`. */
  isWorth?: (error: unknown, item: Item) => boolean;
}

/**
 * Outbox for items (for example registrations) to be delivered to the server: sends pending items until each has a
 * final answer.
 */
export interface Outbox {
  /** Sends all items that may be sent now. Call after each change of `pending` or `isReady`. */
  pump: () => void;
  /** Ends the pauses between tries. Call when the connection returns; the outbox hears `online` itself. */
  wake: () => void;
}

/**
 * Creates an outbox: sends each pending item to the server until a final answer, with growing pauses
 * between tries. After a failure of the whole server (no answer, overload) only a single item is tried;
 * after a status 500 only the failed item waits. An answer for an item no longer pending is dropped.
 */
export function createOutbox<Item extends { id: string }, Answer>(delivery: Delivery<Item, Answer>): Outbox {
  const { pending, claims = () => [], isReady = () => true, isWorth = isWorthResending } = delivery;
  const underWay = new Set<string>();
  const rests = new Map<string, Rest>();
  /** End of the wait that the server requested (Retry-After). A restored connection does not shorten the wait. */
  let patientUntil = 0;
  const restOf = (name: string) => rests.get(name) ?? { failures: 0, until: 0 };

  function pump(): void {
    const items = pending();
    if (items.length === 0) {
      rests.clear();
      patientUntil = 0;
    }
    const now = performance.now();
    const { failures, until } = restOf(SERVER);
    if (Math.max(until, patientUntil) > now) return;
    const busy = items.filter(({ id }) => underWay.has(id)).length;
    for (const item of freeOf(items, claims)
      .filter((item) => !underWay.has(item.id) && restOf(item.id).until <= now && isReady(item))
      .slice(0, Math.max(0, (failures > 0 ? 1 : AT_ONCE) - busy)))
      void deliver(item);
  }

  async function deliver(item: Item): Promise<void> {
    // The previous item's `send` may have pumped.
    if (underWay.has(item.id)) return;
    underWay.add(item.id);
    const current = () => pending().find(({ id }) => id === item.id);
    const answered = () => {
      rests.delete(SERVER);
      rests.delete(item.id);
    };
    try {
      const answer = await delivery.send(item);
      const stored = current();
      if (stored) delivery.onStored(stored, answer);
      answered();
    } catch (error) {
      const isFinal = !isWorth(error, item);
      if (isFinal) answered();
      else rest(error instanceof ApiError && error.status === 500 ? item.id : SERVER, error);
      const failed = current();
      if (failed) (isFinal ? delivery.onRefused : delivery.onWait)?.(failed, error);
    }
    underWay.delete(item.id);
    pump();
  }

  function rest(name: string, error: unknown): void {
    const now = performance.now();
    patientUntil = Math.max(patientUntil, now + retryAfterOf(error));
    const next = afterFailure(restOf(name), now, patientUntil);
    rests.set(name, next);
    // Browsers round the time of a timer down.
    setTimeout(pump, next.until - now + 1);
  }

  function wake(): void {
    setTimeout(() => {
      if (performance.now() > patientUntil) {
        for (const [name, { failures }] of rests) rests.set(name, { failures, until: 0 });
      }
      pump();
    }, Math.random() * SPREAD_MS);
  }

  globalThis.window?.addEventListener('online', wake);
  return { pump, wake };
}

/** Returns the items without an earlier item of a common name. */
function freeOf<Item>(items: readonly Item[], claims: (item: Item) => readonly string[]): Item[] {
  const taken = new Set<string>();
  return items.filter((item) => {
    const names = claims(item);
    const isFree = names.every((name) => !taken.has(name));
    for (const name of names) taken.add(name);
    return isFree;
  });
}

/** Rest after a failed try. Concurrent requests that failed together count as one failure. */
function afterFailure({ failures, until }: Rest, now: number, least: number): Rest {
  if (until > now) return { failures, until: Math.max(until, least) };
  return { failures: failures + 1, until: least + backoffMs(failures) };
}
