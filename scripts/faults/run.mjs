/**
 * `npm run faults`: builds the program if a source changed, then runs every fault and prints the table. Arguments
 * limit the faults by name. `evenings` (`npm run faults -- evenings`) is a separate suite in the same folder. All
 * other arguments are passed to the suite: README.md.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from '../lib/processes.mjs';
import { runBuilt } from '../lib/run-built.mjs';

/** Test suites with a separate name. Any other argument is the name of a fault. */
const SUITES = ['evenings'];
const MINUTES = 60;

async function play(asked) {
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

await runBuilt(play);
