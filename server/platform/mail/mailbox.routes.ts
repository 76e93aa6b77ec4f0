import { cancelMail, listMail, retryMail } from '../../../shared/mail/mailbox.api.ts';
import type { Mount } from '../http/mount.ts';
import { type MailboxNeeds, mailboxService } from './mailbox.service.ts';

/** Adds the endpoints for platform staff to see and manage outgoing mails. */
export function mountMailbox(mount: Mount, needs: MailboxNeeds): void {
  const mailbox = mailboxService(needs);
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
