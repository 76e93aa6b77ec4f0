import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { API_BASE, type Endpoint } from '../../../shared/api.ts';
import type { Lane } from '../db/lanes.ts';
import type { Parties } from './parties.ts';
import { Problem } from './problem.ts';

/** Seconds after which a call that was turned away makes sense again. */
const RETRY = 5;

/**
 * What is turned away first, and last, as parts of the delay at which the usual is. Lists and reports go while there is
 * time left for votes; votes and registrations only where the thread is so late that their senders have given up
 * (a call waits 30 seconds) before they would be answered.
 */
const STEPS = { bulk: 0.25, usual: 1, vital: 5 } as const;

export type Priority = keyof typeof STEPS;

/** Files are made, and sheets read, at length: bulk where nothing else is said. */
export function priorityOf(endpoint: Endpoint | undefined): Priority {
  return endpoint?.priority ?? (endpoint?.file === true || endpoint?.upload === true ? 'bulk' : 'usual');
}

/** Lane of the store by how late which the calls of a priority are judged; lists and files wait behind reads. */
const LANE_OF: Record<Priority, Lane> = { bulk: 'reads', usual: 'reads', vital: 'registrations' };

/**
 * Turns calls of the API away while the event loop or the store is late, with 503 and when to come again, in steps. Reckoned over
 * five seconds, and so busy is what stays busy: over one second (the library's default) a single long step, such as the
 * storing of a month, turned every vote away for a second after it was over. Pages and their files are given all the
 * same: they cost little, and a person could do nothing with a refusal in their place.
 * @param busyAfterMs how late the event loop is on average where the usual is turned away; 0 turns nobody away
 * @param parties at whose pace calls are refused
 * @param storeLateMs how long turns of the store's lanes are waited for
 * @param loopLateMs how late the event loop is now
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
