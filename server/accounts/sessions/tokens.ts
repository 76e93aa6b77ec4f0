import fastifyJwt, { type JWT } from '@fastify/jwt';
import Fastify, { type FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Profile } from '../../../shared/profiles.ts';

/**
 * Content of a session token (JWT): enough to find the session and to draw the client's menu. Readable by
 * the client, so not secret.
 */
export interface Claims {
  /** Id of the session. */
  sid: string;
  /** Id of the user, or the code of a session opened by a QR code. */
  sub: string;
  profileId: Profile;
  /** End of the token, epoch seconds. */
  exp: number;
}

/** Functions to sign and to verify session tokens (JWT). */
export type TokenSigner = Pick<JWT, 'sign' | 'verify'>;

/**
 * Maximum number of verified tokens in the cache. Verifying a token costs a fifth of a bare POST; a look-up is
 * almost free.
 */
const REMEMBERED = 10_000;

/**
 * Adds the library for session tokens (JWT, signed by HS256 only) to an application. Returns the functions
 * to sign and verify.
 * @param secret 32 bytes or more
 */
export async function signTokens(app: FastifyInstance, secret: string): Promise<TokenSigner> {
  await app.register(fastifyJwt, {
    secret,
    sign: { algorithm: 'HS256' },
    verify: { algorithms: ['HS256'] },
  });
  return app.jwt;
}

/** Makes a signer without a server, for the sessions of tests and benchmarks. */
export const signerOf = (secret: string): Promise<TokenSigner> => signTokens(Fastify(), secret);

/** Signs session tokens, and reads the session id from a token. Verified tokens are cached. */
export class Tokens {
  readonly #signer: TokenSigner;
  /** Verified tokens, by the whole token. */
  readonly #verified = new LRUCache<string, { sessionId: string; expiresAt: number }>({ max: REMEMBERED });

  constructor(signer: TokenSigner) {
    this.#signer = signer;
  }

  sign(claims: Claims): string {
    return this.#signer.sign(claims);
  }

  /** Returns the session id of a token; null if the token is not ours or expired. */
  sessionOf(token: string): string | null {
    const cached = this.#verified.get(token);
    if (cached !== undefined) return cached.expiresAt > Date.now() ? cached.sessionId : null;
    try {
      const { sid, exp } = this.#signer.verify<{ sid?: unknown; exp?: unknown }>(token);
      if (typeof sid !== 'string' || typeof exp !== 'number') return null;
      this.#verified.set(token, { sessionId: sid, expiresAt: exp * 1000 });
      return sid;
    } catch {
      return null;
    }
  }
}
