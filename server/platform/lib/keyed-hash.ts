import { createHmac } from 'node:crypto';

/** Makes the hash of a secret that is too short for a bare one: without the key it is found by trying them all. */
export type KeyedHash = (text: string) => string;

/** HMAC-SHA-256 in hexadecimal, under a key of its own that is derived from the server's secret. */
export function keyedHash(secret: string): KeyedHash {
  return (text) => createHmac('sha256', `short secrets of ${secret}`).update(text).digest('hex');
}
