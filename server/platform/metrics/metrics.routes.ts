import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { getMetrics } from '../../../shared/platform.api.ts';
import { bearerToken } from '../http/guard.ts';
import type { Mount } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { makeFigures, type Sources } from './figures.ts';

/**
 * Counts from now on, where there is a token to read it with; where there is none, nothing is counted, and the
 * address answers as if it did not exist. Called before the routes, whose answers it counts.
 */
export async function countOn(
  app: FastifyInstance,
  token: string | null,
): Promise<(mount: Mount, sources: Sources) => void> {
  if (token === null) {
    return (mount) =>
      mount(getMetrics, async () => {
        throw new Problem('notFound');
      });
  }
  const figures = await makeFigures();
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'none' } = request.routeOptions;
    const { method } = request;
    figures.answered({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
  app.addHook('preClose', async () => figures.stop());
  const digest = digestOf(token);
  return (mount, sources) =>
    mount(getMetrics, async (_input, { request }) => {
      const shown = bearerToken(request.headers.authorization);
      // Of equal length, whatever was sent: comparing them takes the same time.
      if (shown === null || !timingSafeEqual(digestOf(shown), digest)) throw new Problem('unauthenticated');
      const { mediaType, text } = await figures.read(sources);
      return { name: 'metrics.txt', mediaType, bytes: Buffer.from(text) };
    });
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
