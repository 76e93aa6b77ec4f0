import type { ChallengeGround, JudgedGround } from '../../../shared/assemblies/challenge/challenge.api.ts';
import { apart } from '../../platform/db/store-transactions.ts';
import type { UseCase } from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { readChallengeFacts } from './from-store.ts';
import { judgeGrounds } from './grounds.ts';

/**
 * Judges the grounds to challenge the assembly of an act, at the instant of the act. Undefined after a failure: a
 * failure never stops the act.
 */
async function groundsNow(act: UseCase): Promise<JudgedGround[] | undefined> {
  const { trx, assembly, family, at, billingFigures } = act;
  const { result, error } = await apart(trx, async () => {
    const stored = await assemblyToRead(trx, assembly.rootId, assembly.assemblyId);
    return judgeGrounds(await readChallengeFacts(trx, stored, { family, at, billingFigures }));
  });
  if (error !== undefined) act.unjudged.push(error);
  return result;
}

/** Returns all grounds with states and reasons, for the entry of the end; empty after a failure. */
export async function groundsAtEnd(act: UseCase): Promise<{ challenge?: JudgedGround[] }> {
  const challenge = await groundsNow(act);
  return challenge === undefined ? {} : { challenge };
}

/**
 * Returns the red grounds and the grounds with a missing fact, for the entry of a question's closing. All other
 * grounds are green. Empty after a failure.
 */
export async function groundsInClosing(
  act: UseCase,
): Promise<{ challenge?: { red: ChallengeGround[]; missing: ChallengeGround[] } }> {
  const grounds = await groundsNow(act);
  if (grounds === undefined) return {};
  const inState = (state: JudgedGround['state']) =>
    grounds.flatMap((one) => (one.state === state ? [one.code] : []));
  return { challenge: { red: inState('red'), missing: inState('missing') } };
}
