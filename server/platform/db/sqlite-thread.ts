import { type MessagePort, Worker } from 'node:worker_threads';
import { workerFile } from '../lib/worker-file.ts';
import type { LogReceiver } from './commit-log.ts';
import {
  type Answer,
  type BatchAnswer,
  errorOf,
  type FromStore,
  type PlainError,
  plainError,
  type SqliteConnection,
  type Step,
  type ToStore,
  type TransactionCall,
} from './sqlite-steps.ts';

const makeThread = (): Worker => {
  const thread = new Worker(workerFile('../../composition/sqlite.worker', import.meta.url), {
    execArgv: [],
    name: 'store',
  });
  // The thread does not keep the process alive.
  thread.unref();
  return thread;
};

/** Idle SQLite thread for the next store: started early, or left by a closed store; null without an idle thread. */
let spare: Worker | null = null;

/**
 * Starts the SQLite thread early, before the store to open is known, because starting a thread takes time.
 * The next `SqliteThread` uses the started thread.
 */
export function startThread(): void {
  spare ??= makeThread();
}

/** Connection to SQLite in a separate thread, so that statements and disk syncs do not block the calling thread. */
export class SqliteThread implements SqliteConnection {
  readonly #thread: Worker;
  readonly #waiting: ((answer: FromStore) => void)[] = [];
  readonly #listeners: {
    message: (answer: FromStore) => void;
    error: (error: Error) => void;
    exit: () => void;
  };
  #ended: PlainError | null = null;
  /** True if the thread can serve another store after a close: no server's lock, and no receiver of commits. */
  #isPlain = true;

  /** @param onCrash called if the thread ends by itself; pending and later requests then fail with a store fault */
  constructor(onCrash: (error: Error) => void, thread = spare ?? makeThread()) {
    spare = null;
    this.#thread = thread;
    let cause: unknown;
    this.#listeners = {
      message: (answer) => {
        this.#waiting.shift()?.(answer);
        if (this.#waiting.length === 0) thread.unref();
      },
      error: (error) => {
        cause = error;
      },
      exit: () => {
        if (this.#ended !== null) return;
        const crash = new Error('The thread of the store ended by itself.', { cause });
        this.#ended = { ...plainError(crash), code: 'SCAF_STORE_GONE' };
        for (const answer of this.#waiting.splice(0)) answer({ found: [], error: this.#ended });
        onCrash(crash);
      },
    };
    for (const [event, listener] of Object.entries(this.#listeners)) thread.on(event, listener);
  }

  /**
   * Opens a store.
   * @returns paths of files with repaired permissions
   * @throws StoreError if the store is unusable
   */
  async open(dataDir: string, isServers: boolean): Promise<readonly string[]> {
    this.#isPlain = !isServers;
    const { error, repaired = [] } = await this.#say({ dataDir, isServers });
    if (error === undefined) return repaired;
    await this.#end();
    throw errorOf(error);
  }

  async do(steps: readonly Step[]): Promise<Answer> {
    const { found, error } = await this.#say(steps);
    return error === undefined ? { found } : { found, error: errorOf(error) };
  }

  /** Runs jobs of features in a common transaction. Never rejects. */
  async run(transactions: readonly TransactionCall[]): Promise<BatchAnswer> {
    const { results = [], error } = await this.#say({ transactions });
    if (error !== undefined) return { results: [], error: errorOf(error) };
    return {
      results: results.map(({ result, error: own }) =>
        own === undefined ? { result } : { result, error: errorOf(own) },
      ),
    };
  }

  /** Sends every commit from now on to a receiver. @throws Error if SQLite's log cannot be read */
  async ship(dataDir: string, { port, waiting }: LogReceiver): Promise<void> {
    this.#isPlain = false;
    const { error } = await this.#say({ dataDir, port, waiting }, [port]);
    if (error !== undefined) throw errorOf(error);
  }

  /**
   * Closes the store. The thread becomes the spare thread, because starting a thread takes longer than the life of
   * most stores.
   */
  async close(): Promise<void> {
    if (this.#ended !== null) return;
    const closed = this.#say('close');
    this.#ended = { name: 'TypeError', message: 'The database connection is not open' };
    const { error } = await closed;
    if (error !== undefined || spare !== null || !this.#isPlain) return this.#end();
    for (const [event, listener] of Object.entries(this.#listeners)) this.#thread.off(event, listener);
    spare = this.#thread;
  }

  #say(word: ToStore, handedOver: MessagePort[] = []): Promise<FromStore> {
    if (this.#ended !== null) return Promise.resolve({ found: [], error: this.#ended });
    try {
      this.#thread.postMessage(word, handedOver);
    } catch (error) {
      // A value that cannot cross threads has no SQLite type.
      return Promise.resolve({ found: [], error: plainError(error) });
    }
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) this.#thread.ref();
    });
  }

  async #end(): Promise<void> {
    this.#ended ??= { name: 'Error', message: 'The store could not be opened.' };
    await this.#thread.terminate();
  }
}
