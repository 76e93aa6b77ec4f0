import { openStore, type StoreAddress } from '../db/connect.ts';
import { doTask } from './makers.ts';
import type { StoreTask } from './tasks.ts';
import { workAs } from './worker-process.ts';

workAs(async ({ address, task }: { address: StoreAddress; task: StoreTask }, progress) => {
  const store = await openStore(address, 'works');
  try {
    return await doTask(store.db, task, progress);
  } finally {
    await store.close();
  }
});
