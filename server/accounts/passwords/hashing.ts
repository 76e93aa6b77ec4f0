import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { tooSoon } from '../../platform/http/attempts.ts';
import { FairQueue } from './fair-queue.ts';

/**
 * Cost of a password hash with argon2id: 19 MiB of memory, two passes, a single lane; about 9 ms. The first
 * recommendation of OWASP (a security organization).
 */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Queue for all password hashes, with a lane per network or known device. At most two hashes run at once (a
 * single hash with two processors), so votes and files go on. Has room for 600 phones behind an address:
 * 2,000 jobs of 10 ms take about 20 seconds, less than a client waits.
 */
export const hashing = new FairQueue({
  atOnce: availableParallelism() > 2 ? 2 : 1,
  mostWaiting: 2000,
  full: () => tooSoon(10),
});

/**
 * Password hash for unknown users: the hash of a random text. A sign-in with an unknown user name compares
 * the password with the hash, so the answer takes as long as for a real user.
 */
export const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$K9Gx1YvwuITO4QjSli1FEQ$lzXs93CM7+Pf/3vnDuknXG5tqK+XIh8p0rN/J5nDpmw';

/** Converts a typed password to one Unicode form: some keyboards send ñ as one character, others as two. */
const typed = (password: string): string => password.normalize('NFC');

/** Returns the argon2id hash of a password, after a wait in the queue `hashing`. */
export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), COST);
}

/**
 * Compares a password with a stored hash. For a user without a password (null) returns false, after the
 * same time.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? NOBODY, typed(password));
  return matches && stored !== null;
}
