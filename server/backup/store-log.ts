import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Store } from '../platform/db/connect.ts';
import type { Millis } from '../platform/db/tables.ts';
import { workerFile } from '../platform/lib/worker-file.ts';
import { backupSentence } from './backup-error.ts';
import type { FromLog, LogTask, ToLog } from './log.worker.ts';
import type { BackupPlace } from './take-copy.ts';

export interface StoreLogOptions {
  /** It leads nowhere until there is another copy. */
  onBroken: () => void;
  onProblem: (sentence: string) => void;
}

/** Has every commit of a store written beside its copies, encrypted, by a thread of its own (docs/backup.md). */
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
    // Votes go on without it, and so do copies.
    thread.on('error', (error) => onProblem(`El registro de cambios se detuvo (${error.message}).`));
    thread.on('exit', () => {
      this.#hasEnded = true;
      this.#since = null;
      this.#answer(null);
    });
  }

  /** Begins; null for a store that tells no log, or whose log cannot be read, which is said. */
  static async of(store: Store, place: BackupPlace, options: StoreLogOptions): Promise<StoreLog | null> {
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

  /** From which instant on the log leads to any other, epoch ms; null where it leads to none yet. */
  get since(): Millis | null {
    return this.#since;
  }

  /** A copy is begun: what is committed from now on stands in the files from the one that this names. */
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
    // Whoever waits for it stays.
    this.#thread.ref();
    this.#thread.postMessage({ end: true } satisfies ToLog);
    await ended;
  }

  #answer(from: string | null): void {
    this.#asked?.(from);
    this.#asked = null;
  }
}
