import { createHmac } from 'node:crypto';

/**
 * Function to hash a short secret (for example an access code) with a secret key of the server. With a
 * plain hash, an attacker could find the secret by trying all short secrets.
 */
export type KeyedHash = (text: string) => string;

/** Returns a hash function (HMAC-SHA-256, hexadecimal) with a key derived from the server's secret. */
export function keyedHash(secret: string): KeyedHash {
  return (text) => createHmac('sha256', `short secrets of ${secret}`).update(text).digest('hex');
}
