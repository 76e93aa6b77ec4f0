import * as arrivalsApi from '../../../shared/assemblies/arrivals.api.ts';
import * as invitationsApi from '../../../shared/assemblies/invitations.api.ts';
import * as addressesApi from '../../../shared/assemblies/signed-acta/notice-addresses.api.ts';
import * as noticeFilesApi from '../../../shared/assemblies/signed-acta/notice-files.api.ts';
import { requestKeyOf } from '../../platform/http/idempotency.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { uploadedFile } from '../../platform/http/uploaded-file.ts';
import { ArrivalsService } from '../arrivals/arrivals.service.ts';
import { invitationsService } from '../credentials/invitations.service.ts';
import { joiningService } from '../credentials/joining.service.ts';
import { lettersService } from '../credentials/letters.service.ts';
import { noticeService } from '../credentials/notice.service.ts';
import { noticeAddressesService } from '../credentials/notice-addresses.service.ts';
import type { AssemblyServices } from './assembly-services.ts';

/**
 * Mounts the endpoints for phones announcing a unit by the QR on the wall, and for invitations by mail and letter.
 */
export function mountJoining(mount: Mount, { context }: AssemblyServices): void {
  const letters = lettersService(context);
  const invitations = invitationsService(context);
  const notice = noticeService(context);
  const addresses = noticeAddressesService(context);
  const joining = joiningService(context);
  const arrivals = new ArrivalsService(context);

  mount(arrivalsApi.getJoining, ({ params }) => joining.current(params.jointId));
  mount(arrivalsApi.openJoining, ({ params }, { principal }) => joining.open(params.jointId, principal));
  mount(arrivalsApi.closeJoining, ({ params }, { principal }) => joining.close(params.jointId, principal));
  mount(arrivalsApi.announceArrival, async ({ params, body }, { address }) =>
    arrivals.announce(params.code, body, address),
  );
  mount(arrivalsApi.claimArrival, ({ body }, { address }) => arrivals.claim(body.code, body.ticket, address));
  mount(arrivalsApi.listArrivals, ({ params }) => arrivals.list(params.jointId));
  mount(arrivalsApi.confirmArrival, ({ params, body }, { principal }) =>
    arrivals.confirm(params, body, principal),
  );
  mount(arrivalsApi.refuseArrival, ({ params }, { principal }) => arrivals.refuse(params, principal));

  // Invitations to the current assembly, by e-mail and on paper.
  mount(invitationsApi.listInvitations, ({ params }) => invitations.list(params.jointId));
  mount(invitationsApi.sendInvitations, ({ params, body }, { principal }) =>
    invitations.send(params.jointId, body, principal),
  );
  mount(invitationsApi.printLetters, ({ params, body }, { principal }) =>
    letters.print(params.jointId, body, principal),
  );
  mount(invitationsApi.revokeInvitation, ({ params }, { principal }) =>
    invitations.revoke(params.jointId, params.userId, principal),
  );
  mount(invitationsApi.makeSharedText, ({ params }, { principal }) =>
    notice.text(params.jointId, params.userId, principal),
  );
  mount(noticeFilesApi.listNoticeFiles, ({ params }) => notice.files(params.jointId));
  mount(noticeFilesApi.getNoticeFile, ({ params }) => notice.file(params));
  mount(noticeFilesApi.keepNoticeFile, async ({ params }, { principal, request }) =>
    notice.keep(params.jointId, await uploadedFile(request), principal),
  );
  mount(noticeFilesApi.removeNoticeFile, ({ params }, { principal }) => notice.remove(params, principal));
  mount(addressesApi.listNoticeAddresses, ({ params }) => addresses.list(params));
  mount(addressesApi.addNoticeAddress, ({ params, body }, call) =>
    addresses.add(
      params,
      body,
      call.principal,
      requestKeyOf(call, addressesApi.addNoticeAddress.id, { params, body }),
    ),
  );
  mount(invitationsApi.noteLetterSigned, ({ params }, { principal }) =>
    notice.sign(params.jointId, params.userId, principal),
  );
}
