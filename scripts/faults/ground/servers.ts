import { setTimeout as pause } from 'node:timers/promises';
import { type ServerProcess, type ServerSetup, startServer } from '../../../server/testing/process.ts';

/** Pause before a second start after a failed start, ms, as in the supervisor of `npm start`. */
const PAUSE_MS = 500;
/** Maximum number of failed starts in sequence before giving up. */
const MOST_FAULTS = 20;
/** Text in the log of a server that ends by an unexpected error. */
const UNFORESEEN = 'nobody foresaw';

/**
 * Server process of a fault run, restarted on the same port and folder after each end, as the supervisor of
 * `npm start` does. Records every unexpected end.
 */
export class KeptServer {
  readonly #setup: ServerSetup & { port: number };
  #process: ServerProcess;
  #isWanted = true;
  #isOrdered = false;
  #running: Promise<void> = Promise.resolve();
  /** Sentences about server ends without an order and unexpected errors, each with kind and output. */
  readonly unexpected: string[] = [];
  /** Exit codes or signals of ends on order. */
  readonly ends: (number | NodeJS.Signals)[] = [];

  private constructor(setup: ServerSetup & { port: number }, process: ServerProcess) {
    this.#setup = setup;
    this.#process = process;
    this.#watch();
  }

  static async start(setup: ServerSetup): Promise<KeptServer> {
    const first = await startServer(setup);
    return new KeptServer({ ...setup, port: Number(new URL(first.url).port) }, first);
  }

  get port(): number {
    return this.#setup.port;
  }

  get url(): string {
    return this.#process.url;
  }

  /** Calls an endpoint of this server directly, not through the balancer. */
  get call(): ServerProcess['call'] {
    return this.#process.call;
  }

  /** Output of the server process since the last start. */
  get output(): string {
    return this.#process.output();
  }

  /** Ends the server process on order. Resolves when the process has ended. The restart follows at once. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const ending = this.#process;
    this.#isOrdered = true;
    ending.signal(signal);
    this.ends.push(await ending.ended);
  }

  /** Stops all threads of the server process, like a hanging machine. `thaw` lets the process continue. */
  freeze(): { thaw: () => void } {
    const frozen = this.#process;
    frozen.signal('SIGSTOP');
    return { thaw: () => frozen.signal('SIGCONT') };
  }

  /** Resolves when the restarted server process listens. */
  async isBack(): Promise<void> {
    await this.#running;
  }

  /** Resolves when the current server process has ended, for any reason. */
  async isGone(): Promise<void> {
    await this.#process.ended;
  }

  /** Counts an end as ordered from now on, because the fault is expected to end the process. */
  expectEnd(): void {
    this.#isOrdered = true;
  }

  /** Ends the server process without a restart. Resolves with the exit code or signal. */
  async stop(): Promise<number | NodeJS.Signals> {
    this.#isWanted = false;
    await this.#running.catch(() => undefined);
    await this.#process.end('SIGTERM');
    this.#look(this.#process);
    return this.#process.ended;
  }

  #watch(): void {
    const watched = this.#process;
    this.#running = Promise.resolve();
    void watched.ended.then((how) => {
      this.#look(watched);
      if (!this.#isWanted) return;
      if (!this.#isOrdered) this.unexpected.push(`ended with ${how}: ${watched.output().slice(-1500)}`);
      this.#isOrdered = false;
      this.#running = this.#startAgain();
      this.#running.catch((error: unknown) => this.unexpected.push(String(error)));
    });
  }

  async #startAgain(): Promise<void> {
    for (let faults = 0; this.#isWanted; faults += 1) {
      try {
        this.#process = await startServer(this.#setup);
        this.#watch();
        return;
      } catch (error) {
        if (faults >= MOST_FAULTS) throw error;
        await pause(PAUSE_MS);
      }
    }
  }

  #look(ended: ServerProcess): void {
    const output = ended.output();
    if (output.includes(UNFORESEEN)) this.unexpected.push(`an error nobody foresaw: ${output.slice(-1500)}`);
  }
}
