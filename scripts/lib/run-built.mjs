/** Frame of the commands `bench`, `faults`, `package` and `pictures`: runs on an installed and built program. */
import { demandGoodNode } from './node-version.mjs';
import { prepare } from './prepare.mjs';
import { endingTogether } from './processes.mjs';
import { sentenceOf } from './texts.mjs';

/**
 * Installs and builds if needed, then runs a command. Sets the exit code of the process: 1 after an error.
 * @param work gets the arguments of the command; resolves with the exit code
 */
export async function runBuilt(work) {
  if (!demandGoodNode('SCAF needs Node.js 20.19, 22.12 or newer; this machine has {version}.')) return;
  try {
    process.exitCode = await endingTogether(async () => {
      await prepare('en');
      return work(process.argv.slice(2));
    });
  } catch (error) {
    console.error(sentenceOf(error, 'en'));
    process.exitCode = 1;
  }
}
