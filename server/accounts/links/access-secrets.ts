import { createHash, randomBytes } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import type { Prepared } from '../../platform/mail/mail-kind.ts';
import { COST } from '../passwords/hashing.ts';
import { dropAccess, insertAccess, type NewAccess } from './access-links.repository.ts';

/** Crockford's base 32: nothing in it is read for something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TEMPORARY_LENGTH = 12;

/** A secret as it leaves, and what is kept of it. */
export interface Secret {
  text: string;
  hash: string;
}

/** The token of an access link: 256 random bits, so that its plain hash is as good as a slow one. */
export function newAccessToken(): Secret {
  const text = randomBytes(32).toString('base64url');
  return { text, hash: hashOfToken(text) };
}

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A temporary password: 60 random bits in groups that can be typed from a letter. */
export async function newTemporaryPassword(userId: number): Promise<Secret> {
  const body = [...randomBytes(TEMPORARY_LENGTH)].map((byte) => ALPHABET.charAt(byte % 32)).join('');
  return { text: (body.match(/.{4}/g) ?? []).join('-'), hash: await hashOfTemporary(userId, body) };
}

/** What was typed, if it may be a temporary password: any case, hyphens and spaces dropped, O and 0 alike. */
export function temporaryFrom(typed: string): string | null {
  const body = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return body.length === TEMPORARY_LENGTH && [...body].every((sign) => ALPHABET.includes(sign)) ? body : null;
}

/**
 * What is kept of a temporary password. Slow, as of any password, but salted with the user, so that one run
 * compares with however many of them stand.
 */
export async function hashOfTemporary(userId: number, body: string): Promise<string> {
  const salt = createHash('sha256').update(`temporary password of user ${userId}`).digest().subarray(0, 16);
  return (await hashRaw(body, { ...COST, salt })).toString('hex');
}

/** The secrets in a message: stored before it leaves, and dropped where it certainly stayed. */
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
