import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  listInvitations,
  printLetters,
  revokeInvitation,
  sendInvitations,
} from '../../../../shared/assemblies/invitations.api.ts';
import type { PaperSize } from '../../../../shared/assemblies/paper.api.ts';
import { call, download, messageOf } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { toast } from '../../../ui/toast.tsx';
import { useAct } from '../failure.ts';
import { isOfKind } from './invitation-states.ts';

/** While something is on its way. */
const REFRESH_MS = 5_000;

export const invitationsQuery = (jointId: number) =>
  queryOptions({
    queryKey: ['invitations', jointId],
    queryFn: ({ signal }) => call(listInvitations, { params: { jointId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.mailConfigured === true && data.invitations.some((one) => isOfKind(one, 'waiting'))
        ? REFRESH_MS
        : false,
  });

const people = (quantity: number): string => (quantity === 1 ? '1 propietario' : `${quantity} propietarios`);

/** What can be done about a joint's invitations; each says how it went and looks at the list again. */
export function useInvitationActs(jointId: number, onDone: () => void) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['invitations', jointId] });
  const onError = (error: unknown) => toast.error(messageOf(error));
  const params = { jointId };
  const send = useAct({
    mutationFn: (body: { userIds?: string[]; again?: boolean }) => call(sendInvitations, { params, body }),
    onSuccess: ({ queued }) => {
      if (queued > 0) toast.success(`Invitaciones en cola: ${people(queued)}.`);
      else toast.info('Nadie por invitar: ya tienen su invitación.');
      onDone();
    },
    onError,
    onSettled,
  });
  const print = useAct({
    mutationFn: (body: { userIds?: string[]; paper: PaperSize }) => download(printLetters, { params, body }),
    onSuccess: (file) => {
      saveFile(file);
      onDone();
    },
    onError,
    onSettled,
  });
  const revoke = useAct({
    mutationFn: (userId: string) => call(revokeInvitation, { params: { jointId, userId } }),
    onSuccess: () => toast.success('Enlace revocado.'),
    onError,
    onSettled,
  });
  return { send, print, revoke };
}
