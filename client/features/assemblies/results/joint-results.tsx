import { useEffect } from 'react';
import { useLiveJoint } from '../../../lib/live/live.ts';
import { LAUNCH_POLL_MS } from '../common/intervals.ts';
import { isClosed } from '../common/question-messages.ts';
import { useFollowedQuestion } from '../live/followed.ts';
import { mayAnswer, useOwnUnits } from '../properties/own-units.ts';
import { Results } from './results.tsx';

/**
 * Results of a joint's closed questions on an owner's page, with the votes of the owner's units. Renders no element
 * without a closed question.
 */
export default function JointResults({ jointId }: { jointId: number }) {
  const { joint } = useLiveJoint(jointId, { pollMs: LAUNCH_POLL_MS });
  const own = useOwnUnits();
  const { freshId, read } = useFollowedQuestion(jointId, joint?.concepts ?? []);
  // Shown here in full: the page of the assembly need not show the result again.
  useEffect(() => {
    if (freshId !== null) read();
  }, [freshId, read]);
  if (!joint?.concepts.some(isClosed)) return null;
  const held = (own.data ?? []).filter((unit) => unit.jointId === jointId && mayAnswer(unit));
  return <Results joint={joint} held={held} isWhole />;
}
