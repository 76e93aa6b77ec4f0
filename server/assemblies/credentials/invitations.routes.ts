import {
  listInvitations,
  printLetters,
  revokeInvitation,
  sendInvitations,
} from '../../../shared/assemblies/invitations.api.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { AssembliesContext } from '../store/assemblies-context.ts';
import { invitationsService } from './invitations.service.ts';
import { lettersService } from './letters.service.ts';

/** Invitations to the current assembly, by e-mail and on paper. */
export function mountInvitations(mount: Mount, context: AssembliesContext): void {
  const letters = lettersService(context);
  const invitations = invitationsService(context);
  mount(listInvitations, ({ params }) => invitations.list(params.jointId));
  mount(sendInvitations, ({ params, body }, { principal }) =>
    invitations.send(params.jointId, body, principal),
  );
  mount(printLetters, ({ params, body }, { principal }) => letters.print(params.jointId, body, principal));
  mount(revokeInvitation, async ({ params }, { principal }) => {
    await invitations.revoke(params.jointId, params.userId, principal);
    return null;
  });
}
