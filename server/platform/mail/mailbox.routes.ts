import { cancelMail, listMail, retryMail } from '../../../shared/mail/mailbox.api.ts';
import type { Context } from '../../context.ts';
import type { Mount } from '../http/mount.ts';
import { mailboxService } from './mailbox.service.ts';

/** The outbox, for the platform's staff. */
export function mountMailbox(mount: Mount, context: Context): void {
  const mailbox = mailboxService(context);
  mount(listMail, ({ query }) => mailbox.list(query));
  mount(retryMail, async ({ params }, { principal }) => {
    await mailbox.retry(params.messageId, principal);
    return null;
  });
  mount(cancelMail, async ({ params }, { principal }) => {
    await mailbox.cancel(params.messageId, principal);
    return null;
  });
}
