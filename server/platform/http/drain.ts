import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { whenOver } from './client-gone.ts';

/**
 * Longest milliseconds to finish requests at the end: enough for a vote, short for clients waiting for the restart.
 * A client requests a report again.
 */
const LAST_REQUESTS_MS = 2000;
/**
 * Milliseconds without a request until the ending server counts as idle: a page sends several requests in sequence.
 */
const IDLE_MS = 50;

/**
 * Lets running requests finish when the application closes, for two seconds at most. New requests get the
 * status 503 meanwhile.
 * @returns function to wait for the running requests: true once all have finished, false after two seconds
 */
export function finishRequests(app: FastifyInstance): () => Promise<boolean> {
  const underWay = new Set<ServerResponse>();
  let last = Number.NEGATIVE_INFINITY;
  let isClosing = false;
  let onLast: (() => void) | undefined;
  app.server.on('request', (_request, response: ServerResponse) => {
    underWay.add(response);
    last = performance.now();
    whenOver(response, () => {
      underWay.delete(response);
      if (underWay.size === 0) onLast?.();
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    if (underWay.size === 0) return;
    const all = new Promise<void>((resolve) => {
      onLast = resolve;
    });
    await Promise.race([all, pause(LAST_REQUESTS_MS, undefined, { ref: false })]);
  });
  return async () => {
    while (!isClosing && (underWay.size > 0 || performance.now() - last < IDLE_MS))
      await pause(IDLE_MS, undefined, { ref: false });
    return !isClosing;
  };
}
