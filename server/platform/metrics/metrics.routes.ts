import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { getMetrics } from '../../../shared/platform.api.ts';
import type { Db } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';
import { bearerToken } from '../http/guard.ts';
import type { Mount } from '../http/mount.ts';
import { Problem } from '../http/problem.ts';
import { exposition, MEDIA_TYPE, type Metric } from './exposition.ts';
import { gauge, ProcessFigures } from './process-figures.ts';
import { readStoreFigures, type StoreFigures } from './store-figures.repository.ts';

export interface MetricsSources {
  db: Db;
  /** Live connections of this process: the application's, and those of the plain feed. */
  sockets: () => { hub: number; feed: number };
  /** When the newest copy of the store was begun, epoch ms; null where there is none. */
  newestCopy: () => Promise<Millis | null>;
}

/**
 * Counts from now on, where there is a token to read it with; where there is none, nothing is counted, and the
 * address answers as if it did not exist. Called before the routes, whose answers it counts.
 */
export function countOn(
  app: FastifyInstance,
  token: string | null,
): (mount: Mount, of: MetricsSources) => void {
  if (token === null) {
    return (mount) =>
      mount(getMetrics, async () => {
        throw new Problem('notFound');
      });
  }
  const figures = new ProcessFigures();
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'none' } = request.routeOptions;
    const { method } = request;
    figures.answered({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  });
  app.addHook('preClose', async () => figures.stop());
  const digest = digestOf(token);
  return (mount, { db, sockets, newestCopy }) =>
    mount(getMetrics, async (_input, { request }) => {
      const shown = bearerToken(request.headers.authorization);
      // Of equal length, whatever was sent: comparing them takes the same time.
      if (shown === null || !timingSafeEqual(digestOf(shown), digest)) throw new Problem('unauthenticated');
      const { hub, feed } = sockets();
      const text = exposition([
        ...figures.read(),
        {
          name: 'scaf_live_connections',
          help: 'Live connections of this process.',
          type: 'gauge',
          samples: [
            { labels: { kind: 'application' }, value: hub },
            { labels: { kind: 'feed' }, value: feed },
          ],
        },
        ...ofStore(await readStoreFigures(db)),
        gauge(
          'scaf_newest_copy_timestamp_seconds',
          'When the newest copy of the store was begun; 0 where there is none.',
          ((await newestCopy()) ?? 0) / 1000,
        ),
      ]);
      return { name: 'metrics.txt', mediaType: MEDIA_TYPE, bytes: Buffer.from(text) };
    });
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The same in every process: take one of them, or the greatest. */
function ofStore({ votes, jobs, mail }: StoreFigures): Metric[] {
  return [
    gauge('scaf_votes', 'Votes that stand, in the store.', votes),
    byState('scaf_report_jobs', 'Background work in the store, by state.', jobs),
    byState('scaf_mail_messages', 'Messages of the outbox, by state.', mail),
  ];
}

const byState = (name: string, help: string, counts: ReadonlyMap<string, number>): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: [...counts].map(([state, value]) => ({ labels: { state }, value })),
});
