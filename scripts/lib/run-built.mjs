/** Frame of the commands `bench`, `faults` and `pictures`: runs on an installed and built program. */
import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { demandGoodNode } from './node-version.mjs';
import { endingTogether, ROOT } from './processes.mjs';
import { sentenceOf, text } from './texts.mjs';

/**
 * Installs and builds if needed, then runs a command. Sets the exit code of the process: 1 after an error.
 * @param work gets the arguments of the command; resolves with the exit code
 */
export async function runBuilt(work) {
  if (!demandGoodNode('SCAF needs Node.js 20.19, 22.12 or newer; this machine has {version}.')) return;
  try {
    process.exitCode = await endingTogether(async () => {
      if (!isInstalled(ROOT)) {
        console.log(text('installing', 'en'));
        await install(ROOT);
      }
      if (!isBuilt(ROOT)) {
        console.log(text('building', 'en'));
        await build(ROOT);
      }
      return work(process.argv.slice(2));
    });
  } catch (error) {
    console.error(sentenceOf(error, 'en'));
    process.exitCode = 1;
  }
}
