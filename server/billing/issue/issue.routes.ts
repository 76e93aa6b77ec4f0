import * as bills from '../../../shared/billing/bills.api.ts';
import * as months from '../../../shared/billing/months.api.ts';
import type { Context } from '../../platform/context.ts';
import { keyOf } from '../../platform/http/idempotency.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { correctionsService } from './corrections.service.ts';
import { issueService } from './issue.service.ts';

/** Months, their issue and their mail, and what is put right afterwards. */
export function mountIssue(mount: Mount, context: Context): void {
  const issue = issueService(context);
  const corrections = correctionsService(context.store.db);

  mount(months.listMonths, ({ params }) => issue.list(params.jointId));
  mount(months.getRelation, ({ params }, { principal }) => issue.relation(principal, params));
  mount(months.issueMonth, ({ params, body }, { principal }) => issue.issue(principal, params, body));
  mount(months.mailMonth, ({ params, body }, { principal }) => issue.mail(principal, params, body.what));
  mount(bills.annulBill, ({ params, body }, { principal }) => corrections.annulBill(principal, params, body));
  mount(bills.addAdjustment, ({ params, body }, call) => {
    const key = keyOf(call, bills.addAdjustment.id, { ...params, ...body });
    return corrections.adjust(call.principal, params.jointId, body, key);
  });
}
