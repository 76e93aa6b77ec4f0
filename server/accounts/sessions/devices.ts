import { randomBytes } from 'node:crypto';
import { API_BASE } from '../../../shared/api.ts';
import { hashOfToken } from '../links/access-secrets.ts';

const COOKIE_NAME = 'scaf_device';
/** Path of the device cookie: browsers send the cookie only to the sign-in endpoints. */
const PATH = `${API_BASE}/auth`;
/**
 * Life of the device cookie in milliseconds: 400 days, the maximum of browsers. Longer than a year, because
 * assemblies are yearly.
 */
export const DEVICE_MS = 400 * 24 * 60 * 60 * 1000;
/** Finds the device cookie in a `Cookie` header: 256 random bits in base64url. */
const DEVICE_COOKIE = new RegExp(`(?:^|;)\\s*${COOKIE_NAME}=([\\w-]{43})\\s*(?:;|$)`);

/**
 * Browser recognized by a cookie after an earlier sign-in. The cookie opens no session. A user on a known
 * device does not have to wait after wrong passwords from other browsers.
 */
export interface Device {
  /** Random text in the cookie. */
  token: string;
  /** SHA-256 hash of the token, hexadecimal, as stored. */
  hash: string;
}

const deviceOf = (token: string): Device => ({ token, hash: hashOfToken(token) });

/** Makes a device with a random token, for a browser without the cookie. */
export const newDevice = (): Device => deviceOf(randomBytes(32).toString('base64url'));

/** Reads the device from the `Cookie` header of a request; null without the cookie. */
export function deviceIn(header: string | undefined): Device | null {
  const token = DEVICE_COOKIE.exec(header ?? '')?.[1];
  return token === undefined ? null : deviceOf(token);
}

/**
 * Returns the `Set-Cookie` header for remembering a device.
 * @param isSecure true to send the cookie over HTTPS only
 */
export function deviceCookie({ token }: Device, isSecure: boolean): string {
  const seconds = DEVICE_MS / 1000;
  const cookie = `${COOKIE_NAME}=${token}; Path=${PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  return isSecure ? `${cookie}; Secure` : cookie;
}
