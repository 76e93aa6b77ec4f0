import { taskTable } from '../platform/queue/tasks.ts';
import type { AssemblyPapersTask } from './evidence/make-papers.ts';

/**
 * Table of the tasks about assemblies that a worker can run. Key: `kind` of the task; `assemblyPapers` makes all
 * documents of an ended assembly.
 */
export const assembliesTasks = taskTable<AssemblyPapersTask>({
  assemblyPapers: async () => (await import('./evidence/make-papers.ts')).makePapers,
});
