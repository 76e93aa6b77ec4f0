import { useState } from 'react';
import { ATTENDANCE } from '../../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../../shared/assemblies/live.ts';
import { activeQuestion } from '../../common/question-messages.ts';

interface ChosenConcept {
  conceptId: number;
  /** Id of the open question when the user selected another question. Null if no question was open. */
  activeThen: number | null;
}

/**
 * Question in the center of the operator's panel, with functions to choose another question. Made by
 * `useChosenConcept`.
 */
export interface Chosen {
  /** Question or attendance shown in the center of the panel. */
  concept: LiveConcept | null;
  /** Open question. Null without an open question. */
  active: LiveConcept | null;
  /** True if a question opened after the user had selected another question. */
  isNews: boolean;
  /** Shows a question until another choice. */
  choose: (conceptId: number) => void;
  /** Shows the open question again. */
  follow: () => void;
  /** Shows no question until the next opening. */
  leave: () => void;
}

/**
 * Hook: selects the question in the center of the panel: (1) the user's choice; (2) the open question; (3) the
 * question last open, with the result; (4) after the end, the last question.
 * @param concepts attendance and questions of the assembly
 * @param isOver true after the end of the assembly
 */
export function useChosenConcept(concepts: readonly LiveConcept[], isOver: boolean): Chosen {
  const [choice, setChoice] = useState<ChosenConcept | null>(null);
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
    leave: () => {
      setChoice(null);
      setFollowed(null);
    },
  };
}
