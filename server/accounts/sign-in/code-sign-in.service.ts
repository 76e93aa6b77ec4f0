import { normalizeCode } from '../../../shared/assemblies/code.ts';
import { Profile } from '../../../shared/profiles.ts';
import { noteRefusedCode, type RefusedCode } from '../../platform/audit/refused-code.ts';
import { ACCOUNTS_CHAIN, appendAudit } from '../../platform/audit/trail.ts';
import { FailureLimiter } from '../../platform/http/attempts.ts';
import { networkOf } from '../../platform/http/network.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type CodeState, findCodeState, holdCode } from '../passwords/credentials.repository.ts';
import type { AccountsContext } from '../sessions/sessions.service.ts';
import { SignInTrail } from './sign-in-trail.ts';

const QUARTER_HOUR_MS = 15 * 60 * 1000;
/** Unknown codes from one address (PRODUCT.md §13, Limits): a house's guests share one. */
const MAX_UNKNOWN_CODES = 30;
/** Entries in the trail for one issued code from one address: nobody fills it by trying the same card all evening. */
const MAX_ENTRIES = 5;
/**
 * Sessions that one code opens within a minute: each is a synced write, and a family that shares a code has a few
 * phones. Whoever uses that up has the code.
 */
const MAX_SESSIONS = 30;
const MINUTE_MS = 60_000;

/** The way in by code. Every refusal is the same to whoever tries; the trail says which one it was. */
export function codeSignInService({
  store: { db },
  sessions,
  counters,
}: Pick<AccountsContext, 'store' | 'sessions' | 'counters'>) {
  const unknown = new FailureLimiter(counters.counter('unknown-code', QUARTER_HOUR_MS), MAX_UNKNOWN_CODES);
  const noted = new FailureLimiter(counters.counter('noted-code', QUARTER_HOUR_MS), MAX_ENTRIES);
  const trail = new SignInTrail(db, counters);
  const opened = new FailureLimiter(counters.counter('code-session', MINUTE_MS), MAX_SESSIONS);

  /**
   * Opens a QR session for the units that a code holds, or that its badge was printed for.
   * @returns the session's token.
   * @throws Problem codeNotEnabled for whatever does not open one; tooManyAttempts instead, from an address that
   *   tried too many unknown ones, while codes that open a session pass; and to a code that opened very many sessions.
   */
  async function withCode(text: string, address: string): Promise<string> {
    const code = normalizeCode(text);
    // Looked up whatever was typed: one refusal takes the work of another.
    const state = await findCodeState(db, code ?? '');
    if (code === null || state === undefined) return refuse({ text, address, why: 'unknown' });
    if (state.refused !== null) return refuse({ text: code, address, why: state.refused, state });
    const { tooManyFor } = await opened.fail([code]);
    if (tooManyFor > 0) throw new Problem('tooManyAttempts', undefined, tooManyFor);
    const { jointId } = state;
    const actor = `code:${code}`;
    const hasEntry = await trail.hasEntry(actor);
    const token = await db.transaction().execute(async (trx) => {
      if (!(await holdCode(trx, code))) return null;
      const owner = { code, jointId, profile: Profile.qr };
      const opened = await sessions.open(owner, trx, hasEntry ? null : address);
      const by = { chain: ACCOUNTS_CHAIN, actor, at: Date.now() };
      if (hasEntry) await appendAudit(trx, by, 'signedIn', { address, jointId });
      return opened;
    });
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
    // A blocked address is told nothing of any code, nor does it write into the trail.
    const wait = await unknown.blockedFor(network);
    if (wait > 0) throw new Problem('tooManyAttempts', undefined, wait);
    const failed = why === 'unknown' ? await unknown.fail(network) : null;
    // Others that arrived at the same time were the thirtieth.
    if (failed !== null && failed.tooManyFor > 0) {
      throw new Problem('tooManyAttempts', undefined, failed.tooManyFor);
    }
    // Unknown ones are bounded by their own count.
    if (failed !== null || (await noted.fail([...network, why, text])).tooManyFor === 0) {
      const blocked = failed?.times === MAX_UNKNOWN_CODES ? { blocked: true } : {};
      const known = state === undefined ? {} : { jointId: state.jointId, badgeOf: state.badgeOf };
      const facts = { address, ...known, ...blocked };
      await noteRefusedCode(db, { actor: 'unknown', text, why, facts });
    }
    throw new Problem('codeNotEnabled');
  }

  return { withCode };
}
