import { taskTable } from '../platform/queue/tasks.ts';
import type { TrailCheckTask } from './check-trail.ts';

export const auditTasks = taskTable<TrailCheckTask>({
  auditCheck: async () => (await import('./check-trail.ts')).checkTrailOf,
});
