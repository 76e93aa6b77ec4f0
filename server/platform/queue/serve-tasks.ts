import { openStore, type StoreAddress } from '../db/connect.ts';
import type { Task, TaskTable } from './tasks.ts';
import { serveTask } from './worker-process.ts';

/** The whole life of a worker's process: it opens the store and does the one task that it was started for. */
export function serveTasks(tables: readonly TaskTable[]): void {
  serveTask(async ({ address, task }: { address: StoreAddress; task: Task }, progress) => {
    const load = tables.find((table) => Object.hasOwn(table, task.kind))?.[task.kind];
    if (load === undefined) throw new Error(`No feature does tasks of the kind '${task.kind}'.`);
    const run = await load();
    const store = await openStore(address, 'works');
    try {
      return await run(store.db, task, progress);
    } finally {
      await store.close();
    }
  });
}
