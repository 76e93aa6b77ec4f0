/** Keeps the server of `npm start` running: one that ends by a fault is started again. */
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from './texts.mjs';

/** As server/main.ts ends: the database is away; starting again is of no use; a second signal ended it. */
const AWAY = 75;
const ENDED = new Set([0, 78, 130]);
/** Faults in a row, of servers none of which lasted: the next one would end as they did. */
const MOST_FAULTS = 5;
/** Longer than a start takes, so that one that lasted has served somebody. */
const LASTED_MS = 10_000;
/** Before the second start in a row, doubled each time; the first is at once, since people are waiting. */
const PAUSE_MS = 500;
/** Between two questions for a database that is away; and no pause is longer. */
const LONGEST_PAUSE_MS = 5000;

/**
 * Runs a program of Node.js until it ends as it should, and starts it again when it does not. Signals are passed on.
 * @returns the code that this process ends with, the program's own
 */
export async function supervise(args, { lastedMs = LASTED_MS, pauseMs = PAUSE_MS } = {}) {
  let child;
  let asked = false;
  const woken = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      asked = true;
      woken.abort();
      // Of all programs that are asked to hang up, this one only ends.
      child?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  let hasLasted = false;
  for (let faults = 0; ; ) {
    const from = performance.now();
    child = start(args);
    const code = await ended(child);
    // As a shell says that SIGTERM ended it: it had not come to listening for it.
    if (asked || ENDED.has(code)) return code ?? 143;
    const lasted = performance.now() - from >= lastedMs;
    hasLasted ||= lasted;
    if (code === AWAY) {
      // At its first start whoever made the configuration is there to read the sentence.
      if (!hasLasted) return code;
      await pause(Math.min(10 * pauseMs, LONGEST_PAUSE_MS), undefined, woken).catch(() => undefined);
    } else {
      faults = lasted ? 1 : faults + 1;
      if (faults >= MOST_FAULTS) {
        console.error(text('crashLoop', 'es'));
        return code ?? 1;
      }
      console.error(text('restarting', 'es'));
      const rest = faults === 1 ? 0 : Math.min(pauseMs * 2 ** (faults - 2), LONGEST_PAUSE_MS);
      if (rest > 0) await pause(rest, undefined, woken).catch(() => undefined);
    }
    if (asked) return 0;
  }
}

function start(args) {
  return spawn(process.execPath, args, {
    // By the channel it hears when this process is gone without a word, and ends too.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Out of the terminal's reach: Ctrl+C comes once, from here, and twice means 'at once'.
    detached: process.platform !== 'win32',
  });
}

/** Its code; null where a signal ended it. */
function ended(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', resolve);
  });
}
