import * as afterApi from '../../../shared/assemblies/after.api.ts';
import * as paperApi from '../../../shared/assemblies/paper.api.ts';
import * as actaApi from '../../../shared/assemblies/signed-acta/acta.api.ts';
import * as deliveriesApi from '../../../shared/assemblies/signed-acta/acta-deliveries.api.ts';
import * as ownerLinkApi from '../../../shared/assemblies/signed-acta/owner-link.api.ts';
import * as signedActaApi from '../../../shared/assemblies/signed-acta/signed-acta.api.ts';
import { whileClientWaits } from '../../platform/http/client-gone.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { uploadedFile } from '../../platform/http/uploaded-file.ts';
import { papersService } from '../credentials/papers.service.ts';
import { afterService } from '../meeting/after.service.ts';
import { actaScreenService } from '../minutes/acta-screen.service.ts';
import { actaDeliveriesService } from '../signed-acta/acta-deliveries.service.ts';
import { ownerLinksService } from '../signed-acta/owner-links.service.ts';
import { signedActaService } from '../signed-acta/signed-acta.service.ts';
import type { AssemblyServices } from './assembly-services.ts';

/**
 * Mounts the endpoints for codes on paper, the acta (minutes of an assembly), and the tasks after an
 * assembly.
 */
export function mountPapers(mount: Mount, { context }: AssemblyServices): void {
  const papers = papersService(context);
  const after = afterService(context);
  const signedActa = signedActaService(context);

  mount(paperApi.printCards, ({ params, query }, { principal, request }) =>
    whileClientWaits(request, (signal) => papers.cards({ ...params, ...query }, principal, signal)),
  );
  mount(paperApi.printBadges, ({ params, query }, { principal, request }) =>
    whileClientWaits(request, (signal) => papers.badges({ ...params, ...query }, principal, signal)),
  );
  mount(paperApi.printVotingBadges, ({ params, query }, { principal, request }) =>
    whileClientWaits(request, (signal) => papers.votingBadges({ ...params, ...query }, principal, signal)),
  );

  const actaScreen = actaScreenService(context);
  mount(actaApi.getActa, ({ params, query }, { principal, request }) =>
    whileClientWaits(request, (signal) => actaScreen.read({ params, query }, principal, signal)),
  );
  // Deadlines and summary after an assembly has closed.
  mount(afterApi.getAfter, ({ params, query }) => after.read({ ...params, ...query }));
  mount(afterApi.sendSummary, ({ params, query, body }, { principal }) =>
    after.sendSummary({ ...params, ...query }, body.again === true, principal),
  );

  mount(signedActaApi.listSignedActas, ({ params }, { principal }) =>
    signedActa.list(params.jointId, principal),
  );
  mount(signedActaApi.keepActaFile, async ({ params, query }, { principal, request }) =>
    signedActa.keep({ ...params, ...query }, await uploadedFile(request), principal),
  );
  mount(signedActaApi.publishSignedActa, ({ params, query, body }, { principal }) =>
    signedActa.publish({ ...params, ...query }, body, principal),
  );
  const deliveries = actaDeliveriesService(context);
  mount(deliveriesApi.listActaDeliveries, ({ params, query }) => deliveries.list({ ...params, ...query }));
  mount(deliveriesApi.printActaLetters, ({ params, query }, { principal }) =>
    deliveries.letters({ ...params, ...query }, principal),
  );
  mount(deliveriesApi.noteActaSignature, ({ params, query, body }, { principal }) =>
    deliveries.sign({ ...params, ...query }, body.apartmentId, principal),
  );
  const ownerLinks = ownerLinksService(context);
  mount(ownerLinkApi.readOwnerLink, ({ body }) => ownerLinks.read(body.token));
  mount(ownerLinkApi.readLinkedFile, ({ params, body }) => ownerLinks.file(body.token, params.fileId));
  mount(signedActaApi.getActaFile, ({ params }, { principal }) => signedActa.file(params, principal));
}
