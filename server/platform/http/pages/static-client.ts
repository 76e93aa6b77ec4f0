import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '../../../../shared/api.ts';
import type { Contact } from '../contact.ts';
import { PAGE_HEADERS } from '../headers.ts';
import { Problem } from '../problem.ts';

/**
 * Serves the built web client from a folder: the page, scripts and styles. Browsers cache files with a hash
 * in the name for a year, and always ask for the page anew. Unknown paths get the page, because the
 * client's router shows the not-found page.
 * @param contact contact for support, for the page
 */
export async function staticClient(app: FastifyInstance, clientDir: string, contact: Contact): Promise<void> {
  const built = existsSync(join(clientDir, 'index.html'));
  if (built) {
    const options = {
      index: false,
      preCompressed: true,
      // Compressed copies are sent instead of the files and have no URL of their own.
      allowedPath: (path: string) => !/\.(br|gz)$/.test(path),
    } as const;
    // One route for hundreds of files: separate routes took a tenth of a start.
    await app.register(fastifyStatic, {
      ...options,
      root: join(clientDir, 'assets'),
      prefix: '/assets/',
      setHeaders: (reply, path) => {
        reply.header('cache-control', 'public, max-age=31536000, immutable');
        if (/\.(js|css)(\.(br|gz))?$/.test(path)) for (const name of PAGE_HEADERS) reply.removeHeader(name);
      },
    });
    await app.register(fastifyStatic, {
      ...options,
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
    // A path like a file of the root is no client route: scanners get 404.
    const isFile = path.startsWith('/assets/') || /^\/[^/]*\.[^/]*$/.test(path);
    const wantsPage = reads && !path.startsWith(API_BASE) && !isFile;
    if (!built || !wantsPage) throw new Problem('notFound');
    // Read each time: a build may replace the files of a running server.
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

/**
 * Name of a file of the build (vite.config.ts) with the early files of pages: HTML links, by the first part of a
 * path.
 */
const PRELOADS = 'preloads.json';
const HEAD_END = '</head>';

/** Returns the HTML links of files to load early with the page of a path; empty if the path has no entry. */
function preloadsOf(path: string, preloads: string): string {
  const links = new Map<string, string>(Object.entries(JSON.parse(preloads)));
  return links.get(path.split('/')[1]?.toLowerCase() ?? '') ?? '';
}

/** Placeholder in the page for the support contact, for browsers without JavaScript. */
const CONTACT_PLACE = '<!--contact-->';

/** Returns the support contact as a Spanish sentence in HTML; empty if there is no contact. */
function contactSentence({ email, phone }: Contact): string {
  const ways = [email, phone].filter((way) => way !== null).join(', ');
  return ways === '' ? '' : `Soporte: ${ways.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}.`;
}
