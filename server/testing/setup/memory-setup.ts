/**
 * Vitest global setup that runs before the stores are created: puts temporary folders into memory if the space
 * suffices. Engines sync as usual but wait for no disk shared with other tests.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** Memory file system of Linux. Often small in containers. */
const MEMORY = '/dev/shm';
/** A run has used a fifth of the size at once. */
const ENOUGH_BYTES = 4 * 2 ** 30;
/** Name of a run's folder, with the process id. */
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

/** Removes folders of killed runs, since their memory would stay in use. */
function removeLeft(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = OF_RUN.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) {
      rmSync(join(MEMORY, name), { recursive: true, force: true });
    }
  }
}
