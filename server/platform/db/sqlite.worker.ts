import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { CommitLog } from './commit-log.ts';
import { SQLITE_FILE } from './private-files.ts';
import { SqliteFile } from './sqlite-file.ts';
import { type FromStore, plainError, type ToStore } from './sqlite-steps.ts';

/** The store's thread: it opens the file that it is told first, and does what it is asked in the order of asking. */
let file: SqliteFile | null = null;
let log: CommitLog | null = null;

const say = (word: FromStore): void => parentPort?.postMessage(word);

parentPort?.on('message', (asked: ToStore) => {
  try {
    if (asked === 'close') {
      file?.close();
      log?.end();
      say({ found: [] });
    } else if ('port' in asked) {
      log = new CommitLog(join(asked.dataDir, SQLITE_FILE), asked, () => file?.dataVersion());
      say({ found: [] });
    } else if ('dataDir' in asked) {
      file = new SqliteFile(asked.dataDir, asked.isServers);
      say({ found: [], repaired: file.repaired });
    } else {
      const { found, error } = file?.do(asked) ?? { found: [], error: new Error('The store is not open.') };
      const at = Date.now();
      say(error === undefined ? { found } : { found, error: plainError(error) });
      // Behind the answer, which somebody waits for.
      if (log !== null && file?.hasCommitted()) log.tell(at);
    }
  } catch (error) {
    say({ found: [], error: plainError(error) });
  }
});
