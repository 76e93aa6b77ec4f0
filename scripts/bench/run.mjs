/**
 * `npm run bench`: builds the program where a source changed, then runs the benches one after another; with
 * names (`npm run bench -- votes`) only those. A mark that is not met is printed, not an error: what fails
 * is a bench that could not measure.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, isBuilt } from '../lib/build.mjs';
import { install, isInstalled } from '../lib/install.mjs';
import { demandGoodNode } from '../lib/node-version.mjs';
import { endingTogether, npm, ROOT, run } from '../lib/processes.mjs';
import { sentenceOf, text } from '../lib/texts.mjs';

/** In the order in which they run; each is the file of its name in this folder, or in one of its name where it has helpers of its own. */
const BENCHES = [
  'start',
  'votes',
  'growth',
  'live',
  'verdict',
  'evening',
  'reports',
  'previews',
  'invoices',
  'bodies',
  'floods',
];
/** Too long to be run with the others: only when named. */
const LONG = ['soak'];
/** A soak of 20 minutes, with its beginning and end, or any other. */
const MINUTES = 40;

/** Packages of opponents alone, which the product never installs. */
const OPPONENTS = join(ROOT, 'scripts', 'bench', 'opponents');

async function prepare() {
  if (!isInstalled(ROOT)) {
    console.log(text('installing', 'en'));
    await install(ROOT);
  }
  if (!existsSync(join(OPPONENTS, 'node_modules', '.package-lock.json'))) {
    console.log(text('installing', 'en'));
    // Their driver of SQLite is the product's, which is compiled.
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { code } = await run(npm(), args, { cwd: OPPONENTS });
    if (code !== 0) throw new Error('The opponents of the benches could not be installed.');
  }
  if (!isBuilt(ROOT)) {
    console.log(text('building', 'en'));
    await build(ROOT);
  }
}

async function runAll(names) {
  await prepare();
  let measured = true;
  for (const name of names) {
    const own = join(ROOT, 'scripts', 'bench', name, `${name}.ts`);
    const file = existsSync(own) ? own : join(ROOT, 'scripts', 'bench', `${name}.ts`);
    const { code } = await run([process.execPath, '--import', 'tsx'], [file], { minutes: MINUTES });
    if (code !== 0) {
      console.error(`The bench '${name}' could not measure.`);
      measured = false;
    }
  }
  return measured;
}

if (demandGoodNode('SCAF needs Node.js 20.19, 22.12 or newer; this machine has {version}.')) {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => ![...BENCHES, ...LONG].includes(name));
  try {
    if (unknown.length > 0) throw new Error(`No such bench: ${unknown.join(', ')}.`);
    if (!(await endingTogether(() => runAll(asked.length > 0 ? asked : BENCHES)))) process.exitCode = 1;
  } catch (error) {
    console.error(sentenceOf(error, 'en'));
    process.exitCode = 1;
  }
}
