import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { getMetrics } from '../../../shared/platform.api.ts';
import { bearerToken } from '../http/guard.ts';
import type { Mount } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { makeFigures, type Sources } from './figures.ts';

/**
 * Starts counting for the monitoring, if the configuration has a token for reading the metrics. Without a
 * token there is no counting, and the endpoint of the metrics answers 404. Call before adding the endpoints
 * to count.
 * @returns function to add the endpoint of the metrics
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
      // Hashes have equal length, so the comparison takes constant time.
      if (shown === null || !timingSafeEqual(digestOf(shown), digest)) throw new Problem('unauthenticated');
      const { mediaType, text } = await figures.read(sources);
      return { name: 'metrics.txt', mediaType, bytes: Buffer.from(text) };
    });
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
