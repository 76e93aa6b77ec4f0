import { create } from 'zustand';
import type { LiveConcept } from '../../../../../shared/assemblies/live.ts';
import type { LiveJoint } from '../../../../lib/live/live-merge.ts';
import { onSessionEnd } from '../../../../lib/session.store.ts';
import { activeQuestion } from '../../concept-words.ts';

/** Which question the papers on the table are for, by joint, as the operator agreed to last. */
const useAgreed = create<{ questions: Readonly<Record<number, string>> }>(() => ({ questions: {} }));

onSessionEnd(() => useAgreed.setState({ questions: {} }));

interface Counted {
  /** What is open; null while nothing is, or nothing is known yet. */
  question: LiveConcept | null;
  /** Another question came up since the last count: the papers on the table may be the former one's. */
  isOther: boolean;
  agree: () => void;
}

/**
 * The question that is counted. The first one is agreed to by beginning; another one must be agreed to, since
 * a pile of papers outlives the question it was filled in for.
 */
export function useCountedQuestion(jointId: number, joint: LiveJoint | null): Counted {
  const agreed = useAgreed((state) => state.questions[jointId]);
  const question = joint && activeQuestion(joint.concepts);
  const name = question && `${joint.assembly?.assemblyId ?? 0} ${question.conceptId}`;
  return {
    question,
    isOther: name !== null && agreed !== undefined && agreed !== name,
    agree: () => {
      if (name !== null)
        useAgreed.setState(({ questions }) => ({ questions: { ...questions, [jointId]: name } }));
    },
  };
}
