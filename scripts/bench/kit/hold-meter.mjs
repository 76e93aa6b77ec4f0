/*
 * Preloaded into the built server (`--import`). Reports on a separate port the longest block of the main thread since
 * the last request, in milliseconds: by the clock, and by the thread's own processor time between two turns of a
 * timer (Linux only; elsewhere the clock's), independent of other load. The perf_hooks timer runs within the measured
 * loop.
 */
import { openSync, readSync } from 'node:fs';
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Resolution of the delay monitor, ms; the finest possible. */
const RESOLUTION = 1;
const held = monitorEventLoopDelay({ resolution: RESOLUTION });
held.enable();

const buffer = Buffer.alloc(64);
const file = openOwnTime();
let before = ownTime();
let longest = 0;

setInterval(() => {
  const now = ownTime();
  longest = Math.max(longest, now - before);
  before = now;
}, RESOLUTION).unref();

createServer((socket) => {
  socket.on('error', () => undefined);
  socket.on('data', () => {
    const byClock = Math.max(0, held.max / 1e6 - RESOLUTION);
    socket.write(`${byClock} ${file === null ? byClock : longest}\n`);
    held.reset();
    longest = 0;
  });
})
  .listen(Number(process.env.BENCH_METER_PORT), '127.0.0.1')
  .unref();

function openOwnTime() {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`);
  } catch {
    return null;
  }
}

/** Returns the milliseconds of processor time used by the main thread; 0 if the system does not report. */
function ownTime() {
  if (file === null) return 0;
  const length = readSync(file, buffer, 0, buffer.length, 0);
  return Number(buffer.toString('latin1', 0, length).split(' ')[0]) / 1e6;
}
