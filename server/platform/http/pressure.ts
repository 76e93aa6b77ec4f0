import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { API_BASE, type Endpoint } from '../../../shared/api.ts';
import type { Lane } from '../db/lanes.ts';
import type { Parties } from './parties.ts';
import { Problem } from './problem.ts';

/** Seconds before a client may repeat a call refused under load. */
const RETRY = 5;

/**
 * Delay of the server for refusing calls of a priority, as a part of the usual limit. Lists and reports are refused
 * first, to leave time for votes. Votes and registrations are refused only if the clients would give up before the
 * answer (a call waits 30 seconds).
 */
const STEPS = { bulk: 0.25, usual: 1, vital: 5 } as const;

/**
 * Importance of an endpoint for a busy server: `bulk` calls (lists, reports) are refused first, then
 * `usual` calls, and `vital` calls (votes, registrations) last.
 */
export type Priority = keyof typeof STEPS;

/**
 * Returns the priority of an endpoint under load: the declared priority, else `bulk` for files and uploads.
 */
export function priorityOf(endpoint: Endpoint | undefined): Priority {
  return endpoint?.priority ?? (endpoint?.file === true || endpoint?.upload === true ? 'bulk' : 'usual');
}

/** Database queue for measuring the delay of a priority; lists and files wait in the queue of reads. */
const LANE_OF: Record<Priority, Lane> = { bulk: 'reads', usual: 'reads', vital: 'registrations' };

/**
 * Refuses API calls with status 503 while the event loop or the database is late, the least important first
 * (see `Priority`). Uses averages over five seconds; with a single second, a long step would refuse every
 * vote for a second. Pages and files are always sent.
 * @param busyAfterMs average delay of the event loop in ms for refusing usual calls; 0 refuses no call
 * @param parties rate limits, also for refused calls
 * @param storeLateMs returns the average wait of a lane's database calls, in ms
 * @param loopLateMs returns the average delay of the event loop, in ms
 */
export async function refuseUnderPressure(
  app: FastifyInstance,
  busyAfterMs = 2000,
  parties: Parties | null = null,
  storeLateMs: (lane: Lane) => number = () => 0,
  loopLateMs = () => app.memoryUsage().eventLoopDelay,
): Promise<void> {
  if (busyAfterMs === 0) return;
  await app.register(underPressure, { sampleInterval: 5000 });
  app.addHook('onRequest', async (request, reply) => {
    const { url, routeOptions } = request;
    if (!url.startsWith(API_BASE)) return;
    const priority = priorityOf(routeOptions.config.endpoint);
    if (Math.max(loopLateMs(), storeLateMs(LANE_OF[priority])) > STEPS[priority] * busyAfterMs) {
      await parties?.ofNobody(request, reply);
      throw new Problem('overloaded', undefined, RETRY);
    }
  });
}
