import { taskTable } from '../platform/queue/tasks.ts';
import type { EventTask } from './event-report.ts';

export const eventsTasks = taskTable<EventTask>({
  event: async () => (await import('./event-report.ts')).makeEventReport,
});
