import { assembliesReports } from '../assemblies/assemblies.reports.ts';
import { auditReports } from '../audit/audit.reports.ts';
import { auditTasks } from '../audit/audit.tasks.ts';
import { billingReports } from '../billing/billing.reports.ts';
import { billingTasks } from '../billing/billing.tasks.ts';
import { eventsReports } from '../events/events.reports.ts';
import { serveTasks } from '../platform/queue/serve-tasks.ts';

serveTasks({
  reports: [...assembliesReports, ...eventsReports, ...billingReports, ...auditReports],
  tables: [billingTasks, auditTasks],
});
