import * as api from '../../../shared/billing/drafts.api.ts';
import type { Context } from '../../platform/context.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { Problem } from '../../platform/http/problem.ts';
import { uploadedFile } from '../../platform/http/uploaded-file.ts';
import { DraftsService } from './drafts.service.ts';
import { MonthsService } from './months.service.ts';
import { chargesTemplate } from './template.ts';

/** Spreadsheets of charges, and the months that are prepared of them. */
export function mountCharges(mount: Mount, { store: { db }, directory }: Context): void {
  const drafts = new DraftsService(db);
  const months = new MonthsService(db);

  mount(api.sendDraft, async ({ params }, { principal, request }) =>
    drafts.send(principal, params.jointId, await uploadedFile(request)),
  );
  mount(api.listDrafts, ({ params }) => drafts.list(params.jointId));
  mount(api.listWaitingDrafts, (_, { principal }) => drafts.listWaiting(principal));
  mount(api.getDraftFile, ({ params }) => drafts.file(params.jointId, params.draftId));
  mount(api.discardDraft, async ({ params }, { principal }) => {
    await drafts.discard(principal, params.jointId, params.draftId);
    return null;
  });
  mount(api.previewDraft, ({ params, body }) => months.preview(params.jointId, params.draftId, body));
  mount(api.prepareMonth, ({ params, body }, { principal }) =>
    months.prepare(principal, params.jointId, params.draftId, body),
  );
  mount(api.chargesTemplate, async ({ params }) => {
    const joint = await directory.find(params.jointId);
    if (!joint) throw new Problem('jointNotFound');
    return chargesTemplate(db, joint);
  });
}
