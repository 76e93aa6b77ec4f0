import type { ClearanceAnswer } from '../../../shared/billing/clearance-check.api.ts';
import { type Day, today } from '../../../shared/days.ts';
import { QUARTER_HOUR_MS } from '../../../shared/durations.ts';
import type { Context } from '../../platform/context.ts';
import { FailureLimiter, tooSoon } from '../../platform/http/attempts.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { inBooks } from '../ledger/books-act.ts';
import { readClearanceCode } from './clearance-code.ts';
import { insertClearanceRequest, readPaperKey } from './clearances.repository.ts';
import { accountFor } from './own-units.ts';

/** Maximum checks of codes by a network in a quarter of an hour. */
const MOST_CHECKS = 60;

/** Creates the service for the paz y salvo: keeps requests, and answers the public check of the printed code. */
export function clearancesService({ store: { db }, counters }: Context) {
  const checks = new FailureLimiter(counters.counter('clearance-check', QUARTER_HOUR_MS), MOST_CHECKS);

  /**
   * Answers yes or no about a code. Every code takes the same steps: one count, one MAC, the same query.
   * @throws Problem tooManyAttempts, also for right codes
   */
  async function check(code: string, address: string): Promise<ClearanceAnswer> {
    const { tooManyFor } = await checks.fail([networkOf(address)]);
    if (tooManyFor > 0) throw tooSoon(tooManyFor);
    const claim = readClearanceCode(code, await readPaperKey(db));
    if (claim === null) return { valid: false, unit: null, day: null, until: null };
    const { unit, day, until } = claim;
    return { valid: until >= today(), unit, day, until };
  }

  /** Keeps the day of a request. @throws Problem apartmentNotFound, also for another owner's unit */
  async function request(
    principal: Principal,
    of: { jointId: number; apartmentId: string },
  ): Promise<{ requestedOn: Day }> {
    const apartmentId = await accountFor(db, principal, of);
    const { jointId } = of;
    return inBooks(
      db,
      { jointId, actor: principal.actor },
      async ({ trx, today: requestedOn, actor, audit }) => {
        const requestRow = { jointId, apartmentId, requestedOn, requestedBy: actor };
        if (await insertClearanceRequest(trx, requestRow)) await audit('clearanceRequested', { apartmentId });
        return { requestedOn };
      },
    );
  }

  return { check, request };
}
