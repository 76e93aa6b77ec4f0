import fastifyJwt, { type JWT } from '@fastify/jwt';
import Fastify, { type FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Profile } from '../../../shared/profiles.ts';

/** Claims of a token: enough for the client's menu and to find the session; no secret. */
export interface Claims {
  /** Id of the session. */
  sid: string;
  /** Id of the user, or the code of a QR session. */
  sub: string;
  profileId: Profile;
  /** Epoch seconds. */
  exp: number;
}

/** Signs and verifies: `app.jwt` after `signTokens`. */
export type TokenSigner = Pick<JWT, 'sign' | 'verify'>;

/** Cached verified tokens. To verify a token costs a fifth of a bare POST; a look-up is almost free. */
const REMEMBERED = 10_000;

/**
 * Adds `app.jwt` to an application, to sign and verify JWTs by HS256 only.
 * @param secret 32 bytes or more.
 */
export async function signTokens(app: FastifyInstance, secret: string): Promise<TokenSigner> {
  await app.register(fastifyJwt, {
    secret,
    sign: { algorithm: 'HS256' },
    verify: { algorithms: ['HS256'] },
  });
  return app.jwt;
}

/** Makes the signer without a server, for sessions of tests and benches. */
export const signerOf = (secret: string): Promise<TokenSigner> => signTokens(Fastify(), secret);

/** Signs and reads session tokens. */
export class Tokens {
  readonly #signer: TokenSigner;
  /** Keyed by the whole token. */
  readonly #verified = new LRUCache<string, { sessionId: string; expiresAt: number }>({ max: REMEMBERED });

  constructor(signer: TokenSigner) {
    this.#signer = signer;
  }

  sign(claims: Claims): string {
    return this.#signer.sign(claims);
  }

  /** @returns the session's id; null for a foreign or expired token. */
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
