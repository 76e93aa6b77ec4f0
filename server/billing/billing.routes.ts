import type { Context } from '../platform/context.ts';
import type { Mount } from '../platform/http/mount.ts';
import { mountUnitAccounts } from './accounts/accounts.routes.ts';
import { mountCharges } from './charges/charges.routes.ts';
import { mountIssue } from './issue/issue.routes.ts';
import { mountPayments } from './payments/payments.routes.ts';
import { mountSettings } from './settings/settings.routes.ts';

/** Every call of billing: each folder mounts its own. */
export function mountBilling(mount: Mount, context: Context): void {
  mountCharges(mount, context);
  mountSettings(mount, context);
  mountUnitAccounts(mount, context);
  mountPayments(mount, context);
  mountIssue(mount, context);
}
