import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { warms } from '../lib/warms.ts';
import { CommitLog } from './commit-log.ts';
import { SQLITE_FILE } from './private-files.ts';
import { SqliteFile } from './sqlite-file.ts';
import {
  type FromStore,
  plainError,
  type Step,
  type ToStore,
  type TransactionAnswer,
  type TransactionCall,
} from './sqlite-steps.ts';

/**
 * Function to run several store transactions (`StoreTransaction`) in a single database transaction, and
 * returns an answer for each.
 * @param words names and inputs of the store transactions
 * @throws the error of the database transaction
 */
export type TransactionRunner = (words: readonly TransactionCall[]) => Promise<readonly TransactionAnswer[]>;

/**
 * Milliseconds after opening the store until the code of the jobs is loaded, if not needed earlier: a start must
 * not wait.
 */
const LOAD_AFTER_MS = 2000;

/**
 * Main loop of the SQLite thread: opens the file of the first message, then answers the messages in order.
 * After a 'close', a message may open another file.
 * @param runnerOn loads the code of the features' store transactions, at the first call
 * @param warm runs typical transactions in advance while the server is idle, so the first real transactions
 * are fast
 */
export function serveSqlite(
  runnerOn: (file: SqliteFile) => Promise<TransactionRunner>,
  warm: (file: SqliteFile) => Promise<unknown>,
): void {
  let file: SqliteFile | null = null;
  let log: CommitLog | null = null;
  let runner: Promise<TransactionRunner> | null = null;
  const say = (word: FromStore): void => parentPort?.postMessage(word);

  const runOf = (opened: SqliteFile): Promise<TransactionRunner> => {
    runner ??= runnerOn(opened);
    return runner;
  };
  const runOn = async (opened: SqliteFile, words: readonly TransactionCall[]): Promise<FromStore> => {
    const run = await runOf(opened);
    const results = await run(words);
    return {
      found: [],
      results: results.map(({ result, error }) =>
        error === undefined ? { result } : { result, error: plainError(error) },
      ),
    };
  };

  const answer = async (message: ToStore): Promise<void> => {
    if (message === 'close') {
      file?.close();
      log?.end();
      [file, log, runner] = [null, null, null];
      say({ found: [] });
    } else if ('port' in message) {
      log = new CommitLog(join(message.dataDir, SQLITE_FILE), message, () => file?.dataVersion());
      say({ found: [] });
    } else if ('dataDir' in message) {
      const opened = new SqliteFile(message.dataDir, message.isServers);
      file = opened;
      say({ found: [], repaired: opened.repaired });
      if (!message.isServers || !warms) return;
      // The caller of a job receives the error of the loading.
      const load = () => runOf(opened).then(() => warm(opened));
      setTimeout(() => void load().catch(() => undefined), LOAD_AFTER_MS).unref();
    } else {
      if (file === null) throw new Error('The store is not open.');
      const word =
        'transactions' in message ? await runOn(file, message.transactions) : stepsOn(file, message);
      const at = Date.now();
      say(word);
      // After the answer, because a caller waits.
      if (log !== null && file.hasCommitted()) log.tell(at);
    }
  };

  // A job takes several turns of this thread: later requests wait.
  let before = Promise.resolve();
  parentPort?.on('message', (message: ToStore) => {
    before = before
      .then(() => answer(message))
      .catch((error) => say({ found: [], error: plainError(error) }));
  });
}

function stepsOn(file: SqliteFile, steps: readonly Step[]): FromStore {
  const { found, error } = file.do(steps);
  return error === undefined ? { found } : { found, error: plainError(error) };
}
