import { useState } from 'react';
import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../shared/assemblies/live.ts';
import { activeQuestion } from './concept-words.ts';

interface Choice {
  conceptId: number;
  /** The question that was active when the person chose. */
  activeThen: number | null;
}

export interface Chosen {
  /** What the panel shows and acts on. */
  concept: LiveConcept | null;
  active: LiveConcept | null;
  /** A question was activated since the person chose another to look at. */
  isNews: boolean;
  choose: (conceptId: number) => void;
  /** Back to whatever is active. */
  follow: () => void;
}

/**
 * Which concept the panel shows: what the person chose, which stays; without a choice the active question,
 * and once that is closed it stays there with its outcome, until the next one opens. Of an assembly that is
 * over it is the last question.
 */
export function useChosenConcept(concepts: readonly LiveConcept[], isOver: boolean): Chosen {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [followed, setFollowed] = useState<number | null>(null);
  const active = activeQuestion(concepts);
  const activeId = active?.conceptId ?? null;
  if (activeId !== null && activeId !== followed) setFollowed(activeId);

  const byId = (id: number | null) => concepts.find((concept) => concept.conceptId === id) ?? null;
  const last = concepts.findLast((concept) => concept.conceptId !== ATTENDANCE && concept.outcome !== null);
  const concept =
    byId(choice?.conceptId ?? null) ?? active ?? byId(followed) ?? (isOver ? last : null) ?? null;
  const isElsewhere = active !== null && concept !== active;
  return {
    concept,
    active,
    isNews: isElsewhere && choice !== null && choice.activeThen !== activeId,
    choose: (conceptId) => setChoice({ conceptId, activeThen: activeId }),
    follow: () => setChoice(null),
  };
}
