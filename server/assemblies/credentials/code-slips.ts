import { readScan } from '../../../shared/assemblies/code.ts';
import { QUARTER_HOUR_MS } from '../../../shared/durations.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import { noteRefusedCode, type RefusedCode } from '../../platform/audit/refused-code.ts';
import type { Context } from '../../platform/context.ts';
import { FailureLimiter } from '../../platform/http/attempts.ts';
import { seesJoint } from '../../platform/http/guard.ts';
import { isRunner, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { codeNamed, findCode } from '../store/attendance/codes.repository.ts';

/**
 * Maximum number of wrong codes per user in a quarter of an hour. A scanner with the cards of another house, at ten
 * a second, stops after half a minute; a person does not type so many.
 */
const MAX_SLIPS = 300;

/** Error codes for a code that the joint did not issue. */
const refusals: ReadonlySet<ErrorCode> = new Set(['codeUnknown', 'holderNotFound']);

interface TypedCode {
  /** Codes as typed or scanned. */
  texts: readonly (string | null | undefined)[];
  /** Joint of the codes. Default: a joint of the caller, the same for all codes. */
  jointId?: number;
}

/**
 * Limits and records wrong codes typed or scanned at the desk, because many wrong codes may be an attack. The
 * returned `watch` runs the work of a request and counts a refusal because of a wrong code. Counts per signed-in
 * user and not per address: all computers of a building share an address.
 */
export function invalidCodeLimiter(context: Context) {
  const slips = new FailureLimiter(context.counters.counter('code-slip', QUARTER_HOUR_MS), MAX_SLIPS);

  /**
   * Runs work with codes, and records a refusal because of a wrong code.
   * @throws Problem tooManyAttempts instead of the refusal, after too many wrong codes
   */
  async function watch<T>(principal: Principal, typed: TypedCode, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isRunner(principal) && error instanceof Problem && refusals.has(error.code)) {
        await count(principal, typed);
      }
      throw error;
    }
  }

  async function count(principal: Principal, typed: TypedCode): Promise<void> {
    const slip = await slipIn(principal, typed);
    if (slip === null) return;
    const { tooManyFor } = await slips.fail([principal.actor]);
    if (tooManyFor > 0) throw new Problem('tooManyAttempts', undefined, tooManyFor);
    const { text, why, ofJoint } = slip;
    const facts = { jointId: typed.jointId ?? null, ofJoint };
    await noteRefusedCode(context.store.db, { actor: principal.actor, text, why, facts });
  }

  /** Returns the first code that the joint did not issue; null if the refusal had another reason. */
  async function slipIn(
    principal: Principal,
    { texts, jointId }: TypedCode,
  ): Promise<{ text: string; why: RefusedCode; ofJoint: number | null } | null> {
    const { store, directory, guard } = context;
    let rootId = jointId === undefined ? undefined : (await directory.find(jointId))?.rootId;
    for (const text of texts) {
      if (text === null || text === undefined) continue;
      const code = readScan(text)?.code ?? (await codeNamed(store.db, text));
      const issued = code === null ? undefined : await findCode(store.db, code);
      if (issued === undefined) return { text, why: 'unknown', ofJoint: null };
      const ofJoint = issued.jointId;
      if (rootId === undefined && (await seesJoint(principal, ofJoint, 'assembly', guard))) rootId = ofJoint;
      if (ofJoint !== rootId) return { text, why: 'otherJoint', ofJoint };
      if (issued.revoked) return { text, why: 'revoked', ofJoint };
    }
    return null;
  }

  return { watch };
}
