/** Prepares and serves: `npm start` after the check of the version of Node.js. */
import { join } from 'node:path';
import { endingTogether, ROOT } from './processes.mjs';
import { SERVER_ARGS } from './server-args.mjs';
import { supervise } from './supervise.mjs';
import { sentenceOf } from './texts.mjs';

/**
 * Serves until the end. Sets the exit code of the process.
 * @param prepare work before the first start; an error ends the command with a sentence
 */
export async function serve(prepare = async () => {}) {
  endWithShell();
  try {
    await endingTogether(prepare);
  } catch (error) {
    console.error(sentenceOf(error, 'es'));
    process.exitCode = 1;
    return;
  }
  process.chdir(ROOT);
  process.exitCode = await supervise([...SERVER_ARGS, join(ROOT, 'build', 'server', 'main.js')]);
}

/**
 * Ends this process as on a signal, as soon as the shell between npm and this process has ended. A signal to npm
 * reaches only the shell, and the shell ends without passing the signal on.
 */
function endWithShell() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
