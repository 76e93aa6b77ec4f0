import type { FastifyBaseLogger } from 'fastify';
import { HOUR_MS, MINUTE_MS } from '../../../shared/durations.ts';
import type { Store } from '../../platform/db/connect.ts';
import type { SecretBox } from '../../platform/lib/secret-box.ts';
import { type Hold, LeasedQueue } from '../../platform/queue/leased-queue.ts';
import { applyTransaction } from './apply.ts';
import { checkRows, type DueCheck, dueChecks, noteAsked, referencesToAsk } from './gateway.repository.ts';
import { type Gateway, GatewayFault, LONGEST_WAY_MS } from './gateway.types.ts';
import { readKeys } from './keys.ts';

/** Least and greatest age (ms) of a begun payment to ask about. A notification usually comes before the least age. */
const FROM_MS = 10 * MINUTE_MS;
const UNTIL_MS = LONGEST_WAY_MS;
/** Time (ms) between two queries about a payment with a final state, to find a later void or second try. */
const FINAL_MS = 12 * HOUR_MS;
/** Most queries in a reconciliation of a joint. */
const MOST_ASKED = 100;
/** Pauses (ms) after a failed reconciliation; afterwards an hour. */
const FAILED_WAITS_MS = [1, 5, 15, 30].map((minutes) => minutes * MINUTE_MS);
const NO_KEYS = 'Faltan las llaves de la pasarela, o ya no se pueden leer. Escríbalas de nuevo.';
const STOPPED = 'El servidor se detuvo durante la conciliación.';

/**
 * Queue of the hourly reconciliations: asks the gateway about payments begun or pending, and applies the answers like
 * notifications. A lease lets one process ask for a joint. No host is called for a joint without keys.
 */
export function reconciliationQueue(options: {
  store: Store;
  log: FastifyBaseLogger;
  secretBox: SecretBox;
  gateway: Gateway;
}): LeasedQueue<DueCheck> {
  const { store, log, secretBox, gateway } = options;
  const { db } = store;
  return new LeasedQueue<DueCheck>(
    { store, log },
    {
      name: 'gateway',
      rows: checkRows,
      due: (at) => dueChecks(db, at),
      begin: async ({ id }, lease) => ((await lease(db)) ? (hold) => reconcile(id, hold) : null),
      giveUp: (hold) => end(hold, STOPPED),
      leaseMs: 2 * MINUTE_MS,
      beatMs: MINUTE_MS / 2,
      lookMs: MINUTE_MS,
      atOnce: 1,
      waits: FAILED_WAITS_MS,
    },
  );

  async function reconcile(jointId: number, hold: Hold): Promise<void> {
    const keys = await readKeys(db, secretBox, jointId);
    if (keys === null || keys.privateKey === '') return end(hold, keys?.isOn ? NO_KEYS : null);
    const now = Date.now();
    const { environment } = keys;
    const when = { environment, from: now - UNTIL_MS, until: now - FROM_MS, most: MOST_ASKED };
    const references = await referencesToAsk(db, jointId, { ...when, finalBefore: now - FINAL_MS });
    let problem: string | null = null;
    for (const reference of references) {
      try {
        for (const transaction of await gateway.find(keys, reference, hold.signal))
          await applyTransaction(db, jointId, { name: gateway.name, environment, transaction });
      } catch (error) {
        if (hold.signal.aborted) throw error;
        log.warn({ joint: jointId, err: error }, 'gateway: reconciliation');
        problem = error instanceof GatewayFault ? error.message : 'Un pago no se pudo registrar.';
        // A fault of a single reference leaves the other references to ask about.
        if (error instanceof GatewayFault && error.isGeneral) break;
      } finally {
        if (!hold.signal.aborted) await noteAsked(db, jointId, reference, Date.now());
      }
    }
    await end(hold, problem);
  }

  /** Ends a reconciliation. The next follows in an hour, after a failure sooner: the attempts count the failures. */
  async function end(hold: Hold, problem: string | null): Promise<void> {
    const now = Date.now();
    const wait = problem === null ? undefined : hold.nextWait;
    const next = { state: 'queued', leased_until: null, next_at: Math.round(now + (wait ?? HOUR_MS)) };
    const afresh = wait === undefined ? { attempts: 0 } : {};
    const checked = problem === null ? { checked_at: now } : {};
    await checkRows.change(db, hold, { ...next, ...afresh, ...checked, problem });
  }
}
