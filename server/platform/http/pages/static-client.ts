import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '../../../../shared/api.ts';
import type { Contact } from '../contact.ts';
import { Problem } from '../problem.ts';

/**
 * Serves the built client: hashed files for a year, the page itself fresh each time. Every other path that
 * asks for a page gets it too, since the client has its own router and its own not-found page.
 */
export async function staticClient(app: FastifyInstance, clientDir: string, contact: Contact): Promise<void> {
  const built = existsSync(join(clientDir, 'index.html'));
  if (built) {
    const given = {
      index: false,
      preCompressed: true,
      // Sent in place of the files that they are made of; at addresses of their own they have none to use them.
      allowedPath: (path: string) => !/\.(br|gz)$/.test(path),
    } as const;
    // One route for the hundreds of them: a route for each took a tenth of a start.
    await app.register(fastifyStatic, {
      ...given,
      root: join(clientDir, 'assets'),
      prefix: '/assets/',
      setHeaders: (reply) => {
        reply.header('cache-control', 'public, max-age=31536000, immutable');
      },
    });
    await app.register(fastifyStatic, {
      ...given,
      root: clientDir,
      wildcard: false,
      globIgnore: ['assets/**', PRELOADS, '*.br', '*.gz'],
      decorateReply: false,
      setHeaders: (reply) => {
        reply.header('cache-control', 'no-cache');
      },
    });
  }
  const sentence = contactSentence(contact);
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const reads = request.method === 'GET' || request.method === 'HEAD';
    // What looks like a file of the root is none of the client's routes: scanners get a plain no.
    const isFile = path.startsWith('/assets/') || /^\/[^/]*\.[^/]*$/.test(path);
    const wantsPage = reads && !path.startsWith(API_BASE) && !isFile;
    if (!built || !wantsPage) throw new Problem('notFound');
    // Read anew each time, since a build may replace them below a server that runs.
    const [page, preloads] = await Promise.all([
      readFile(join(clientDir, 'index.html'), 'utf8'),
      readFile(join(clientDir, PRELOADS), 'utf8'),
    ]);
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(
        page
          .replace(CONTACT_PLACE, () => sentence)
          .replace(HEAD_END, `${preloadsOf(path, preloads)}${HEAD_END}`),
      );
  });
}

/** What pages load beside the first file, as the build found it (vite.config.ts): links in HTML, by the first part of a path. */
const PRELOADS = 'preloads.json';
const HEAD_END = '</head>';

/** The links of a path's page; none where it has none of its own. */
function preloadsOf(path: string, preloads: string): string {
  const links = new Map<string, string>(Object.entries(JSON.parse(preloads)));
  return links.get(path.split('/')[1]?.toLowerCase() ?? '') ?? '';
}

/** Where the page says, to browsers without JavaScript, whom one writes to. */
const CONTACT_PLACE = '<!--contact-->';

/** The support contact in a sentence of HTML; nothing where the installation has none. */
function contactSentence({ email, phone }: Contact): string {
  const ways = [email, phone].filter((way) => way !== null).join(', ');
  return ways === '' ? '' : `Soporte: ${ways.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}.`;
}
