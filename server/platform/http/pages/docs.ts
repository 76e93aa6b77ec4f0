import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { API_BASE } from '../../../../shared/api.ts';
import { takes } from '../ready-json.ts';

const DOCS = `${API_BASE}/docs`;
/** Most files of the documentation page stored in memory: the page has a dozen. */
const MOST_MADE = 40;
/** Brotli compression level, of 11: the highest takes a second for the OpenAPI document. */
const BROTLI_QUALITY = 6;

/** Compressed file of the documentation page. */
interface Made {
  headers: OutgoingHttpHeaders;
  uncompressed: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/**
 * Serves the documentation of the endpoints: a page at /SCAF/api/docs, the OpenAPI document at
 * /SCAF/api/docs/json. Call before adding the endpoints to show. The documentation is built at the first
 * request, because few clients read the page.
 */
export function apiDocs(app: FastifyInstance): void {
  const endpoints: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint !== undefined) endpoints.push(route);
  });
  let docs: Promise<FastifyInstance> | undefined;
  const all = new Map<string, Promise<Made | null>>();
  const make = async (url: string): Promise<Made | null> => {
    docs ??= import('./docs-app.ts').then(({ docsApp }) => docsApp(DOCS, endpoints));
    const {
      statusCode,
      headers,
      rawPayload: uncompressed,
    } = await (await docs).inject({ method: 'GET', url });
    // This application sets the transport headers.
    const { connection, 'transfer-encoding': encoding, 'content-length': length, date, ...own } = headers;
    if (statusCode !== 200) return null;
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    const [br, zipped] = await Promise.all([
      promisify(brotliCompress)(uncompressed, { params }),
      promisify(gzip)(uncompressed),
    ]);
    return { headers: own, uncompressed, br, gzip: zipped };
  };
  for (const url of [DOCS, `${DOCS}/*`]) {
    app.get(url, async (request, reply) => {
      const [path = ''] = request.url.split('?', 1);
      const page = all.get(path) ?? make(path);
      if (all.size < MOST_MADE) all.set(path, page);
      const made = await page.catch((error: unknown) => {
        all.delete(path);
        throw error;
      });
      if (made === null) {
        all.delete(path);
        return reply.callNotFound();
      }
      const accepted = request.headers['accept-encoding'];
      const encoding = (['br', 'gzip'] as const).find((name) => takes(name, accepted));
      reply.headers(made.headers).header('vary', 'accept-encoding');
      return encoding === undefined
        ? reply.send(made.uncompressed)
        : reply.header('content-encoding', encoding).send(made[encoding]);
    });
  }
  app.addHook('onClose', async () => (await docs)?.close());
}
