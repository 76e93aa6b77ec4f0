import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Range below the ephemeral ports (32,768 and above on Linux): no outgoing connection takes the port by chance before
 * the server starts.
 */
const FIRST = 12_000;
const LAST = 32_000;

/** Finds a port of 127.0.0.1 without a listener. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(FIRST, LAST);
    const probe = createServer().listen(port, '127.0.0.1');
    try {
      await once(probe, 'listening');
    } catch {
      continue;
    }
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error('No free port was found.');
}
