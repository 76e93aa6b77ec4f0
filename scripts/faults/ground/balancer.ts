import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Random } from '../random.ts';

/** What the balancer's process is told. */
export type Order =
  | { what: 'start'; ports: readonly number[]; seed: number }
  | { what: 'loseAnswers'; part: number }
  | { what: 'slowDown'; latencyMs: number; bytesPerSecond: number }
  | { what: 'fallSilent' | 'clear' | 'leave' | 'comeBack' };

/**
 * A TCP balancer in a process of its own: beside hundreds of screens in one thread it would take a connection per turn
 * of that thread, and the screens would seem late.
 */
export class Balancer {
  readonly #child: ChildProcess;
  #port = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** @param ports of the servers, on loopback */
  static async start(ports: readonly number[], random: Random): Promise<Balancer> {
    const file = fileURLToPath(new URL('./balancer.process.ts', import.meta.url));
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
    // It ends with us: its channel closes.
    const balancer = new Balancer(fork(file, { execArgv: ['--import', tsx] }));
    await balancer.#tell({ what: 'start', ports, seed: random.between(0, 2 ** 31) });
    return balancer;
  }

  /** `http://127.0.0.1:…`, without a slash at its end. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Cuts a part (0 to 1) of the connections after a request was forwarded and before its answer passes. */
  loseAnswers(part: number): Promise<void> {
    return this.#tell({ what: 'loseAnswers', part });
  }

  /** Keeps every connection, old and new, forwards nothing and says nothing, until `clear`. */
  fallSilent(): Promise<void> {
    return this.#tell({ what: 'fallSilent' });
  }

  /** Delays each piece, and lets no more than so many bytes a second pass in each direction of a connection. */
  slowDown(latencyMs: number, bytesPerSecond: number): Promise<void> {
    return this.#tell({ what: 'slowDown', latencyMs, bytesPerSecond });
  }

  /** All is well again. What had fallen silent is reset, as a router does that has forgotten it. */
  clear(): Promise<void> {
    return this.#tell({ what: 'clear' });
  }

  /** Is gone: takes no connection, and those it had are reset. */
  leave(): Promise<void> {
    return this.#tell({ what: 'leave' });
  }

  /** Is there again, at the same port. */
  comeBack(): Promise<void> {
    return this.#tell({ what: 'comeBack' });
  }

  /** Ends its process, with every connection. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }

  /** One order at a time. */
  async #tell(order: Order): Promise<void> {
    const answered = new AbortController();
    const answer = once(this.#child, 'message', answered);
    const gone = once(this.#child, 'exit', answered).then((): never => {
      throw new Error('The balancer ended.');
    });
    try {
      this.#child.send(order);
      const [said] = await Promise.race([answer, gone]);
      if ('error' in said) throw new Error(said.error);
      this.#port = said.port;
    } finally {
      for (const waiting of [answer, gone]) waiting.catch(() => undefined);
      answered.abort();
    }
  }
}
