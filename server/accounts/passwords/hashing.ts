import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { tooSoon } from '../../platform/http/attempts.ts';
import { FairQueue } from './fair-queue.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 9 ms. The package's default is argon2id. */
export const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The turns of everybody who asks for hashing: a lane is a network, or a known device. Two at once leave the other
 * threads of the pool to files and names; one where there are two processors, so that the other is the votes'. 600
 * phones behind one address that sign in at once must all find a place; at 10 ms each, one at a time, 2,000 are served
 * within some twenty seconds, two thirds of what a client waits.
 */
export const hashing = new FairQueue({
  atOnce: availableParallelism() > 2 ? 2 : 1,
  mostWaiting: 2000,
  full: () => tooSoon(10),
});

/** The hash of a random text that nobody knows: what an unknown user's password is compared with. */
export const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$K9Gx1YvwuITO4QjSli1FEQ$lzXs93CM7+Pf/3vnDuknXG5tqK+XIh8p0rN/J5nDpmw';

/** A keyboard may type ñ as one character or as two: they are the same password. */
const typed = (password: string): string => password.normalize('NFC');

export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), COST);
}

/** Compares in the same time whether there is a hash (a user with a password) or not. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? NOBODY, typed(password));
  return matches && stored !== null;
}
