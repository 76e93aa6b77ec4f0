import {
  explainBill,
  getBill,
  getStatement,
  listAccounts,
  listBillMonths,
  listBills,
  listBillYears,
} from '../../../shared/billing/bills.api.ts';
import type { Context } from '../../platform/context.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { accountsService } from './accounts.service.ts';
import { billsService } from './bills.service.ts';

/** What units owe, and why. */
export function mountUnitAccounts(mount: Mount, context: Context): void {
  const accounts = accountsService(context);
  const bills = billsService(context);
  mount(getStatement, ({ params, query }, { principal }) =>
    accounts.statement(principal, { ...params, ...query }),
  );
  mount(listAccounts, ({ params }) => accounts.list(params.jointId));
  mount(listBills, ({ params }, { principal }) => bills.list(principal, params));
  mount(listBillYears, ({ params }) => bills.years(params.jointId));
  mount(listBillMonths, ({ params }) => bills.months(params.jointId, params.year));
  mount(getBill, ({ params }, { principal }) => bills.get(principal, params));
  mount(explainBill, ({ params }, { principal }) => bills.explain(principal, params));
}
