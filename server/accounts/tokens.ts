import { createSigner, createVerifier } from 'fast-jwt';
import type { Profile } from '../../shared/profiles.ts';

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

/** Verified tokens that are remembered: verifying one costs a fifth of a bare POST. */
const REMEMBERED = 10_000;

/** Signs and verifies session tokens (JWT, HS256). */
export class Tokens {
  readonly #sign: (claims: Claims) => string;
  readonly #verify: (token: string) => unknown;

  /** @param secret 32 bytes or more. */
  constructor(secret: string) {
    this.#sign = createSigner<Claims>({ key: secret, algorithm: 'HS256' });
    this.#verify = createVerifier({
      key: secret,
      algorithms: ['HS256'],
      cache: REMEMBERED,
      // Its default hashes the token, which costs most of what remembering saves.
      cacheKeyBuilder: (token) => token,
    });
  }

  sign(claims: Claims): string {
    return this.#sign(claims);
  }

  /** @returns the session's id; null for what we did not sign, or signed for a time that is over. */
  sessionOf(token: string): string | null {
    try {
      const claims = this.#verify(token);
      if (typeof claims !== 'object' || claims === null || !('sid' in claims)) return null;
      return typeof claims.sid === 'string' ? claims.sid : null;
    } catch {
      return null;
    }
  }
}
