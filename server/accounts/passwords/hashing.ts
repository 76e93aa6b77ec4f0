import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { tooSoon } from '../../platform/http/attempts.ts';
import { FairQueue } from './fair-queue.ts';

/** OWASP's first choice for argon2id (the default of the package): 19 MiB, two passes, one lane; about 9 ms. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Queue of all hashing, with a lane per network or known device. Two jobs at once leave the other threads of the pool
 * to files and names. With two processors only one job runs, so the other processor serves votes. Room for 600 phones
 * behind one address. At 10 ms each, one at a time, 2,000 take about 20 seconds, two thirds of the client's timeout.
 */
export const hashing = new FairQueue({
  atOnce: availableParallelism() > 2 ? 2 : 1,
  mostWaiting: 2000,
  full: () => tooSoon(10),
});

/** Hash of a discarded random text. Compared with the password of an unknown user. */
export const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$K9Gx1YvwuITO4QjSli1FEQ$lzXs93CM7+Pf/3vnDuknXG5tqK+XIh8p0rN/J5nDpmw';

/** Normalises ñ: some keyboards type one character, others two. */
const typed = (password: string): string => password.normalize('NFC');

export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), COST);
}

/** Compares a password with a hash. Takes equal time without a hash (a user without a password). */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? NOBODY, typed(password));
  return matches && stored !== null;
}
