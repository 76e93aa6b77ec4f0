import { taskTable } from '../platform/queue/tasks.ts';
import type { AssemblyPapersTask } from './evidence/make-papers.ts';

/** Table of assembly jobs that a worker can run, by the `kind` of the task. */
export const assembliesTasks = taskTable<AssemblyPapersTask>({
  assemblyPapers: async () => (await import('./evidence/make-papers.ts')).makePapers,
});
