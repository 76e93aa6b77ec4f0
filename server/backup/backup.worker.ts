import type { StoreAddress } from '../platform/db/connect.ts';
import { Problem } from '../platform/http/problem.ts';
import { serveTask } from '../platform/queue/worker-process.ts';
import type { Copy } from './copies.ts';
import { drill } from './drill.ts';
import { BackupError } from './error.ts';
import { type BackupTarget, takeCopy } from './take-copy.ts';

/** Task of the backup process: make a copy of the database, or test the restore of an existing copy. */
export interface BackupTask {
  address: StoreAddress;
  place: BackupTarget;
  /** Copy for the restore test. Null: take a new copy. */
  drill: Copy | null;
  /** True if the commit log (see `StoreLog`) records the changes made during the copy. */
  isLogged: boolean;
}

serveTask(async ({ address, place, drill: copy, isLogged }: BackupTask) => {
  try {
    return copy === null ? await takeCopy(address, place, isLogged) : await drill(address, place, copy);
  } catch (error) {
    if (error instanceof BackupError) throw new Problem('backupFailed', { message: error.message });
    throw error;
  }
});
