import { openStore, type StoreAddress } from '../db/connect.ts';
import { Problem } from '../http/problem.ts';
import type { ReportRoute } from './report-route.ts';
import type { ReportTask, Task, TaskRunner, TaskTable } from './tasks.ts';
import { ownInput, serveTask } from './worker-process.ts';

interface Served {
  reports: readonly ReportRoute[];
  tables: readonly TaskTable[];
}

/**
 * Main loop of a worker process for tasks with database access: opens the database of each task and runs
 * the task.
 * @param served functions of all features to run tasks
 */
export function serveTasks(served: Served): void {
  serveTask(async ({ address, task }: { address: StoreAddress; task: Task }, progress) => {
    const run = await runnerOf(served, task);
    const store = await openStore(address, 'tasks');
    try {
      return await run(store.db, task, progress);
    } finally {
      await store.close();
    }
  }, ownInput);
}

/**
 * Finds the function to run a task.
 * @throws Problem notAReport for a job with a kind removed by an update; the user can request the report again
 */
async function runnerOf({ reports, tables }: Served, { kind }: Task): Promise<TaskRunner> {
  const report = reports.find(({ endpoint }) => endpoint.id === kind);
  if (report !== undefined) {
    const { default: make } = await report.load();
    return (db, task, progress) => make(db, task as ReportTask, progress);
  }
  const load = tables.find((table) => Object.hasOwn(table, kind))?.[kind];
  if (load === undefined) throw new Problem('notAReport');
  return load();
}
