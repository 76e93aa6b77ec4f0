import { parentPort } from 'node:worker_threads';
import { SqliteFile } from './sqlite-file.ts';
import { type FromStore, plainError, type ToStore } from './sqlite-steps.ts';

/** The store's thread: it opens the file that it is told first, and does what it is asked in the order of asking. */
let file: SqliteFile | null = null;

const say = (word: FromStore): void => parentPort?.postMessage(word);

parentPort?.on('message', (asked: ToStore) => {
  try {
    if (asked === 'close') {
      file?.close();
      say({ found: [] });
    } else if ('dataDir' in asked) {
      file = new SqliteFile(asked.dataDir, asked.isServers);
      say({ found: [], repaired: file.repaired });
    } else {
      const { found, error } = file?.do(asked) ?? { found: [], error: new Error('The store is not open.') };
      say(error === undefined ? { found } : { found, error: plainError(error) });
    }
  } catch (error) {
    say({ found: [], error: plainError(error) });
  }
});
