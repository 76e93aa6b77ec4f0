import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Store } from '../platform/db/connect.ts';
import type { Millis } from '../platform/db/tables.ts';
import { workerFile } from '../platform/lib/worker-file.ts';
import { backupSentence } from './error.ts';
import type { FromLog, LogTask, ToLog } from './log.worker.ts';
import type { BackupTarget } from './take-copy.ts';

/** Callbacks of the commit log. */
export interface StoreLogOptions {
  /** Called if the commit log breaks: instants after the break cannot be restored until the next copy. */
  onBroken: () => void;
  /** Called with a Spanish sentence about a problem. */
  onProblem: (sentence: string) => void;
}

/**
 * Commit log of an SQLite store: writes every commit, encrypted, into the backup folder, in a separate
 * thread. A restore can then reach any instant between two copies (docs/run/backup.md).
 */
export class StoreLog {
  readonly #thread: Worker;
  #since: Millis | null = null;
  #hasEnded = false;
  #asked: ((from: string | null) => void) | null = null;

  private constructor(thread: Worker, { onBroken, onProblem }: StoreLogOptions) {
    this.#thread = thread;
    thread.unref();
    thread.on('message', (word: FromLog) => {
      if ('copyingFrom' in word) this.#answer(word.copyingFrom);
      else if ('problem' in word) onProblem(word.problem);
      else {
        this.#since = word.since;
        if (word.since === null) onBroken();
      }
    });
    // Votes and copies continue without the log.
    thread.on('error', (error) => onProblem(`El registro de cambios se detuvo (${error.message}).`));
    thread.on('exit', () => {
      this.#hasEnded = true;
      this.#since = null;
      this.#answer(null);
    });
  }

  /**
   * Starts the commit log. Null for database engines without a commit log, and after a failed start (reported
   * through `onProblem`).
   */
  static async of(store: Store, place: BackupTarget, options: StoreLogOptions): Promise<StoreLog | null> {
    if (store.ship === null) return null;
    const { port1, port2 } = new MessageChannel();
    const waiting = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const workerData: LogTask = { place, port: port2, waiting };
    const thread = new Worker(workerFile('./log.worker', import.meta.url), {
      execArgv: [],
      name: 'log',
      workerData,
      transferList: [port2],
    });
    const log = new StoreLog(thread, options);
    try {
      await store.ship({ port: port1, waiting, end: () => log.#end() });
      return log;
    } catch (error) {
      await thread.terminate();
      options.onProblem(backupSentence(error, 'No se pudo comenzar el registro de cambios'));
      return null;
    }
  }

  /** Start (epoch ms) of the range in which the log restores any instant. Null if not yet. */
  get since(): Millis | null {
    return this.#since;
  }

  /**
   * Announces to the log that a copy starts. Returns the first log file with the commits from now on. Null if the
   * log is not running.
   */
  async copying(): Promise<string | null> {
    if (this.#hasEnded) return null;
    return new Promise((resolve) => {
      this.#answer(null);
      this.#asked = resolve;
      this.#thread.postMessage({ copying: true } satisfies ToLog);
    });
  }

  copied(name: string, from: string): void {
    this.#thread.postMessage({ copied: name, from } satisfies ToLog);
  }

  async #end(): Promise<void> {
    if (this.#hasEnded) return;
    const ended = once(this.#thread, 'exit');
    // Keep the process alive until the thread ends.
    this.#thread.ref();
    this.#thread.postMessage({ end: true } satisfies ToLog);
    await ended;
  }

  #answer(from: string | null): void {
    this.#asked?.(from);
    this.#asked = null;
  }
}
