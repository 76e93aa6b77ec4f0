import { createHash, randomBytes } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import type { Prepared } from '../../platform/mail/kind.ts';
import { COST } from '../passwords/hashing.ts';
import { dropAccess, insertAccess, type NewAccess } from './access-links.repository.ts';

/** Characters of temporary passwords (Crockford's base 32): no two characters look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TEMPORARY_LENGTH = 12;

/** A secret in two forms: the text for the user, and the hash for the store. */
export interface Secret {
  /** Text for the user, in a link or on paper. Never stored. */
  text: string;
  /** Hash of the text, as stored. */
  hash: string;
}

/**
 * Makes the secret token of an access link: 256 random bits. With so many bits a fast hash (SHA-256) is
 * safe.
 */
export function newAccessToken(): Secret {
  const text = randomBytes(32).toString('base64url');
  return { text, hash: hashOfToken(text) };
}

/** Computes the hash of a link's token, as stored. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Makes a temporary password: 60 random bits in groups of characters, easy to type from a printed letter. */
export async function newTemporaryPassword(userId: number): Promise<Secret> {
  const body = [...randomBytes(TEMPORARY_LENGTH)].map((byte) => ALPHABET.charAt(byte % 32)).join('');
  return { text: (body.match(/.{4}/g) ?? []).join('-'), hash: await hashOfTemporary(userId, body) };
}

/**
 * Normalizes a typed temporary password: capital letters, without hyphens and spaces, O read as 0. Null if
 * the text cannot be a temporary password.
 */
export function temporaryFrom(typed: string): string | null {
  const body = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return body.length === TEMPORARY_LENGTH && [...body].every((sign) => ALPHABET.includes(sign)) ? body : null;
}

/**
 * Hashes a temporary password with a slow algorithm. The salt depends only on the user, so a typed password
 * is hashed only once for all temporary passwords of the user.
 * @param body normalized password, from `temporaryFrom`
 */
export async function hashOfTemporary(userId: number, body: string): Promise<string> {
  const salt = createHash('sha256').update(`temporary password of user ${userId}`).digest().subarray(0, 16);
  return (await hashRaw(body, { ...COST, salt })).toString('hex');
}

/**
 * Returns the steps around sending a mail with secret links: stores the hashes of the links before the
 * sending, and deletes the hashes if the mail was certainly not sent.
 * @param made records of the links in the mail
 */
export function linksInMail(made: readonly NewAccess[]): Pick<Prepared, 'onLeased' | 'onStayed'> {
  return {
    onLeased: (trx, at) => insertAccess(trx, made, { actor: 'mail', at }),
    onStayed: (db) =>
      dropAccess(
        db,
        made.map(({ hash }) => hash),
      ),
  };
}
