/*
 * Loaded before the built server (`--import`): tells on a port of its own how long the main thread was held since it
 * was last asked, in milliseconds: by the clock, and by the processor time that the thread itself took between two turns
 * of a timer, which nothing else on the machine adds to (Linux alone; elsewhere the clock's). The timer of perf_hooks
 * runs within the loop that it measures.
 */
import { openSync, readSync } from 'node:fs';
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds; the finest that there is. */
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

/** Milliseconds of a processor that the main thread has had. */
function ownTime() {
  if (file === null) return 0;
  const length = readSync(file, buffer, 0, buffer.length, 0);
  return Number(buffer.toString('latin1', 0, length).split(' ')[0]) / 1e6;
}
