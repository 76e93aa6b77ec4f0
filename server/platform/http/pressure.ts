import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { API_BASE, type Endpoint } from '../../../shared/api.ts';
import type { Lane } from '../db/lanes.ts';
import type { Parties } from './parties.ts';
import { Problem } from './problem.ts';

/** Seconds before a refused call may try again. */
const RETRY = 5;

/**
 * Delays for refusal, as parts of the usual limit. Lists and reports are refused first, to leave time for votes.
 * Votes and registrations are refused only if the clients would have given up before the answer (a call waits 30
 * seconds).
 */
const STEPS = { bulk: 0.25, usual: 1, vital: 5 } as const;

export type Priority = keyof typeof STEPS;

/** Returns the priority of an endpoint: files and uploads take long and are bulk by default. */
export function priorityOf(endpoint: Endpoint | undefined): Priority {
  return endpoint?.priority ?? (endpoint?.file === true || endpoint?.upload === true ? 'bulk' : 'usual');
}

/** Lane of the store that judges the lateness of a priority; lists and files wait behind reads. */
const LANE_OF: Record<Priority, Lane> = { bulk: 'reads', usual: 'reads', vital: 'registrations' };

/**
 * Refuses API calls in steps while the event loop or the store is late, with 503 and the seconds to wait. Averages
 * over five seconds: over one second (the library's default) a single long step, for example to store a month,
 * refused every vote for a second afterwards. Pages and their files are always sent: cheap, and a person could not
 * use a refusal.
 * @param busyAfterMs average delay of the event loop that refuses usual calls; 0 refuses no call
 * @param parties paces of refusals
 * @param storeLateMs wait for the lanes of the store
 * @param loopLateMs current delay of the event loop
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
