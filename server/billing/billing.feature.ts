import type { Context } from '../platform/context.ts';
import { jobTable } from '../platform/queue/job-handler.ts';
import { billingReports } from './billing.reports.ts';
import { mountBilling } from './billing.routes.ts';
import { type IssueTask, issueInJob } from './issue/issue-job.ts';

/** Months of bills, payments and what each unit owes. */
export const billingFeature = {
  mount: mountBilling,
  reports: billingReports,
  jobs: ({ store, mail }: Context) =>
    jobTable<IssueTask>({
      issueMonth: (task, options) =>
        // There may be mail to send.
        issueInJob(store, task, { ...options, onIssued: () => mail.nudge() }),
    }),
};
