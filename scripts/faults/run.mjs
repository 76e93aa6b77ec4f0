/**
 * `npm run faults`: builds the program if a source changed, then runs every fault and prints the table. Arguments
 * limit the faults by name. `evenings` (`npm run faults -- evenings`) is a separate suite in the same folder. All
 * other arguments are passed to the suite: README.md.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, isBuilt } from '../lib/build.mjs';
import { install, isInstalled } from '../lib/install.mjs';
import { demandGoodNode } from '../lib/node-version.mjs';
import { endingTogether, ROOT, run } from '../lib/processes.mjs';
import { sentenceOf, text } from '../lib/texts.mjs';

/** Test suites with a separate name. Any other argument is the name of a fault. */
const SUITES = ['evenings'];
const MINUTES = 60;

async function play(asked) {
  if (!isInstalled(ROOT)) {
    console.log(text('installing', 'en'));
    await install(ROOT);
  }
  if (!isBuilt(ROOT)) {
    console.log(text('building', 'en'));
    await build(ROOT);
  }
  const suite = SUITES.includes(asked[0]) ? asked[0] : 'faults';
  const rest = suite === 'faults' ? asked : asked.slice(1);
  const file = join(ROOT, 'scripts', 'faults', `${suite}.ts`);
  if (!existsSync(file)) throw new Error(`There is no ${suite}.ts.`);
  const { code } = await run([process.execPath, '--import', 'tsx'], [file, ...rest], {
    minutes: MINUTES,
    env: { SCAF_BUILT_WORKERS: '1' },
  });
  return code;
}

if (demandGoodNode('SCAF needs Node.js 20.19, 22.12 or newer; this machine has {version}.')) {
  try {
    process.exitCode = await endingTogether(() => play(process.argv.slice(2)));
  } catch (error) {
    console.error(sentenceOf(error, 'en'));
    process.exitCode = 1;
  }
}
