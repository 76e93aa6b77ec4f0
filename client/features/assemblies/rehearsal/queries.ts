import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import {
  getRehearsal,
  makeRehearsal,
  type RehearsalMode,
} from '../../../../shared/assemblies/rehearsals/rehearsals.api.ts';
import { call } from '../../../lib/api.ts';
import { useChosenJoint } from '../../../lib/chosen-joint.store.ts';
import { freshOf } from '../../../lib/query.ts';
import { useRequest } from '../../../ui/requests/use-request.ts';

/** Milliseconds between two readings of a rehearsal while the simulated owners act. */
const COURSE_MS = 1_000;

/** Options for `useQuery`: the rehearsal of a joint, read again while the simulated owners act. */
export const rehearsalQuery = (jointId: number) => ({
  ...freshOf(['rehearsal', jointId], getRehearsal, { params: { jointId } }),
  refetchInterval: COURSE_MS,
});

/** Hook: starts a rehearsal of a joint and opens its page. */
export function useStartRehearsal() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const choose = useChosenJoint((state) => state.choose);
  return useRequest(
    ({ jointId, mode }: { jointId: number; mode: RehearsalMode }) =>
      call(makeRehearsal, { params: { jointId }, body: { mode } }),
    {
      next: async ({ jointId }) => {
        await client.invalidateQueries({ queryKey: ['assembly-joints'] });
        choose(jointId);
        navigate(`/Rehearsal/${jointId}`);
      },
      failed: 'No se pudo empezar el ensayo. Intente nuevamente.',
    },
  );
}
