import type { ServerResponse } from 'node:http';
import { Profile } from '../../../shared/profiles.ts';
import { networkOf } from './network.ts';
import { isHolder, type Principal } from './principal.ts';
import { Problem } from './problem.ts';

/**
 * Most open calls. A page sends about ten requests when opened, and a vote. A desk may send a table of waiting
 * registrations. Calls without a session are counted by address, with room for 600 phones that open the sign-in page
 * behind one address. Other calls are counted by actor (a user, a code, a display), so that neighbours do not
 * interfere.
 */
const MOST = { holder: 40, desk: 400, address: 2000 };
/** Seconds after which some open calls of the caller have ended. */
const RETRY = 1;

/** Counts open calls per actor, and per address for calls without a session. */
export class InFlight {
  readonly #counts = new Map<string, number>();

  /**
   * Counts a call of a session. Votes and registrations are counted separately from other calls.
   * @throws Problem tooManyRequests
   */
  ofSession(principal: Principal, isVital: boolean, response: ServerResponse): void {
    const most = isHolder(principal) || principal.profileId === Profile.display ? MOST.holder : MOST.desk;
    this.#enter(`${isVital ? 'vital' : 'actor'}:${principal.actor}`, most, response);
  }

  /** Counts a call without a session. @throws Problem tooManyRequests */
  ofAddress(address: string, response: ServerResponse): void {
    this.#enter(`address:${networkOf(address)}`, MOST.address, response);
  }

  #enter(key: string, most: number, response: ServerResponse): void {
    // The client left during the authentication: no event would end this call.
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
