/** Two servers that start at once from one checkout must not install or build into each other's files. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Longer than any installation takes: after it the lock is a leftover whose number someone else got. */
const LEFTOVER_AFTER_MS = 20 * 60_000;

/** Runs `work` while no other process runs one for the same folder; `waiting` is called if it must wait. */
export async function withLock(root, waiting, work) {
  // Outside of the checkout: installing removes node_modules, building removes build.
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

/** Whether whoever took it was killed before it could let go. */
function isLeftover(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > LEFTOVER_AFTER_MS) return true;
    const holder = Number(readFileSync(file, 'utf8'));
    if (holder > 0) process.kill(holder, 0);
    return false;
  } catch (error) {
    // ESRCH: no such process. ENOENT: let go just now. EPERM: alive, and another user's.
    return error.code === 'ESRCH';
  }
}
