import type { ServerResponse } from 'node:http';
import { Profile } from '../../../shared/profiles.ts';
import { networkOf } from './network.ts';
import { isHolder, type Principal } from './principal.ts';
import { Problem } from './problem.ts';

/**
 * Calls under way at once. A page asks for some ten things when it opens and sends a vote; a desk may send a table of
 * waiting registrations. Calls without a session are counted by address, with room for 600 phones that open the sign-in
 * page behind one address; other calls by their actor (a user, a code, a display), so that no neighbour uses up another's.
 */
const MOST = { holder: 40, desk: 400, address: 2000 };
/** Seconds after which some of one's own calls have been answered. */
const RETRY = 1;

/** Counts calls under way per actor, and per address for calls without a session. */
export class InFlight {
  readonly #counts = new Map<string, number>();

  /**
   * Votes and registrations are counted apart from what else a session asks, which may wait for its turn.
   * @throws Problem tooManyRequests
   */
  ofSession(principal: Principal, isVital: boolean, response: ServerResponse): void {
    const most = isHolder(principal) || principal.profileId === Profile.display ? MOST.holder : MOST.desk;
    this.#enter(`${isVital ? 'vital' : 'actor'}:${principal.actor}`, most, response);
  }

  /** @throws Problem tooManyRequests */
  ofAddress(address: string, response: ServerResponse): void {
    this.#enter(`address:${networkOf(address)}`, MOST.address, response);
  }

  #enter(key: string, most: number, response: ServerResponse): void {
    // Its client has gone while it was found out whose it is: nobody would tell when it is over.
    if (response.closed) return;
    const count = this.#counts.get(key) ?? 0;
    if (count >= most) throw new Problem('tooManyRequests', undefined, RETRY);
    this.#counts.set(key, count + 1);
    response.once('close', () => {
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left === 0) this.#counts.delete(key);
      else this.#counts.set(key, left);
    });
  }
}
