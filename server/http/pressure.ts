import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '../../shared/api.ts';
import { Problem } from './problem.ts';

/** Seconds after which a call that was turned away makes sense again. */
const RETRY = 5;

/**
 * Turns calls of the API away while the event loop is late, with 503 and when to come again. Reckoned over five
 * seconds, and so busy is what stays busy: over one second (the library's default) a single long step, such as the
 * storing of a month, turned every vote away for a second after it was over. Pages and their files are given all the
 * same: they cost little, and a person could do nothing with a refusal in their place.
 * @param busyAfterMs how late the event loop is on average; 0 turns nobody away
 */
export async function refuseUnderPressure(app: FastifyInstance, busyAfterMs = 2000): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: busyAfterMs,
    sampleInterval: 5000,
    pressureHandler: async ({ url }) => {
      if (url.startsWith(API_BASE)) throw new Problem('overloaded', undefined, RETRY);
    },
  });
}
