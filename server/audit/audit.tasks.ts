import { taskTable } from '../platform/queue/tasks.ts';
import type { TrailTask } from './audit-report.ts';
import type { TrailCheckTask } from './check-trail.ts';

export const auditTasks = taskTable<TrailTask | TrailCheckTask>({
  audit: async () => (await import('./audit-report.ts')).makeAuditReport,
  auditCheck: async () => (await import('./check-trail.ts')).checkTrailOf,
});
