import type { MailMessage } from '../../../shared/mail/mailbox.api.ts';
import { erasable } from '../audit/erasable.ts';
import { ACCOUNTS_CHAIN, appendAudit } from '../audit/trail.ts';
import type { Store } from '../db/connect.ts';
import type { Db } from '../db/engine.ts';
import type { Principal } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import type { MailKinds, OutgoingMail } from './kind.ts';
import { cancelMail, findMail, listOutbox, makeDue } from './outbox.repository.ts';

const MAILS_OF_PAGE = 100;

/** Functions of the outbox page: list, retry and cancel mails. */
export interface MailboxService {
  /**
   * Returns a page of mails, newest first, and if a mail server is configured. `before` is the number of the
   * last mail of the page before.
   */
  list: (page: { state?: MailMessage['state']; search?: string; before?: number }) => Promise<{
    mailConfigured: boolean;
    messages: MailMessage[];
  }>;
  /** Sends a failed or waiting mail again, at once. Refuses if the mail is in another state */
  retry: (messageId: number, principal: Principal) => Promise<void>;
  /** Cancels a waiting or failed mail. Refuses if the mail is in another state */
  cancel: (messageId: number, principal: Principal) => Promise<void>;
}

/** Parts needed for the endpoints of the outbox page (list of outgoing mails for staff). */
export interface MailboxNeeds {
  store: Store;
  mail: OutgoingMail;
  kinds: MailKinds;
}

/**
 * Service behind the outbox page: staff list, retry and cancel outgoing mails. A retry or a cancellation is
 * written to the audit chain of the mail's kind.
 */
export function mailboxService({ store, mail, kinds }: MailboxNeeds): MailboxService {
  async function act(
    messageId: number,
    principal: Principal,
    name: string,
    work: (trx: Db, at: number) => Promise<boolean>,
  ): Promise<void> {
    const at = Date.now();
    await store.db.transaction().execute(async (trx) => {
      const found = await findMail(trx, messageId);
      if (found === undefined) throw new Problem('messageNotFound');
      const { jointId, userId, address } = found;
      const { ofJoint } = kinds[found.kind];
      if (jointId !== null) await ofJoint?.lock(trx, jointId);
      if (!(await work(trx, at))) throw new Problem('messageNotFound');
      const data = { messageId, ...(userId === null ? { address: erasable(address) } : { userId }) };
      const { actor } = principal;
      const chain = jointId === null ? undefined : ofJoint?.chain(jointId);
      await appendAudit(trx, { chain: chain ?? ACCOUNTS_CHAIN, actor, at }, name, data);
    });
  }

  return {
    list: async (page) => ({
      mailConfigured: mail.configured,
      messages: await listOutbox(store.db, { ...page, limit: MAILS_OF_PAGE }),
    }),
    retry: async (messageId, principal) => {
      await act(messageId, principal, 'mailRetried', (trx, at) => makeDue(trx, messageId, at));
      mail.nudge();
    },
    cancel: (messageId, principal) =>
      act(messageId, principal, 'mailCancelled', (trx) => cancelMail(trx, messageId)),
  };
}
