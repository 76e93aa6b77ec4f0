import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds: enough for a vote, and short for clients that wait for the restart; a report is asked for again. */
const LAST_REQUESTS_MS = 2000;

/**
 * Lets requests under way finish when the application closes, for two seconds at most: closing ends all connections
 * right after. New ones are turned away meanwhile, with 503.
 */
export function finishRequests(app: FastifyInstance): void {
  const underWay = new Set<ServerResponse>();
  let onLast: (() => void) | undefined;
  app.server.on('request', (_request, response: ServerResponse) => {
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      if (underWay.size === 0) onLast?.();
    });
  });
  app.addHook('preClose', async () => {
    if (underWay.size === 0) return;
    const all = new Promise<void>((resolve) => {
      onLast = resolve;
    });
    await Promise.race([all, pause(LAST_REQUESTS_MS, undefined, { ref: false })]);
  });
}
