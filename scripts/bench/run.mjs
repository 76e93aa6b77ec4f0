/**
 * Script of `npm run bench`: builds the program if a source changed, then runs the benches in sequence; names (`npm
 * run bench -- votes`) limit the run. A missed goal is printed and is no error. A bench fails only if unable to
 * measure.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from '../lib/processes.mjs';
import { runBuilt } from '../lib/run-built.mjs';
import { figuresWith } from './kit/page.mjs';

/**
 * Names of the benches, in the order of a full run. A bench is the file with the same name in the folder, or in a
 * subfolder with the same name.
 */
const BENCHES = [
  'start',
  'first-voters',
  'votes',
  'live',
  'crowd',
  'many',
  'redial',
  'desks',
  'joints',
  'phone',
  'processes',
  'invoices',
  'collecting',
  'search',
];
/** Path of the page with the goals and the last measured figures. */
const FIGURES = join(ROOT, 'docs', 'measured', 'figures.md');
/** Folder with the output of each bench's last run on this machine; ignored by git. */
const RESULTS = join(ROOT, 'test-results', 'bench');
/** Names of benches too long for a full run: run only if named. */
const LONG = ['siege'];
/** Time limit of a bench, in minutes: enough for a siege of every route. */
const MINUTES = 90;

/** Returns the date and commit for the rows of a bench. Marks uncommitted changes. */
function now() {
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const changed =
    git('status', '--porcelain', '--untracked-files=no', '--', ':!docs') === '' ? '' : ' with changes';
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' at '),
    commit: `${git('rev-parse', '--short', 'HEAD')}${changed}`,
  };
}

/** Finds the file of a bench by name: in a folder of the same name, in `live` or `invoices`, or in the main folder. */
function fileOf(name) {
  const folders = [[name], ['live'], ['invoices'], []].map((folder) =>
    join(ROOT, 'scripts', 'bench', ...folder),
  );
  return folders.map((folder) => join(folder, `${name}.ts`)).find((file) => existsSync(file)) ?? '';
}

/** Writes the marks of a bench into the page of goals. */
function writeFigures(name, lines) {
  const page = readFileSync(FIGURES, 'utf8');
  writeFileSync(FIGURES, figuresWith(page, name, lines, now(), [...BENCHES, ...LONG]));
}

async function runAll(args) {
  const writesPage = args.includes('--page');
  const asked = args.filter((word) => word !== '--page');
  const unknown = asked.filter((name) => ![...BENCHES, ...LONG].includes(name));
  if (unknown.length > 0) throw new Error(`No such bench: ${unknown.join(', ')}.`);
  let exitCode = 0;
  for (const name of asked.length > 0 ? asked : BENCHES) {
    const file = fileOf(name);
    const results = join(RESULTS, `${name}.txt`);
    mkdirSync(RESULTS, { recursive: true });
    rmSync(results, { force: true });
    const how = { minutes: MINUTES, env: { BENCH_RESULTS: results } };
    const { code } = await run([process.execPath, '--import', 'tsx'], [file], how);
    if (code !== 0) {
      console.error(`The bench '${name}' could not measure.`);
      exitCode = 1;
    } else if (writesPage) {
      writeFigures(name, readFileSync(results, 'utf8').split('\n'));
    }
  }
  return exitCode;
}

await runBuilt(runAll);
