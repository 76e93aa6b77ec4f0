import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { tooSoon } from '../../platform/http/attempts.ts';
import { FairQueue } from './fair-queue.ts';

/**
 * Cost of a password hash: the first choice of OWASP for argon2id (also the package's default): 19 MiB, two passes,
 * one lane; about 9 ms.
 */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Queue for all password hashing, with a lane per network or known device. At most two hashes run at once, so other
 * threads of the pool stay free for files and name look-ups; with two processors only one, so the other processor
 * serves votes. The queue has room for 600 phones behind one address. At 10 ms each, 2,000 jobs in sequence take
 * about 20 seconds, two thirds of the client's timeout.
 */
export const hashing = new FairQueue({
  atOnce: availableParallelism() > 2 ? 2 : 1,
  mostWaiting: 2000,
  full: () => tooSoon(10),
});

/**
 * Hash of a random text thrown away later. The password of an unknown user is compared with the hash, so the answer
 * takes as long as for a real user.
 */
export const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$K9Gx1YvwuITO4QjSli1FEQ$lzXs93CM7+Pf/3vnDuknXG5tqK+XIh8p0rN/J5nDpmw';

/** Converts a typed password to one Unicode form: some keyboards send ñ as one character, others as two. */
const typed = (password: string): string => password.normalize('NFC');

/** Hashes a password with argon2id, in the common queue. */
export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), COST);
}

/**
 * Compares a password with a stored hash. Takes the same time for a user without a password (no hash); the result
 * is then false.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? NOBODY, typed(password));
  return matches && stored !== null;
}
