import type { StoreAddress } from '../platform/db/connect.ts';
import { Problem } from '../platform/http/problem.ts';
import { serveTask } from '../platform/queue/worker-process.ts';
import { BackupError } from './backup-error.ts';
import type { Copy } from './copies.ts';
import { drill } from './drill.ts';
import { type BackupPlace, takeCopy } from './take-copy.ts';

/** What the server asks of this process: a copy now, or a try of one that exists. */
export interface BackupTask {
  address: StoreAddress;
  place: BackupPlace;
  /** null: take a copy. */
  drill: Copy | null;
  /** Whether a log has what is committed while the copy is made. */
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
