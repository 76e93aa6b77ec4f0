import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Random } from '../../../server/testing/random.ts';

/**
 * Order to the process of the load balancer. `loseAnswers`: breaks connections before the answer, `part`
 * from 0 to 1; `fallSilent`: passes no bytes; `clear`: ends the faults; `leave` and `comeBack`: closes and
 * opens the port.
 */
export type Order =
  | { what: 'start'; ports: readonly number[]; seed: number }
  | { what: 'loseAnswers'; part: number }
  | { what: 'slowDown'; latencyMs: number; bytesPerSecond: number }
  | { what: 'fallSilent' | 'clear' | 'leave' | 'comeBack' };

/**
 * Load balancer of a fault run, in a separate process. Inside the process of the screens, each connection
 * would wait for the event loop, and the screens would seem late.
 */
export class Balancer {
  readonly #child: ChildProcess;
  #port = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /**
   * Starts the process of the balancer.
   * @param ports of the servers, on loopback
   */
  static async start(ports: readonly number[], random: Random): Promise<Balancer> {
    const file = fileURLToPath(new URL('./balancer.process.ts', import.meta.url));
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    // The child ends with the parent: its channel closes.
    const balancer = new Balancer(fork(file, { execArgv: ['--import', tsx] }));
    await balancer.#tell({ what: 'start', ports, seed: random.between(0, 2 ** 31) });
    return balancer;
  }

  /** URL of the balancer, `http://127.0.0.1:…`, without a final slash. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Cuts a part (0 to 1) of the connections after a request was forwarded and before the answer. */
  loseAnswers(part: number): Promise<void> {
    return this.#tell({ what: 'loseAnswers', part });
  }

  /** Keeps every connection open, old and new, but forwards no data until `clear`. */
  fallSilent(): Promise<void> {
    return this.#tell({ what: 'fallSilent' });
  }

  /** Delays each piece of data and limits the bytes per second in each direction of a connection. */
  slowDown(latencyMs: number, bytesPerSecond: number): Promise<void> {
    return this.#tell({ what: 'slowDown', latencyMs, bytesPerSecond });
  }

  /**
   * Ends the disturbance of the network. Connections that were silent are reset, as a router does with forgotten
   * connections.
   */
  clear(): Promise<void> {
    return this.#tell({ what: 'clear' });
  }

  /** Makes the balancer unreachable: stops listening and resets all connections. */
  leave(): Promise<void> {
    return this.#tell({ what: 'leave' });
  }

  /** Makes the balancer reachable again, on the same port. */
  comeBack(): Promise<void> {
    return this.#tell({ what: 'comeBack' });
  }

  /** Ends the process of the balancer with every connection. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }

  /** Sends an order to the balancer's process and waits for the answer. Orders run in sequence. */
  async #tell(order: Order): Promise<void> {
    const answered = new AbortController();
    const answer = once(this.#child, 'message', answered);
    const gone = once(this.#child, 'exit', answered).then((): never => {
      throw new Error('The balancer ended.');
    });
    try {
      this.#child.send(order);
      const [message] = await Promise.race([answer, gone]);
      if ('error' in message) throw new Error(message.error);
      this.#port = message.port;
    } finally {
      for (const waiting of [answer, gone]) waiting.catch(() => undefined);
      answered.abort();
    }
  }
}
