/** Lock between two servers starting from the same checkout: only one may install or build into the files. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Age in ms of an abandoned lock: longer than any installation takes. Another process may by then have the same
 * process id.
 */
const LEFTOVER_AFTER_MS = 20 * 60_000;

/**
 * Runs `work` while no other process runs `work` for the same folder. Calls `waiting` if another process has the
 * lock.
 */
export async function withLock(root, waiting, work) {
  // The lock lies outside of the checkout: installing removes node_modules, building removes build.
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `scaf-${name}.lock`);
  for (let told = false; !take(file); told = true) {
    if (!told) waiting();
    await pause(200);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (isLeftover(file)) rmSync(file, { force: true });
  return false;
}

/** True if the process that took the lock was killed before releasing the lock. */
function isLeftover(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > LEFTOVER_AFTER_MS) return true;
    const holder = Number(readFileSync(file, 'utf8'));
    if (holder > 0) process.kill(holder, 0);
    return false;
  } catch (error) {
    // ESRCH: no such process. ENOENT: the lock was released just now. EPERM: the process lives and belongs to another
    // user.
    return error.code === 'ESRCH';
  }
}
