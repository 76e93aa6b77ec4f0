import type { ChallengeGround, JudgedGround } from '../../../shared/assemblies/challenge/challenge.api.ts';
import type { UseCase } from '../store/act.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { readChallengeFacts } from './from-store.ts';
import { judgeGrounds } from './grounds.ts';

/** Judges the grounds to challenge the assembly of an act, at the instant of the act. */
export async function groundsNow({
  trx,
  assembly,
  family,
  at,
  billingFigures,
}: UseCase): Promise<JudgedGround[]> {
  const stored = await assemblyToRead(trx, assembly.rootId, assembly.assemblyId);
  return judgeGrounds(await readChallengeFacts(trx, stored, { family, at, billingFigures }));
}

/**
 * Returns the red grounds and the grounds with a missing fact, for the entry of a question's closing. All other
 * grounds are green.
 */
export async function groundsInClosing(
  act: UseCase,
): Promise<{ red: ChallengeGround[]; missing: ChallengeGround[] }> {
  const grounds = await groundsNow(act);
  const inState = (state: JudgedGround['state']) =>
    grounds.flatMap((one) => (one.state === state ? [one.code] : []));
  return { red: inState('red'), missing: inState('missing') };
}
