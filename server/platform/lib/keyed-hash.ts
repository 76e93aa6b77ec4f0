import { createHmac } from 'node:crypto';

/** Function to hash a short secret with a key. Without a key, trying every short secret would find the original. */
export type KeyedHash = (text: string) => string;

/** Returns a hash function (HMAC-SHA-256, hexadecimal) with a key derived from the server's secret. */
export function keyedHash(secret: string): KeyedHash {
  return (text) => createHmac('sha256', `short secrets of ${secret}`).update(text).digest('hex');
}
