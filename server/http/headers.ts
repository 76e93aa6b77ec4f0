import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * The specification's headers on every page: nothing inline, no other host, never framed, no Referer (links
 * may carry an access token), and nothing that names the software.
 */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // React Aria places its popovers with style attributes; no style sheet is inline.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        // 'self' covers the WebSocket of the same origin too.
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    // TLS ends at the reverse proxy, which knows whether to promise it.
    strictTransportSecurity: false,
    // The wall may be shown from another machine of the house by plain http.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  });
}
