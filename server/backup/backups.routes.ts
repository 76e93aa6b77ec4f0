import { getBackups, makeBackup, tryBackup } from '../../shared/backups.api.ts';
import type { Mount } from '../platform/http/mount.ts';
import type { BackupKeeper } from './keeper.ts';

/** Mounts the backup endpoints, for the platform's staff only. */
export function mountBackups(mount: Mount, backups: BackupKeeper): void {
  mount(getBackups, () => backups.state());
  mount(makeBackup, async () => {
    await backups.copyNow();
    return backups.state();
  });
  mount(tryBackup, async () => {
    await backups.drillNow();
    return backups.state();
  });
}
