import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { CommitLog } from './commit-log.ts';
import { SQLITE_FILE } from './private-files.ts';
import { SqliteFile } from './sqlite-file.ts';
import {
  type FromStore,
  plainError,
  type Step,
  type ToStore,
  type WorkAnswer,
  type WorkWord,
} from './sqlite-steps.ts';

/** What does works in one transaction. @throws what all of them failed with */
export type WorkRunner = (words: readonly WorkWord[]) => Promise<readonly WorkAnswer[]>;

/** How long after the opening the works are loaded, if nobody has asked for one: a start must not wait for them. */
const LOAD_AFTER_MS = 2000;

/**
 * The store's thread: it opens the file that it is told first, and does what it is asked in the order of asking.
 * @param runnerOn loads what runs works, which is much code, once it is needed
 * @param warm has what the first works need compiled, in a server that nobody has asked yet
 */
export function serveSqlite(
  runnerOn: (file: SqliteFile) => Promise<WorkRunner>,
  warm: (file: SqliteFile) => Promise<unknown>,
): void {
  let file: SqliteFile | null = null;
  let log: CommitLog | null = null;
  let runner: Promise<WorkRunner> | null = null;
  const say = (word: FromStore): void => parentPort?.postMessage(word);

  const runOf = (opened: SqliteFile): Promise<WorkRunner> => {
    runner ??= runnerOn(opened);
    return runner;
  };
  const runOn = async (opened: SqliteFile, words: readonly WorkWord[]): Promise<FromStore> => {
    const run = await runOf(opened);
    const results = await run(words);
    return {
      found: [],
      results: results.map(({ result, error }) =>
        error === undefined ? { result } : { result, error: plainError(error) },
      ),
    };
  };

  const answer = async (asked: ToStore): Promise<void> => {
    if (asked === 'close') {
      file?.close();
      log?.end();
      say({ found: [] });
    } else if ('port' in asked) {
      log = new CommitLog(join(asked.dataDir, SQLITE_FILE), asked, () => file?.dataVersion());
      say({ found: [] });
    } else if ('dataDir' in asked) {
      const opened = new SqliteFile(asked.dataDir, asked.isServers);
      file = opened;
      say({ found: [], repaired: opened.repaired });
      if (!asked.isServers) return;
      // Whoever asks for a work hears why they could not be loaded.
      const load = () => runOf(opened).then(() => warm(opened));
      setTimeout(() => void load().catch(() => undefined), LOAD_AFTER_MS).unref();
    } else {
      if (file === null) throw new Error('The store is not open.');
      const word = 'works' in asked ? await runOn(file, asked.works) : stepsOn(file, asked);
      const at = Date.now();
      say(word);
      // Behind the answer, which somebody waits for.
      if (log !== null && file.hasCommitted()) log.tell(at);
    }
  };

  // A work takes several turns of this thread: what is asked after it waits for it.
  let before = Promise.resolve();
  parentPort?.on('message', (asked: ToStore) => {
    before = before.then(() => answer(asked)).catch((error) => say({ found: [], error: plainError(error) }));
  });
}

function stepsOn(file: SqliteFile, steps: readonly Step[]): FromStore {
  const { found, error } = file.do(steps);
  return error === undefined ? { found } : { found, error: plainError(error) };
}
