import { createHmac } from 'node:crypto';

/** Hashes a short secret. A hash without a key could be reversed by trying every secret. */
export type KeyedHash = (text: string) => string;

/** HMAC-SHA-256 in hexadecimal, under a key of its own that is derived from the server's secret. */
export function keyedHash(secret: string): KeyedHash {
  return (text) => createHmac('sha256', `short secrets of ${secret}`).update(text).digest('hex');
}
