import type { FastifyInstance } from 'fastify';

/**
 * Content-Security-Policy of every answer: no inline code, no other host ('self' includes the WebSocket of the same
 * origin), never inside a frame.
 */
const CONTENT_POLICY = [
  "default-src 'self'",
  // The camera's reader of codes is WebAssembly from this host.
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
 * Security headers of every answer, without the name of the software. The reverse proxy sets HSTS, because TLS ends
 * there. Constants, since a library with headers computed for every request took a fifteenth of a vote's time.
 */
const HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  // Links may carry an access token: send no referrer.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
} as const;

/**
 * Security headers with an effect only on pages and workers. Scripts and styles are sent without the
 * headers, to save a sixtieth of a phone's first load.
 */
export const PAGE_HEADERS = [
  'content-security-policy',
  'x-dns-prefetch-control',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
] as const satisfies (keyof typeof HEADERS)[];

/** Adds the security headers to every answer. */
export function securityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(HEADERS);
    done();
  });
}
