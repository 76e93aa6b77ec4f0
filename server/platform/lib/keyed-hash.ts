import { createHmac } from 'node:crypto';

/** Hashes a short secret. A hash without key could be reversed by trying every secret. */
export type KeyedHash = (text: string) => string;

/** HMAC-SHA-256 in hexadecimal, with a key derived from the server's secret. */
export function keyedHash(secret: string): KeyedHash {
  return (text) => createHmac('sha256', `short secrets of ${secret}`).update(text).digest('hex');
}
