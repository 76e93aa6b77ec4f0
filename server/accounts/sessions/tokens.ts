import fastifyJwt, { type JWT } from '@fastify/jwt';
import Fastify, { type FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Profile } from '../../../shared/profiles.ts';

/** What a token says: enough for the client's menu and for the server to find the session; no secret. */
export interface Claims {
  /** The session's id. */
  sid: string;
  /** The user's id, or the code of a QR session. */
  sub: string;
  profileId: Profile;
  /** Epoch seconds. */
  exp: number;
}

/** Signs and verifies: `app.jwt` after `signTokens`. */
export type TokenSigner = Pick<JWT, 'sign' | 'verify'>;

/** Verified tokens that are remembered: verifying one costs a fifth of a bare POST, finding it next to nothing. */
const REMEMBERED = 10_000;

/**
 * Gives an application `app.jwt`, which signs and verifies JWTs by HS256 alone.
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

/** The same signer for a program that serves nobody: tests and benches put sessions into a store by it. */
export const signerOf = (secret: string): Promise<TokenSigner> => signTokens(Fastify(), secret);

/** Session tokens. */
export class Tokens {
  readonly #signer: TokenSigner;
  /** By the whole token. */
  readonly #verified = new LRUCache<string, { sessionId: string; expiresAt: number }>({ max: REMEMBERED });

  constructor(signer: TokenSigner) {
    this.#signer = signer;
  }

  sign(claims: Claims): string {
    return this.#signer.sign(claims);
  }

  /** @returns the session's id; null for what we did not sign, or signed for a time that is over. */
  sessionOf(token: string): string | null {
    const known = this.#verified.get(token);
    if (known !== undefined) return known.expiresAt > Date.now() ? known.sessionId : null;
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
