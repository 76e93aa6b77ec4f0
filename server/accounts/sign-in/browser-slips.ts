import { randomBytes, timingSafeEqual } from 'node:crypto';
import { API_BASE } from '../../../shared/api.ts';
import type { CountKey } from '../../platform/db/counters.ts';
import type { KeyedHash } from '../../platform/lib/keyed-hash.ts';

const COOKIE_NAME = 'scaf_browser';
const SLIP_COOKIE = new RegExp(
  `(?:^|;)\\s*${COOKIE_NAME}=([0-9a-z]{8,9})\\.([\\w-]{16})\\.([0-9a-f]{64})\\s*(?:;|$)`,
);
/** Minimum age in ms of a valid slip. A client with a new slip for each try never reaches the age. */
const RIPE_MS = 1500;
/**
 * Waiting time in seconds after a failed sign-in from a browser without a slip. A slip is a signed cookie
 * to tell browsers behind the same network apart.
 */
export const SLIP_SECONDS = 2;
const SLIP_MS = 15 * 60 * 1000;

/** Slip (signed cookie) of a browser waiting for a try of a user name from a network. */
interface Slip {
  id: string;
  /** Milliseconds until the slip is old enough to count. */
  ripeInMs: number;
}

/**
 * Reads and makes slips: signed cookies to tell browsers behind the same network apart, after a failed
 * sign-in. So wrong passwords of an attacker do not make a neighbour wait. A slip gives no rights.
 */
export interface BrowserSlips {
  /** Reads the slip in a `Cookie` header; null if the header has no valid slip for the user name and network. */
  read: (header: string | undefined, pair: CountKey) => Slip | null;
  /** Makes the `Set-Cookie` header with a new slip for a user name and a network. */
  make: (pair: CountKey) => string;
}

/**
 * Creates the functions to read and make slips (see `BrowserSlips`).
 * @param keyedHash hash with the server's key, to sign the slips
 * @param isSecure true to send the cookies over HTTPS only
 */
export function browserSlips(keyedHash: KeyedHash, isSecure: boolean): BrowserSlips {
  const signed = (at: string, id: string, pair: CountKey) =>
    keyedHash(JSON.stringify(['browser slip', at, id, ...pair]));
  return {
    read: (header, pair) => {
      const [, at = '', id = '', signature = ''] = SLIP_COOKIE.exec(header ?? '') ?? [];
      if (id === '' || !timingSafeEqual(Buffer.from(signature), Buffer.from(signed(at, id, pair))))
        return null;
      const age = Date.now() - Number.parseInt(at, 36);
      return age < 0 || age > SLIP_MS ? null : { id, ripeInMs: Math.max(0, RIPE_MS - age) };
    },
    make: (pair) => {
      const [at, id] = [Date.now().toString(36), randomBytes(12).toString('base64url')];
      const rest = `Path=${API_BASE}/auth; Max-Age=${SLIP_MS / 1000}; HttpOnly; SameSite=Strict`;
      const cookie = `${COOKIE_NAME}=${at}.${id}.${signed(at, id, pair)}; ${rest}`;
      return isSecure ? `${cookie}; Secure` : cookie;
    },
  };
}
