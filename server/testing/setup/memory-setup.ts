/**
 * Vitest's global setup, before those that make stores: temporary folders of the run lie in memory, where there is
 * enough of it. Engines sync there as they do elsewhere, and wait for no disk that other tests write to.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, where Linux has one. Containers often have a small one. */
const MEMORY = '/dev/shm';
/** A run has taken a fifth of it at once. */
const ENOUGH_BYTES = 4 * 2 ** 30;
/** A run's folder names its process. */
const OF_RUN = /^scaf-run-(\d+)-/;

export default function setup(): (() => void) | undefined {
  if (!hasRoom()) return undefined;
  removeLeft();
  const folder = mkdtempSync(join(MEMORY, `scaf-run-${process.pid}-`));
  // PostgreSQL runs as another user where tests run as root.
  chmodSync(folder, 0o711);
  const before = process.env.TMPDIR;
  // Read by tmpdir(), also in the tests' own processes.
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

/** What a run that was killed left there takes memory for good. */
function removeLeft(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = OF_RUN.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) {
      rmSync(join(MEMORY, name), { recursive: true, force: true });
    }
  }
}
