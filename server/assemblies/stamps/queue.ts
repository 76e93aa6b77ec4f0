import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { MINUTE_MS } from '../../../shared/durations.ts';
import { utf8 } from '../../../shared/evidence/bytes.ts';
import { sha256 } from '../../platform/audit/signing.ts';
import type { Store } from '../../platform/db/connect.ts';
import { type Hold, LeasedQueue } from '../../platform/queue/leased-queue.ts';
import { AuthorityAway, askAuthority } from './ask-authority.ts';
import { type DueStamp, dueStamps, keepStamp, noteStampProblem, stampRows } from './stamps.repository.ts';
import { checkStamp, StampProblem, stampRequest } from './time-stamp.ts';

/**
 * Pauses (ms) before the next attempt to stamp a chain head, after each failed attempt: about a day in all, like
 * mail.
 */
const RETRY_DELAYS_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
const AUTHORITY_MS = 10_000;
/** Pause (ms) after the time-stamping authority was unavailable. */
const AWAY_MS = MINUTE_MS;
/**
 * Greatest age (ms) of a chain head to stamp. Older heads are not sent: a stamp proves that a head existed soon
 * after the creation.
 */
const SINCE_MS = 7 * 24 * 60 * MINUTE_MS;
const STOPPED = 'El servidor se detuvo antes de recibir la estampa.';

/**
 * Queue to ask a time-stamping authority (RFC 3161) for a time stamp of each signed head (signed state of the
 * audit trail), some seconds after the creation. Votes never wait; a head without a stamp stays valid.
 */
export function stampQueue(options: {
  store: Store;
  log: FastifyBaseLogger;
  url: URL;
  /** Time limit (ms) for an answer of the authority; shorter in tests. */
  patienceMs?: number;
}): LeasedQueue<DueStamp> {
  const { store, log, url, patienceMs = AUTHORITY_MS } = options;
  const { db } = store;
  const queue = new LeasedQueue<DueStamp>(options, {
    name: 'stamps',
    rows: stampRows,
    due: (at) => dueStamps(db, at, at - SINCE_MS),
    begin: async (head, lease) => ((await lease(db)) ? (hold) => stamp(head, hold) : null),
    giveUp: (hold) => noteStampProblem(db, hold, STOPPED, null),
    leaseMs: MINUTE_MS,
    beatMs: MINUTE_MS / 4,
    lookMs: MINUTE_MS / 4,
    atOnce: 1,
    waits: RETRY_DELAYS_MS,
  });
  return queue;

  async function stamp({ id, note }: DueStamp, hold: Hold): Promise<void> {
    const query = { hash: sha256(utf8(note)), nonce: randomBytes(8) };
    try {
      const answer = await askAuthority(url, stampRequest(query), { signal: hold.signal, patienceMs });
      checkStamp(answer, query);
      await keepStamp(db, hold, answer);
    } catch (error) {
      if (!(error instanceof StampProblem)) throw error;
      log.warn({ head: id, problem: error.message }, 'stamps');
      if (error instanceof AuthorityAway) queue.rest(AWAY_MS);
      const { nextWait } = hold;
      const nextAt = nextWait === undefined ? null : Math.round(Date.now() + nextWait);
      await noteStampProblem(db, hold, error.message, nextAt);
    }
  }
}
