import { assembliesTasks } from '../assemblies/assemblies.tasks.ts';
import { auditTasks } from '../audit/audit.tasks.ts';
import { billingTasks } from '../billing/billing.tasks.ts';
import { serveTasks } from '../platform/queue/serve-tasks.ts';
import { reportRoutes } from './reports.ts';

serveTasks({ reports: reportRoutes, tables: [assembliesTasks, billingTasks, auditTasks] });
