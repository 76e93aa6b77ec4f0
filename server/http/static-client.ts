import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '../../shared/api.ts';
import { Problem } from './problem.ts';

/**
 * Serves the built client: hashed files for a year, the page itself fresh each time. Every other path that
 * asks for a page gets it too, since the client has its own router and its own not-found page.
 */
export async function staticClient(app: FastifyInstance, clientDir: string): Promise<void> {
  const built = existsSync(join(clientDir, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: clientDir,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const reads = request.method === 'GET' || request.method === 'HEAD';
    // What looks like a file of the root is none of the client's routes: scanners get a plain no.
    const isFile = path.startsWith('/assets/') || /^\/[^/]*\.[^/]*$/.test(path);
    const wantsPage = reads && !path.startsWith(API_BASE) && !isFile;
    if (!built || !wantsPage) throw new Problem('notFound');
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
