import { openStore, type StoreAddress } from '../platform/db/connect.ts';
import type { StoreTask } from '../platform/queue/tasks.ts';
import { workAs } from '../platform/queue/worker-process.ts';
import { doTask } from './makers.ts';

workAs(async ({ address, task }: { address: StoreAddress; task: StoreTask }, progress) => {
  const store = await openStore(address, 'works');
  try {
    return await doTask(store.db, task, progress);
  } finally {
    await store.close();
  }
});
