import { taskTable } from '../platform/queue/tasks.ts';
import type { TrailCheckTask } from './check-trail.ts';

/** Table of audit tasks for a worker to run. */
export const auditTasks = taskTable<TrailCheckTask>({
  auditCheck: async () => (await import('./check-trail.ts')).checkTrailOf,
});
