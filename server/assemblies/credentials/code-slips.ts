import { readScan } from '../../../shared/assemblies/code.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import { noteRefusedCode, type RefusedCode } from '../../platform/audit/refused-code.ts';
import type { Context } from '../../platform/context.ts';
import { FailureLimiter } from '../../platform/http/attempts.ts';
import { seesJoint } from '../../platform/http/guard.ts';
import { isRunner, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { findCode } from '../store/codes.repository.ts';

const QUARTER_HOUR_MS = 15 * 60 * 1000;
/** A desk that scans ten a second the cards of another house stops in half a minute; nobody types as many. */
const MAX_SLIPS = 300;

/** What the desk hears of a code that is not one of the joint's. */
const refusals: ReadonlySet<ErrorCode> = new Set(['codeUnknown', 'holderNotFound']);

interface Given {
  /** As typed or scanned. */
  texts: readonly (string | null | undefined)[];
  /** The joint that the codes should be of; where none is named, one of the caller's, the same for all. */
  jointId?: number;
}

/**
 * Codes at the desk that are not the joint's: noted, since somebody may be trying, and counted against whoever is
 * signed in, never against the address, which a whole house shares.
 */
export function invalidCodeLimiter(context: Context) {
  const slips = new FailureLimiter(context.counters.counter('code-slip', QUARTER_HOUR_MS), MAX_SLIPS);

  /**
   * Runs what a caller does with codes; where it is refused for one of them, that is noted.
   * @throws Problem tooManyAttempts in place of the refusal, to a caller with too many slips
   */
  async function watch<T>(principal: Principal, given: Given, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isRunner(principal) && error instanceof Problem && refusals.has(error.code)) {
        await count(principal, given);
      }
      throw error;
    }
  }

  async function count(principal: Principal, given: Given): Promise<void> {
    const slip = await slipIn(principal, given);
    if (slip === null) return;
    const { tooManyFor } = await slips.fail([principal.actor]);
    if (tooManyFor > 0) throw new Problem('tooManyAttempts', undefined, tooManyFor);
    const { text, why, ofJoint } = slip;
    const facts = { jointId: given.jointId ?? null, ofJoint };
    await noteRefusedCode(context.store.db, { actor: principal.actor, text, why, facts });
  }

  /** The first of the codes that is not one of the joint's; null where it was refused for something else. */
  async function slipIn(
    principal: Principal,
    { texts, jointId }: Given,
  ): Promise<{ text: string; why: RefusedCode; ofJoint: number | null } | null> {
    const { store, directory, guard } = context;
    let rootId = jointId === undefined ? undefined : (await directory.find(jointId))?.rootId;
    for (const text of texts) {
      if (text === null || text === undefined) continue;
      const code = readScan(text)?.code;
      const issued = code === undefined ? undefined : await findCode(store.db, code);
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
