import { randomBytes } from 'node:crypto';
import { API_BASE } from '../../../shared/api.ts';
import { hashOfToken } from '../links/access-secrets.ts';

const NAME = 'scaf_device';
/** Only signing in and what is beside it ever sees it. */
const PATH = `${API_BASE}/auth`;
/** As long as browsers keep a cookie: assemblies are held once a year. */
export const DEVICE_MS = 400 * 24 * 60 * 60 * 1000;
/** 256 random bits in base64url: nothing else is a device's. */
const GIVEN = new RegExp(`(?:^|;)\\s*${NAME}=([\\w-]{43})\\s*(?:;|$)`);

/**
 * A browser by the cookie that it keeps. It opens nothing: it spares its browser the wait that failed sign-ins beside
 * it cause (`sign-in-delays.ts`), for the users that signed in there before.
 */
export interface Device {
  token: string;
  /** What is stored. */
  hash: string;
}

const deviceOf = (token: string): Device => ({ token, hash: hashOfToken(token) });

export const newDevice = (): Device => deviceOf(randomBytes(32).toString('base64url'));

/** The device that a request's `Cookie` header names; null where it names none. */
export function deviceIn(header: string | undefined): Device | null {
  const token = GIVEN.exec(header ?? '')?.[1];
  return token === undefined ? null : deviceOf(token);
}

/** The `Set-Cookie` that keeps a device known. */
export function deviceCookie({ token }: Device, isSecure: boolean): string {
  const seconds = DEVICE_MS / 1000;
  const cookie = `${NAME}=${token}; Path=${PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  return isSecure ? `${cookie}; Secure` : cookie;
}
