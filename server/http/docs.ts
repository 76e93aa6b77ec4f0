import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '../../shared/api.ts';

/** Prints the endpoints as OpenAPI: a page at /SCAF/api/docs, the document at /SCAF/api/docs/json. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'SCAF',
        description:
          "Every endpoint with who may call it. Coefficients are numbers in the table's own units, instants ISO 8601 UTC. Errors are `{statusCode, code, message, details?}`.",
        version: '1',
      },
      components: {
        securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: ({ schema, url, route }) => {
      const access = route.config?.endpoint?.access;
      if (access === undefined || 'public' in access) return { schema, url };
      const note = `Profiles: ${access.profiles.join(', ')}. Scope: ${access.scope}.`;
      return { schema: { ...schema, description: `${schema.description ?? ''}\n\n${note}`.trim() }, url };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: `${API_BASE}/docs`,
    // The page brings its own policy: its styles are inline, its scripts are not.
    staticCSP:
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    uiConfig: { deepLinking: true },
  });
}
