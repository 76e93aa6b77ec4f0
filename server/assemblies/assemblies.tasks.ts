import { taskTable } from '../platform/queue/tasks.ts';
import type { PapersTask } from './evidence/make-papers.ts';

export const assembliesTasks = taskTable<PapersTask>({
  assemblyPapers: async () => (await import('./evidence/make-papers.ts')).makePapers,
});
