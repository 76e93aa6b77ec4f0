import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ATTENDANCE, toggleConcept } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { call } from '../../../lib/api.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import { toast } from '../../../ui/toast.tsx';
import { isClosed } from '../concept-words.ts';
import { failureText } from '../failure.ts';
import { withQuestions } from '../meetings/server-asks.tsx';
import { assemblyTexts } from '../texts.ts';
import { mayOpen } from './opening.tsx';

export interface Toggling {
  /** The concept whose toggle is on its way. */
  pending: number | null;
  /**
   * Activates or deactivates; asks first where opening closes another question. What the person saw is what is
   * asked for: another desk's toggle meanwhile is not undone by this one.
   */
  toggle: (concept: LiveConcept, active: 0 | 1) => Promise<void>;
  /** A question that was closed, and waits for the reason why it is opened again. */
  reopens: LiveConcept | null;
  /** Opens it; null: it stays closed. */
  reopen: (reason: string | null) => void;
}

/** The act that all buttons of a screen share. The figures move by the live feed, not by its answer. */
export function useToggle(jointId: number, isLive: boolean): Toggling {
  const [reopens, setReopens] = useState<LiveConcept | null>(null);
  const toggling = useMutation({
    mutationFn: (wish: { conceptId: number; active: 0 | 1; reason?: string }) =>
      withQuestions((codes) => {
        const wentOn = codes.includes('openingEarly') ? { wentOn: ['openingEarly' as const] } : {};
        return call(toggleConcept, { body: { jointId, ...wish, ...wentOn } });
      }),
    onSuccess: (answer) =>
      answer !== null &&
      toast.success(answer.active === 1 ? assemblyTexts.activated : assemblyTexts.deactivated),
    onError: (error) => toast.error(failureText(error, assemblyTexts.toggleFailed)),
    onSettled: () => {
      // No event will tell of it.
      if (!isLive) refreshJoint(jointId);
    },
  });
  return {
    pending: toggling.isPending ? toggling.variables.conceptId : null,
    toggle: async (concept, active) => {
      const { conceptId } = concept;
      if (toggling.isPending) return;
      const isOpening = active === 1 && conceptId !== ATTENDANCE;
      if (isOpening && !(await mayOpen(jointId, conceptId))) return;
      if (isOpening && isClosed(concept)) setReopens(concept);
      else toggling.mutate({ conceptId, active });
    },
    reopens,
    reopen: (reason) => {
      setReopens(null);
      if (reopens !== null && reason !== null)
        toggling.mutate({ conceptId: reopens.conceptId, active: 1, reason });
    },
  };
}
