import type { FastifyBaseLogger } from 'fastify';
import { MINUTE_MS } from '../../../shared/durations.ts';
import { readEntriesAfter } from '../../platform/audit/heads.repository.ts';
import { makeHead } from '../../platform/audit/heads.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import { lockJoint } from '../../platform/db/engine.ts';
import { type Hold, LeasedQueue } from '../../platform/queue/leased-queue.ts';
import { runInWorker } from '../../platform/queue/run-in-worker.ts';
import { background } from '../../platform/queue/worker-pool.ts';
import type { AssembliesContext } from '../store/act.ts';
import { type DueOrder, duePapers, paperOrders } from '../store/papers/orders.repository.ts';
import { otherActs } from '../store/papers/other-acts.repository.ts';
import { raiseRevisions } from '../store/revisions.repository.ts';
import type { AssemblyPapersTask, MadePapers } from './make-papers.ts';

const RETRY_DELAYS_MS = [1, 5, 15, 60, 180].map((minutes) => minutes * MINUTE_MS);
const CHECK_MS = 2_000;

type Needs = Pick<AssembliesContext, 'store' | 'signer' | 'publisher'>;

/**
 * Queue that makes the documents of ended assemblies in a worker (PRODUCT §18 rule 12). Afterwards an audit entry
 * 'papersMade' names the documents by hash, and a signed head covers the entry. A lease makes sure that only one
 * server process works. A request during the work is done afterwards.
 * @param afterMs milliseconds to wait after the request, because results and mails go first
 */
export function papersQueue(
  { store, signer, publisher }: Needs,
  { log, afterMs }: { log: FastifyBaseLogger; afterMs: number },
): LeasedQueue<DueOrder> {
  const { db } = store;
  return new LeasedQueue<DueOrder>(
    { store, log },
    {
      name: 'papers',
      rows: paperOrders,
      due: (at) => duePapers(db, at, at - afterMs),
      begin: async (order, lease) => ((await lease(db)) ? (hold) => make(order, hold) : null),
      giveUp: (hold) => note(hold, 'failed', 'It ended its process each time.'),
      leaseMs: MINUTE_MS,
      beatMs: MINUTE_MS / 4,
      lookMs: Math.min(CHECK_MS, Math.max(afterMs, 50)),
      atOnce: 1,
      waits: RETRY_DELAYS_MS,
    },
  );

  async function make({ id: assemblyId, rootId }: DueOrder, hold: Hold): Promise<void> {
    try {
      const task: AssemblyPapersTask = { kind: 'assemblyPapers', rootId, assemblyId };
      const made = await runInWorker<MadePapers>(store.address, task, {
        actor: null,
        semaphore: background,
        signal: hold.signal,
      });
      publisher.touch(...(await bind(rootId, assemblyId, made, hold)));
    } catch (error) {
      if (hold.signal.aborted) throw error;
      log.warn({ assembly: assemblyId, err: error }, 'papers');
      await note(hold, hold.nextWait === undefined ? 'failed' : 'queued', String(error));
    }
  }

  /**
   * Adds the audit entry that binds the papers, unless a new request came meanwhile. @returns the ids of joints
   * with a new signed head
   */
  function bind(rootId: number, assemblyId: number, made: MadePapers, hold: Hold): Promise<number[]> {
    const chain = jointChain(rootId);
    return db.transaction().execute(async (trx) => {
      await lockJoint(trx, rootId);
      const done = { state: 'made', next_at: null, leased_until: null, problem: null };
      if (!(await paperOrders.change(trx, hold, done))) return [];
      const at = Date.now();
      const since = await readEntriesAfter(trx, chain, made.entries);
      await appendAudit(trx, { chain, actor: 'system', at }, 'papersMade', {
        assemblyId,
        papers: made.papers,
        others: otherActs(since, assemblyId, made.others),
      });
      await makeHead(trx, signer, chain, { moment: 'papeles', at, closings: [] });
      return raiseRevisions(trx, {
        attendance: new Set(),
        concepts: new Set([rootId]),
        votes: new Set(),
      });
    });
  }

  function note(hold: Hold, state: 'queued' | 'failed', problem: string): Promise<boolean> {
    const { nextWait } = hold;
    const nextAt = state === 'failed' || nextWait === undefined ? null : Math.round(Date.now() + nextWait);
    return paperOrders.change(db, hold, { state, next_at: nextAt, leased_until: null, problem });
  }
}
