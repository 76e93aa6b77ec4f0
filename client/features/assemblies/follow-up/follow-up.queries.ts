import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type After, getAfter, sendSummary } from '../../../../shared/assemblies/after.api.ts';
import { call, messageOf } from '../../../lib/api.ts';
import { freshOf } from '../../../lib/query.ts';
import { toast } from '../../../ui/toast.tsx';
import { isUnderWay } from './words.ts';

/** Polling interval while a summary is queued or being sent. */
const REFRESH_MS = 5_000;

/** Query: tasks after an assembly. Without an id, of the joint's current assembly. */
export const afterQuery = (jointId: number, assemblyId?: number) =>
  queryOptions({
    ...freshOf(['after', jointId, assemblyId ?? null], getAfter, {
      params: { jointId },
      query: assemblyId === undefined ? {} : { assemblyId },
    }),
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? REFRESH_MS : false),
  });

/** Without a mail server the state never changes by itself. */
const isMoving = ({ summary }: After): boolean =>
  summary.mailConfigured && summary.recipients.some(isUnderWay);

/** Sends the summary to recipients without the mail, or to all again. */
export function useSendSummary(jointId: number, assemblyId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (again: boolean) =>
      call(sendSummary, { params: { jointId }, query: { assemblyId }, body: again ? { again } : {} }),
    onSuccess: ({ queued }) => {
      if (queued > 0) toast.success('El resumen está en cola. Se envía en un momento.');
      else toast.info('El resumen ya fue enviado o está en cola.');
    },
    onError: (error: unknown) => toast.error(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['after', jointId] }),
  });
}
