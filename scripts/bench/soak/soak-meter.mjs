/*
 * Loaded before the built server (`--expose-gc --import`): tells on a port of its own how much of the heap is in use once
 * what nobody holds is gone, in bytes. Other memory is seen from outside.
 */
import { createServer } from 'node:net';

createServer((socket) => {
  socket.on('error', () => undefined);
  socket.on('data', () => {
    globalThis.gc();
    socket.write(`${process.memoryUsage().heapUsed}\n`);
  });
})
  .listen(Number(process.env.BENCH_METER_PORT), '127.0.0.1')
  .unref();
