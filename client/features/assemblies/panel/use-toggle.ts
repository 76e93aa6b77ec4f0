import { useMutation } from '@tanstack/react-query';
import { ATTENDANCE, toggleConcept } from '../../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept } from '../../../../shared/assemblies/live.ts';
import { call } from '../../../lib/api.ts';
import { refreshJoint } from '../../../lib/live/live.ts';
import { toast } from '../../../ui/toast.tsx';
import { failureText } from '../failure.ts';
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
}

/** The act that all buttons of a screen share. The figures move by the live feed, not by its answer. */
export function useToggle(jointId: number, isLive: boolean): Toggling {
  const toggling = useMutation({
    mutationFn: ({ conceptId, active }: { conceptId: number; active: 0 | 1 }) =>
      call(toggleConcept, { body: { conceptId, jointId, active } }),
    onSuccess: (answer) =>
      toast.success(answer.active === 1 ? assemblyTexts.activated : assemblyTexts.deactivated),
    onError: (error) => toast.error(failureText(error, assemblyTexts.toggleFailed)),
    onSettled: () => {
      // No event will tell of it.
      if (!isLive) refreshJoint(jointId);
    },
  });
  return {
    pending: toggling.isPending ? toggling.variables.conceptId : null,
    toggle: async ({ conceptId }, active) => {
      if (toggling.isPending) return;
      if (active === 1 && conceptId !== ATTENDANCE && !(await mayOpen(jointId, conceptId))) return;
      toggling.mutate({ conceptId, active });
    },
  };
}
