import { billingChain } from '../platform/audit/trail.ts';
import type { Context } from '../platform/context.ts';
import { lockBilling } from '../platform/db/engine.ts';
import type { MailNeeds } from '../platform/mail/kind.ts';
import { jobTable } from '../platform/queue/job-handler.ts';
import { mountBilling } from './billing.routes.ts';
import { type IssueTask, issueInJob } from './issue/job.ts';
import { billWriter, relationWriter } from './mail/month-writers.ts';
import { reminderWriter } from './reminders/mail.ts';
import { accountNewsWriter } from './settings/account-news.ts';

const ofJoint = { lock: lockBilling, chain: billingChain };

/**
 * Parts of the billing feature that the server connects at the start: endpoints, writers of mails (bill,
 * change of an account, month's table) and the background job that issues a month.
 */
export const billingFeature = {
  lane: 'lists' as const,
  mount: mountBilling,
  mail: ({ store, directory, helpPhone }: MailNeeds) => ({
    bill: { ofJoint, writer: (signal: AbortSignal) => billWriter({ store, directory, helpPhone, signal }) },
    accountChanged: {
      ofJoint,
      isAwaited: true,
      writer: () => accountNewsWriter({ db: store.db, directory }),
    },
    reminder: { ofJoint, writer: () => reminderWriter({ db: store.db, directory, helpPhone }) },
    relation: { ofJoint, writer: (signal: AbortSignal) => relationWriter({ store, directory, signal }) },
  }),
  jobs: ({ store, mail }: Context) =>
    jobTable<IssueTask>({
      issueMonth: (task, options) =>
        // The issue may have queued mail.
        issueInJob(store, task, { ...options, onIssued: () => mail.nudge() }),
    }),
};
