/** Starts the server of `npm start` again after a fault. */
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from './texts.mjs';

/**
 * Exit code of `server/main.ts` if the database is away. `ENDED`: codes without a restart: 0; 78 = a restart is
 * useless; 130 = ended by a second signal.
 */
const AWAY = 75;
const ENDED = new Set([0, 78, 130]);
/** Maximum number of faults in a row, each of a server with a short life. A further start would fail too. */
const MOST_FAULTS = 5;
/** Minimum running time in ms of a server that has served users: longer than a start takes. */
const LASTED_MS = 10_000;
/**
 * Pause in ms before the second restart in a row; doubled each time. The first restart is immediate, because people
 * are waiting.
 */
const PAUSE_MS = 500;
/** Maximum pause in ms, also the pause between two tries while the database is away. */
const LONGEST_PAUSE_MS = 5000;

/**
 * Runs a program of Node.js and starts the program again after a fault. Passes signals on.
 * @returns the exit code of the program, as exit code of this process
 */
export async function supervise(args, { lastedMs = LASTED_MS, pauseMs = PAUSE_MS } = {}) {
  let child;
  let asked = false;
  const woken = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      asked = true;
      woken.abort();
      // Programs may take SIGHUP as an order to reload; this program only ends.
      child?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
  let hasLasted = false;
  for (let faults = 0; ; ) {
    const from = performance.now();
    child = start(args);
    const code = await ended(child);
    // A shell's exit code for SIGTERM: the program was not listening yet.
    if (asked || ENDED.has(code)) return code ?? 143;
    const lasted = performance.now() - from >= lastedMs;
    hasLasted ||= lasted;
    if (code === AWAY) {
      // At the first start the author of the configuration is present and reads the sentence.
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
    // The channel tells the program that this process is gone; the program then ends too.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Detached from the terminal: Ctrl+C arrives once, from this process. A second Ctrl+C means 'at once'.
    detached: process.platform !== 'win32',
  });
}

/** Resolves with the exit code of a child process; null after a signal. */
function ended(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', resolve);
  });
}
