import { taskTable } from '../platform/queue/tasks.ts';
import type { AssemblyPapersTask } from './evidence/make-papers.ts';

export const assembliesTasks = taskTable<AssemblyPapersTask>({
  assemblyPapers: async () => (await import('./evidence/make-papers.ts')).makePapers,
});
