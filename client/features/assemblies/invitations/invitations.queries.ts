import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  listInvitations,
  makeSharedText,
  noteLetterSigned,
  printLetters,
  revokeInvitation,
  sendInvitations,
} from '../../../../shared/assemblies/invitations.api.ts';
import type { PaperSize } from '../../../../shared/assemblies/paper.api.ts';
import { call, download } from '../../../lib/api.ts';
import { count, counted } from '../../../lib/format.ts';
import { freshOf } from '../../../lib/query.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useRequest } from '../../../ui/requests/use-request.ts';
import { toast } from '../../../ui/toast.tsx';
import { type inviteeIds, isOfKind } from './states.ts';

type Named = ReturnType<typeof inviteeIds>;

/** Polling interval in milliseconds while an invitation mail is queued or being sent. */
const MAIL_POLL_MS = 5_000;

/**
 * Options for `useQuery`: owners of a joint with the state of each invitation. Requested again every few seconds
 * while a mail waits or is being sent.
 */
export const invitationsQuery = (jointId: number) =>
  queryOptions({
    ...freshOf(['invitations', jointId], listInvitations, { params: { jointId } }),
    refetchInterval: ({ state: { data } }) =>
      data?.mailConfigured === true && data.invitations.some((one) => isOfKind(one, 'waiting'))
        ? MAIL_POLL_MS
        : false,
  });

/**
 * Hook with mutations (`useMutation`) for the invitations of a joint: `send` mails, `print` letters, `revoke`
 * links, make a text to `share`, note that a letter was signed (`sign`). Each shows a message and refetches the list.
 * @param onDone called after each success
 */
export function useInvitationCalls(jointId: number, onDone: () => void) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['invitations', jointId] });
  const params = { jointId };
  const send = useRequest(
    (body: Named & { again?: boolean; changed?: true }) => call(sendInvitations, { params, body }),
    {
      next: ({ queued, created }) => {
        const made = created > 0 ? ` Usuarios nuevos: ${count(created)}.` : '';
        if (queued > 0) toast.success(`Invitaciones en cola: ${counted(queued, 'propietario')}.${made}`);
        else toast.info('Nadie por invitar: ya tienen su invitación.');
        onDone();
      },
      failed: true,
      onSettled,
    },
  );
  const print = useRequest((body: Named & { paper: PaperSize }) => download(printLetters, { params, body }), {
    next: (file) => {
      saveFile(file);
      onDone();
    },
    failed: true,
    onSettled,
  });
  const ofPerson = (userId: string) => ({ params: { jointId, userId } });
  const share = useRequest((userId: string) => call(makeSharedText, ofPerson(userId)), {
    failed: true,
    onSettled,
  });
  const sign = useRequest((userId: string) => call(noteLetterSigned, ofPerson(userId)), {
    done: 'Firma anotada.',
    failed: true,
    onSettled,
  });
  const revoke = useRequest((userId: string) => call(revokeInvitation, ofPerson(userId)), {
    done: 'Enlace revocado.',
    failed: true,
    onSettled,
  });
  return { send, print, share, sign, revoke };
}
