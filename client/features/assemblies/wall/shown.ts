import { useEffect, useRef, useState } from 'react';
import { ATTENDANCE } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { later } from '../../../lib/time/later.ts';
import { activeQuestion } from '../common/question-messages.ts';
import { justClosed } from './news.ts';

/** Duration in milliseconds of the outcome of a closed question on the wall screen, before attendance returns. */
const RESULT_MS = 120_000;

interface Shown {
  /** Question or attendance on the wall screen: the user's selection, else `followed`. */
  concept: LiveConcept | null;
  /**
   * Question to show without a selection: (1) the open question; (2) a question closed just now; (3) attendance.
   */
  followed: LiveConcept | null;
  /** Question closed less than RESULT_MS ago. Null without any. */
  closed: LiveConcept | null;
}

/**
 * Hook: returns the question to show on the wall (`concept`), the question shown without a choice of the user
 * (`followed`), and the question closed just before (`closed`, null without any).
 * @param joint live state of the joint
 * @param chosen number of the question chosen by the user; null: automatic
 */
export function useShown(joint: LiveJoint | null, chosen: number | null): Shown {
  const before = useRef(joint);
  const [closedId, setClosedId] = useState<number | null>(null);
  useEffect(() => {
    const closed = before.current && joint && justClosed(before.current, joint);
    before.current = joint;
    if (closed) setClosedId(closed.conceptId);
  }, [joint]);
  useEffect(() => {
    if (closedId === null) return;
    return later(() => setClosedId(null), RESULT_MS);
  }, [closedId]);
  const concepts = joint?.concepts ?? [];
  return {
    concept: shownOf(concepts, chosen, closedId),
    followed: shownOf(concepts, null, closedId),
    closed: concepts.find(({ conceptId }) => conceptId === closedId) ?? null,
  };
}

/**
 * Chooses the question for the wall: (1) chosen by the user, (2) the open question, (3) the question closed just
 * before, (4) attendance. Null without questions.
 * @param chosen number of the question chosen by the user; null: automatic
 * @param closedId number of the question closed just before; null without any
 */
export function shownOf(
  concepts: readonly LiveConcept[],
  chosen: number | null,
  closedId: number | null,
): LiveConcept | null {
  const byId = (id: number | null) => concepts.find((concept) => concept.conceptId === id);
  return (
    byId(chosen) ?? activeQuestion(concepts) ?? byId(closedId) ?? byId(ATTENDANCE) ?? concepts[0] ?? null
  );
}
