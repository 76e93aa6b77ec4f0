/**
 * `npm run faults`: builds the program where a source changed, then plays every fault on it and prints the table; with
 * names only those. `evenings` (`npm run faults -- evenings`) are a suite of their own in this folder. What is given
 * besides goes on to the suite: README.md.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, isBuilt } from '../lib/build.mjs';
import { install, isInstalled } from '../lib/install.mjs';
import { demandGoodNode } from '../lib/node-version.mjs';
import { endingTogether, ROOT, run } from '../lib/processes.mjs';
import { sentenceOf, text } from '../lib/texts.mjs';

/** Suites that are played by their name alone; everything else names faults. */
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
