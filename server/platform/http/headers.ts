import type { FastifyInstance } from 'fastify';

/** Nothing inline, no other host ('self' covers the WebSocket of the same origin too), never framed. */
const CONTENT_POLICY = [
  "default-src 'self'",
  // The camera's reader of codes is WebAssembly, from here as everything.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  // React Aria places its popovers with style attributes; no style sheet is inline.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The specification's headers; none of them names the software. TLS ends at the reverse proxy, which knows
 * whether to promise it. Written out once: a library that works them out anew for every request took a fifteenth
 * of a vote's time.
 */
const HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  // Links may carry an access token: no page tells another where it came from.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
} as const;

/** Puts the security headers on every answer. */
export function securityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(HEADERS);
    done();
  });
}
