import type { FastifyInstance, RouteOptions } from 'fastify';
import { API_BASE } from '../../../../shared/api.ts';

const DOCS = `${API_BASE}/docs`;

/**
 * Prints the endpoints as OpenAPI: a page at /SCAF/api/docs, the document at /SCAF/api/docs/json. Made when somebody
 * asks for it first, by an application of its own that never listens: few do, and a start does not wait for it.
 * Before the endpoints are put on the router, so that it hears of them.
 */
export function apiDocs(app: FastifyInstance): void {
  const endpoints: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint !== undefined) endpoints.push(route);
  });
  let made: Promise<FastifyInstance> | undefined;
  for (const url of [DOCS, `${DOCS}/*`]) {
    app.get(url, async (request, reply) => {
      made ??= import('./docs-app.ts').then(({ docsApp }) => docsApp(DOCS, endpoints));
      const docs = await made;
      const { statusCode, headers, rawPayload } = await docs.inject({ method: 'GET', url: request.url });
      // How it is sent is this application's to say.
      const { connection, 'transfer-encoding': encoding, 'content-length': length, date, ...own } = headers;
      return reply.code(statusCode).headers(own).send(rawPayload);
    });
  }
  app.addHook('onClose', async () => (await made)?.close());
}
