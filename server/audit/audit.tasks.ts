import { taskTable } from '../platform/queue/tasks.ts';
import type { TrailCheckTask } from './check-trail.ts';

/** Functions of the audit feature to run in a worker process. */
export const auditTasks = taskTable<TrailCheckTask>({
  auditCheck: async () => (await import('./check-trail.ts')).checkTrailOf,
});
