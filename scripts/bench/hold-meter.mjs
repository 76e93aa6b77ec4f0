/*
 * Loaded before the built server (`--import`): tells on a port of its own how long the main thread was held since it
 * was last asked, in milliseconds. The timer of perf_hooks runs within the loop that it measures.
 */
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds; the finest that there is. */
const RESOLUTION = 1;
const held = monitorEventLoopDelay({ resolution: RESOLUTION });
held.enable();

createServer((socket) => {
  socket.on('error', () => undefined);
  socket.on('data', () => {
    socket.write(`${Math.max(0, held.max / 1e6 - RESOLUTION)}\n`);
    held.reset();
  });
})
  .listen(Number(process.env.BENCH_METER_PORT), '127.0.0.1')
  .unref();
