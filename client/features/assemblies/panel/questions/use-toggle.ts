import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ATTENDANCE,
  getReopening,
  type Reopening,
  toggleConcept,
} from '../../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../../shared/assemblies/live.ts';
import { call, failureText } from '../../../../lib/api.ts';
import { refreshJoint } from '../../../../lib/live/live.ts';
import { entryOf } from '../../../../lib/live/store.ts';
import { freshOf } from '../../../../lib/query.ts';
import { toast } from '../../../../ui/toast.tsx';
import { closedWords, isClosed } from '../../common/question-messages.ts';
import { assemblyTexts } from '../../common/texts.ts';
import { isOpeningCode, withQuestions } from '../../meetings/server-asks.tsx';
import { mayOpen } from './opening.tsx';

/** Reason stored with the reopening that undoes a closing. */
const UNDO_REASON = 'cierre por error';

interface Toggled {
  conceptId: number;
  active: 0 | 1;
  reason?: string;
  /** True for no message after a success. */
  isQuiet?: boolean;
}

/**
 * Functions of the operator's buttons to open, close and reopen questions, with the state of the request. Made by
 * `useToggle`.
 */
export interface Toggling {
  /** Id of the question with a running request, also for the effects of a reopening. Null without a request. */
  pending: number | null;
  /**
   * Opens (1) or closes (0) a question. Asks first if opening closes another question. Sends the state seen by the
   * user, so another operator's simultaneous press is not undone.
   */
  toggle: (concept: LiveConcept, active: 0 | 1) => Promise<void>;
  /**
   * Closes the open question without a message: the verdict is the answer. A question closed by a colleague
   * meanwhile stays closed, and a message names the colleague.
   */
  close: (concept: LiveConcept) => Promise<void>;
  /** Opens a question again that was closed by mistake, with the reason 'cierre por error' (section 17, rule 2b). */
  undo: (concept: LiveConcept) => Promise<void>;
  /** Closed question to reopen, while the dialog asks for the reason. Null otherwise. */
  reopens: LiveConcept | null;
  /** Query for the effects of reopening the question: votes set aside, unsure changes of owner. */
  reopening: UseQueryResult<Reopening>;
  /** Reopens the question with the given reason. Null cancels. */
  reopen: (reason: string | null) => void;
}

/**
 * Hook: returns functions to open and close questions, shared by all buttons of a screen. Figures change with the
 * live data, not with the answer to the request.
 * @param isLive false while the live connection is down: figures are then refetched
 */
export function useToggle(jointId: number, isLive: boolean): Toggling {
  const [reopens, setReopens] = useState<LiveConcept | null>(null);
  const reopening = useQuery({
    ...freshOf(['reopening', jointId, reopens?.conceptId], getReopening, {
      params: { jointId, conceptId: reopens?.conceptId ?? 0 },
    }),
    enabled: reopens !== null,
  });
  const toggling = useMutation({
    mutationFn: ({ isQuiet: _, ...toggled }: Toggled) =>
      withQuestions((codes) =>
        call(toggleConcept, { body: { jointId, ...toggled, wentOn: codes.filter(isOpeningCode) } }),
      ),
    onSuccess: (answer, { isQuiet }) =>
      answer !== null &&
      isQuiet !== true &&
      toast.success(answer.active === 1 ? assemblyTexts.activated : assemblyTexts.deactivated),
    onError: (error) => toast.error(failureText(error, assemblyTexts.toggleFailed)),
    onSettled: () => {
      // No event will report the change.
      if (!isLive) refreshJoint(jointId);
    },
  });
  return {
    pending: toggling.isPending
      ? toggling.variables.conceptId
      : reopening.isLoading
        ? (reopens?.conceptId ?? null)
        : null,
    toggle: async (concept, active) => {
      const { conceptId } = concept;
      if (toggling.isPending) return;
      const isOpening = active === 1 && conceptId !== ATTENDANCE;
      if (isOpening && !(await mayOpen(jointId, conceptId))) return;
      if (isOpening && isClosed(concept)) setReopens(concept);
      else toggling.mutate({ conceptId, active });
    },
    close: async ({ conceptId }) => {
      if (toggling.isPending) return;
      const now = entryOf(jointId).joint?.concepts.find((one) => one.conceptId === conceptId);
      if (now?.active === 0 && now.closing !== undefined) toast.info(closedWords(now.closing));
      else toggling.mutate({ conceptId, active: 0, isQuiet: true });
    },
    undo: async ({ conceptId }) => {
      if (toggling.isPending || !(await mayOpen(jointId, conceptId))) return;
      toggling.mutate({ conceptId, active: 1, reason: UNDO_REASON });
    },
    reopens,
    reopening,
    reopen: (reason) => {
      setReopens(null);
      if (reopens !== null && reason !== null)
        toggling.mutate({ conceptId: reopens.conceptId, active: 1, reason });
    },
  };
}
