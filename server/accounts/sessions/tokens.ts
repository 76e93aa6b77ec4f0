import { createSigner, createVerifier } from 'fast-jwt';
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

/** Verified tokens that are remembered: verifying one costs a fifth of a bare POST, finding it next to nothing. */
const REMEMBERED = 10_000;

/** Signs and verifies session tokens (JWT, HS256). */
export class Tokens {
  readonly #sign: (claims: Claims) => string;
  readonly #verify: (token: string) => unknown;
  /** By the whole token. fast-jwt's own memory hashes each token first, which costs most of what it saves. */
  readonly #verified = new Map<string, { sessionId: string; expiresAt: number }>();

  /** @param secret 32 bytes or more. */
  constructor(secret: string) {
    this.#sign = createSigner<Claims>({ key: secret, algorithm: 'HS256' });
    this.#verify = createVerifier({ key: secret, algorithms: ['HS256'] });
  }

  sign(claims: Claims): string {
    return this.#sign(claims);
  }

  /** @returns the session's id; null for what we did not sign, or signed for a time that is over. */
  sessionOf(token: string): string | null {
    const known = this.#verified.get(token);
    if (known !== undefined) return known.expiresAt > Date.now() ? known.sessionId : null;
    try {
      const claims = this.#verify(token);
      if (typeof claims !== 'object' || claims === null || !('sid' in claims) || !('exp' in claims))
        return null;
      const { sid, exp } = claims;
      if (typeof sid !== 'string' || typeof exp !== 'number') return null;
      this.#remember(token, { sessionId: sid, expiresAt: exp * 1000 });
      return sid;
    } catch {
      return null;
    }
  }

  #remember(token: string, verified: { sessionId: string; expiresAt: number }): void {
    if (this.#verified.size >= REMEMBERED) {
      // The first in the map's order is the one that was verified first.
      const first = this.#verified.keys().next().value;
      if (first !== undefined) this.#verified.delete(first);
    }
    this.#verified.set(token, verified);
  }
}
