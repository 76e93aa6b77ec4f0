import { jointChain } from '../platform/audit/trail.ts';
import { lockJoint } from '../platform/db/engine.ts';
import type { MailNeeds } from '../platform/mail/kind.ts';
import { mountAssemblies } from './assemblies.routes.ts';
import { invitationWriter } from './mail/invitation-writer.ts';
import { powerCodeWriter, powerCopyWriter, powerRevokedWriter } from './own-powers/power-mail.ts';
import { resultsWriter } from './reports/results-writer.ts';
import { summaryWriter } from './reports/summary-writer.ts';
import { actaWriter } from './signed-acta/acta-writer.ts';

const ofJoint = { lock: lockJoint, chain: jointChain };

/**
 * Parts of the assemblies for the start of the server: `mount` adds the endpoints, `mail` has the writer for each
 * kind of mail (codes and copies of powers, invitation, results, signed acta, summary).
 */
export const assembliesFeature = {
  mount: mountAssemblies,
  mail: ({ store, keyedHash, ...of }: MailNeeds) => ({
    powerCode: { ofJoint, isAwaited: true, writer: () => powerCodeWriter({ db: store.db, keyedHash }) },
    powerCopy: { ofJoint, writer: () => powerCopyWriter({ db: store.db }) },
    powerRevoked: { ofJoint, writer: () => powerRevokedWriter({ db: store.db }) },
    invitation: { ofJoint, writer: () => invitationWriter({ db: store.db, ...of }) },
    results: { ofJoint, writer: () => resultsWriter({ db: store.db, ...of }) },
    signedActa: { ofJoint, writer: () => actaWriter({ db: store.db, ...of }) },
    summary: {
      ofJoint,
      writer: (signal: AbortSignal) => summaryWriter({ store, directory: of.directory, signal }),
    },
  }),
};
