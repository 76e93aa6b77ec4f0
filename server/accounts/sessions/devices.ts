import { randomBytes } from 'node:crypto';
import { API_BASE } from '../../../shared/api.ts';
import { hashOfToken } from '../links/access-secrets.ts';

const NAME = 'scaf_device';
/** Only the sign-in routes receive the cookie. */
const PATH = `${API_BASE}/auth`;
/** Longest life of a cookie in browsers. Assemblies are yearly. */
export const DEVICE_MS = 400 * 24 * 60 * 60 * 1000;
/** 256 random bits in base64url. */
const DEVICE_COOKIE = new RegExp(`(?:^|;)\\s*${NAME}=([\\w-]{43})\\s*(?:;|$)`);

/**
 * A browser with a cookie. The cookie opens no session. A user that signed in there before does not wait after
 * failures of other browsers (`delays.ts`).
 */
export interface Device {
  token: string;
  /** Stored form. */
  hash: string;
}

const deviceOf = (token: string): Device => ({ token, hash: hashOfToken(token) });

export const newDevice = (): Device => deviceOf(randomBytes(32).toString('base64url'));

/** Reads the device of a request's `Cookie` header; null if absent. */
export function deviceIn(header: string | undefined): Device | null {
  const token = DEVICE_COOKIE.exec(header ?? '')?.[1];
  return token === undefined ? null : deviceOf(token);
}

/** Returns the `Set-Cookie` of a device. */
export function deviceCookie({ token }: Device, isSecure: boolean): string {
  const seconds = DEVICE_MS / 1000;
  const cookie = `${NAME}=${token}; Path=${PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  return isSecure ? `${cookie}; Secure` : cookie;
}
