/**
 * Vitest global setup before the stores are created: puts temporary folders into memory if the space suffices.
 * Databases then do not wait for a disk shared with other tests.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Path of Linux's file system in memory, often small in containers. */
const MEMORY = '/dev/shm';
/** Minimum of free memory in bytes to use the memory file system: five times the use of a run. */
const ENOUGH_BYTES = 4 * 2 ** 30;
/** Pattern of the folder name of a test run, with the process id. */
const OF_RUN = /^scaf-run-(\d+)-/;

export default function setup(): (() => void) | undefined {
  const ofThisRun = join(MEMORY, `scaf-run-${process.pid}-`);
  // Several projects of a run share the folder.
  if (process.env.TMPDIR?.startsWith(ofThisRun) || !hasRoom()) return undefined;
  removeLeft();
  const folder = mkdtempSync(ofThisRun);
  // PostgreSQL runs as another user if tests run as root.
  chmodSync(folder, 0o711);
  const before = process.env.TMPDIR;
  // Read by tmpdir(), also in test processes.
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) >= ENOUGH_BYTES;
}

/** Removes folders left by killed test runs, since the folders would stay in memory. */
function removeLeft(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = OF_RUN.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) {
      rmSync(join(MEMORY, name), { recursive: true, force: true });
    }
  }
}
