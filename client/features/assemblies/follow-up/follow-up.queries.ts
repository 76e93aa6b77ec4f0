import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type After, getAfter, sendSummary } from '../../../../shared/assemblies/after.api.ts';
import { call } from '../../../lib/api.ts';
import { freshOf } from '../../../lib/query.ts';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { toast } from '../../../ui/toast.tsx';
import { isUnderWay } from './words.ts';

/** Polling interval in milliseconds while a summary mail is queued or being sent. */
const MAIL_POLL_MS = 5_000;

/**
 * Options for `useQuery`: legal tasks and deadlines after an ended assembly. Without an id: of the joint's current
 * assembly.
 */
export const afterQuery = (jointId: number, assemblyId?: number) =>
  queryOptions({
    ...freshOf(['after', jointId, assemblyId ?? null], getAfter, {
      params: { jointId },
      query: assemblyId === undefined ? {} : { assemblyId },
    }),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? MAIL_POLL_MS : false),
  });

/**
 * True while a summary mail waits or is being sent, so that the query must poll. Without a mail server the state
 * never changes.
 */
const isMoving = ({ summary }: After): boolean =>
  summary.mailConfigured && summary.recipients.some(isUnderWay);

/**
 * Hook: returns a mutation (`useMutation`) to send the summary of an ended assembly by mail to the administrators
 * without the mail, or to all again.
 */
export function useSendSummary(jointId: number, assemblyId: number) {
  const client = useQueryClient();
  return useRequest(
    (again: boolean) =>
      call(sendSummary, { params: { jointId }, query: { assemblyId }, body: again ? { again } : {} }),
    {
      next: ({ queued }) => {
        if (queued > 0) toast.success('El resumen está en cola. Se envía en un momento.');
        else toast.info('El resumen ya fue enviado o está en cola.');
      },
      failed: true,
      onSettled: () => client.invalidateQueries({ queryKey: ['after', jointId] }),
    },
  );
}
