import { setTimeout as pause } from 'node:timers/promises';
import { type ServerProcess, type ServerSetup, startServer } from '../../../server/testing/process.ts';

/** As the supervisor of `npm start` pauses before the second start in a row. */
const PAUSE_MS = 500;
/** Starts in a row that fail before it gives up. */
const MOST_FAULTS = 20;
/** What a server says when it ends by an error that nobody foresaw. */
const UNFORESEEN = 'nobody foresaw';

/**
 * A server process that is started again at the same port and folder whenever it ends, as its supervisor does. An end
 * that nobody ordered is noted.
 */
export class KeptServer {
  readonly #setup: ServerSetup & { port: number };
  #process: ServerProcess;
  #isWanted = true;
  #isOrdered = false;
  #running: Promise<void> = Promise.resolve();
  /** Ends that no fault ordered, and errors that nobody foresaw: how, and what was said. */
  readonly unexpected: string[] = [];
  /** How it was ended on order, each time: an exit code or a signal. */
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

  /** Calls an endpoint without the balancer. */
  get call(): ServerProcess['call'] {
    return this.#process.call;
  }

  /** What it printed since its last start. */
  get output(): string {
    return this.#process.output();
  }

  /** Ends it on order; resolves when it is gone. It is started again at once. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const ending = this.#process;
    this.#isOrdered = true;
    ending.signal(signal);
    this.ends.push(await ending.ended);
  }

  /** Stops all of its threads where they are, as a machine that hangs; thaw goes on. */
  freeze(): { thaw: () => void } {
    const frozen = this.#process;
    frozen.signal('SIGSTOP');
    return { thaw: () => frozen.signal('SIGCONT') };
  }

  /** Resolves when it listens again after an end. */
  async isBack(): Promise<void> {
    await this.#running;
  }

  /** Resolves when the process that runs now is gone, however it ends. */
  async isGone(): Promise<void> {
    await this.#process.ended;
  }

  /** From now on an end by itself is no finding: the fault is expected to end it. */
  expectEnd(): void {
    this.#isOrdered = true;
  }

  /** Ends it for good. Resolves with its exit code. */
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
    const said = ended.output();
    if (said.includes(UNFORESEEN)) this.unexpected.push(`an error nobody foresaw: ${said.slice(-1500)}`);
  }
}
