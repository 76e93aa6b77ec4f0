import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Lowest port to try: below the ephemeral ports (32,768 and above on Linux), so that no outgoing connection takes
 * the port before the server starts.
 */
const FIRST = 12_000;
const LAST = 32_000;

/** Finds a free port of 127.0.0.1. */
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
