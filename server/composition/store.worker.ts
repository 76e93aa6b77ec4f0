import { accountsEntries } from '../accounts/accounts.entries.ts';
import { assembliesEntries } from '../assemblies/assemblies.entries.ts';
import { assembliesReports } from '../assemblies/assemblies.reports.ts';
import { auditReports } from '../audit/audit.reports.ts';
import { auditTasks } from '../audit/audit.tasks.ts';
import { billingEntries } from '../billing/billing.entries.ts';
import { billingReports } from '../billing/billing.reports.ts';
import { billingTasks } from '../billing/billing.tasks.ts';
import { eventsReports } from '../events/events.reports.ts';
import { serveTasks } from '../platform/queue/serve-tasks.ts';
import { propertiesEntries } from '../properties/properties.entries.ts';

const told = { ...accountsEntries, ...propertiesEntries, ...assembliesEntries, ...billingEntries };

serveTasks({
  reports: [...assembliesReports, ...eventsReports, ...billingReports, ...auditReports(told)],
  tables: [billingTasks, auditTasks],
});
