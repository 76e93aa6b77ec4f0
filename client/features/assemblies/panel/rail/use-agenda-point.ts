import { changeAssembly } from '../../../../../shared/assemblies/assemblies.api.ts';
import { defined } from '../../../../../shared/defined.ts';
import { call } from '../../../../lib/api.ts';
import { refreshJoint } from '../../../../lib/live/live.ts';
import type { LiveJoint } from '../../../../lib/live/merge.ts';
import { useRequest } from '../../../../ui/requests/use-request.ts';
import { withQuestions } from '../../meetings/server-asks.tsx';

const AGENDA_FAILED = 'No se puede cambiar el punto del orden del día en este momento. Intente nuevamente.';

/** Function to open a point of the agenda, with the state of the request. Made by `useAgendaPoint`. */
export interface Moving {
  move: (point: number) => void;
  isPending: boolean;
}

/**
 * Hook: returns a function to open a point of the agenda by number.
 * @param isLive false while the live connection is down: the hook then refetches after a change
 */
export function useAgendaPoint({ jointId, assembly }: LiveJoint, isLive: boolean): Moving {
  const moving = useRequest(
    (point: number) => {
      const body = { point, ...defined({ assemblyId: assembly?.assemblyId }) };
      return withQuestions((wentOn) =>
        call(changeAssembly, { params: { jointId }, body: { ...body, wentOn } }),
      );
    },
    {
      failed: AGENDA_FAILED,
      onSettled: () => {
        if (!isLive) refreshJoint(jointId);
      },
    },
  );
  return { move: moving.mutate, isPending: moving.isPending };
}
