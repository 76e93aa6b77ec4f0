import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';

/**
 * Builds a second Fastify server without a port, to make the documentation page and the OpenAPI document of
 * the endpoints. Calls no endpoint.
 * @param prefix path of the documentation
 */
export async function docsApp(prefix: string, endpoints: readonly RouteOptions[]): Promise<FastifyInstance> {
  const app = Fastify({ exposeHeadRoutes: false });
  // Only described, never called: compile no schemas.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => () => '');
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
    routePrefix: prefix,
    // The page has a separate policy: inline styles, no inline scripts.
    staticCSP:
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    uiConfig: { deepLinking: true },
  });
  for (const { method, url, schema, config } of endpoints) {
    app.route({ method, url, schema, config, handler: async () => null });
  }
  await app.ready();
  return app;
}
