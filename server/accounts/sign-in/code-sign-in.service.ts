import { normalizeCode } from '../../../shared/assemblies/code.ts';
import { MINUTE_MS, QUARTER_HOUR_MS } from '../../../shared/durations.ts';
import { Profile } from '../../../shared/profiles.ts';
import { type RefusedCode, refusedCodeFacts } from '../../platform/audit/refused-code.ts';
import { ACCOUNTS_CHAIN, appendAudit } from '../../platform/audit/trail.ts';
import { FailureLimiter } from '../../platform/http/attempts.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type CodeState, findCodeState, holdCode } from '../passwords/credentials.repository.ts';
import { findOpenOf } from '../sessions/sessions.repository.ts';
import type { AccountsContext } from '../sessions/sessions.service.ts';
import { FailureTrail } from './failure-trail.ts';
import { SignInTrail } from './trail.ts';

/**
 * Maximum number of unknown codes from a single address (the specification, section 13, Limits). The guests of a
 * house share an address.
 */
const MAX_UNKNOWN_CODES = 30;
/**
 * Maximum number of audit entries for refusals of an issued code from an address, so repeated tries do not fill the
 * audit trail.
 */
const MAX_ENTRIES = 5;
/**
 * Maximum number of sessions opened by a code within a minute. Each session costs a synced write, and a family with
 * a shared code has only a few phones. Only a person with the code can reach the limit.
 */
const MAX_SESSIONS = 30;

/**
 * Service for signing in by the code of a card or badge. All refusals look alike to the caller; the reason
 * is in the audit trail.
 */
export function codeSignInService({
  store: { db },
  sessions,
  counters,
  onClose,
}: Pick<AccountsContext, 'store' | 'sessions' | 'counters' | 'onClose'>) {
  const unknown = new FailureLimiter(counters.counter('unknown-code', QUARTER_HOUR_MS), MAX_UNKNOWN_CODES);
  const noted = new FailureLimiter(counters.counter('noted-code', QUARTER_HOUR_MS), MAX_ENTRIES);
  const trail = new SignInTrail(db, counters);
  // Bounded over all networks together: a stranger may have many networks.
  const refusals = new FailureTrail(db, counters);
  onClose(() => refusals.flush().catch(() => undefined));
  const opened = new FailureLimiter(counters.counter('code-session', MINUTE_MS), MAX_SESSIONS);

  /**
   * Opens a session for the units registered with a code, or for the unit printed on a badge.
   * @returns the token of the session
   * @throws Problem codeNotEnabled for a code that opens no session; tooManyAttempts for a refused code from an
   * address with too many unknown codes (valid codes pass), and for a code with too many sessions
   */
  async function withCode(text: string, address: string): Promise<string> {
    const code = normalizeCode(text);
    // Looks up any text: all refusals take equal work.
    const state = await findCodeState(db, code ?? '');
    if (code === null || state === undefined) return refuse({ text, address, why: 'unknown' });
    if (state.refused !== null) return refuse({ text: code, address, why: state.refused, state });
    const { tooManyFor } = await opened.fail([code]);
    if (tooManyFor > 0) throw new Problem('tooManyAttempts', undefined, tooManyFor);
    const { jointId } = state;
    const actor = `code:${code}`;
    const hasEntry = await trail.hasEntry(actor);
    let isAgain = false;
    const token = await db.transaction().execute(async (trx) => {
      if (!(await holdCode(trx, code))) return null;
      isAgain = (await findOpenOf(trx, { code }, Date.now())).length > 0;
      const owner = { code, jointId, profile: Profile.qr };
      const opened = await sessions.open(owner, trx, hasEntry ? null : address);
      const by = { chain: ACCOUNTS_CHAIN, actor, at: Date.now() };
      if (hasEntry) await appendAudit(trx, by, 'signedIn', { address, jointId });
      return opened;
    });
    if (token !== null && isAgain) sessions.codeOpenedAgain(code, jointId);
    return token ?? refuse({ text: code, address, why: 'withdrawn', state });
  }

  async function refuse(attempt: {
    text: string;
    address: string;
    why: RefusedCode;
    state?: CodeState;
  }): Promise<never> {
    const { text, address, why, state } = attempt;
    const network = [networkOf(address)];
    // A blocked address gets no information on any code and writes no audit entry.
    const wait = await unknown.blockedFor(network);
    if (wait > 0) throw new Problem('tooManyAttempts', undefined, wait);
    const failed = why === 'unknown' ? await unknown.fail(network) : null;
    // Concurrent tries reached the limit.
    if (failed !== null && failed.tooManyFor > 0) {
      throw new Problem('tooManyAttempts', undefined, failed.tooManyFor);
    }
    // Unknown codes have a separate limit.
    if (failed !== null || (await noted.fail([...network, why, text])).tooManyFor === 0) {
      const blocked = failed?.times === MAX_UNKNOWN_CODES ? { blocked: true } : {};
      const jointFacts = state === undefined ? {} : { jointId: state.jointId, badgeOf: state.badgeOf };
      const facts = { ...refusedCodeFacts(why, text), ...jointFacts, ...blocked };
      await refusals.note({ act: 'codeRefused', actor: 'unknown', address, facts });
    }
    throw new Problem('codeNotEnabled');
  }

  return { withCode };
}
