import { assembliesTasks } from '../assemblies/assemblies.tasks.ts';
import { auditTasks } from '../audit/audit.tasks.ts';
import { billingTasks } from '../billing/billing.tasks.ts';
import { eventsTasks } from '../events/events.tasks.ts';
import { serveTasks } from '../platform/queue/serve-tasks.ts';

serveTasks([assembliesTasks, eventsTasks, billingTasks, auditTasks]);
