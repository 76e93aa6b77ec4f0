/*
 * Preloaded into the built server (`--expose-gc --import`). Reports on a separate port the heap in use after a
 * garbage collection, in bytes. Other memory is measured from outside.
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
