/** Finds the tests near a change, for `npm test -- --near`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT, run, toolOf } from './processes.mjs';
import { SLOW_TESTS } from './slow-tests.mjs';

const FOLDERS = ['client', 'server', 'shared', 'scripts', 'migrations'];
const SOURCE = /\.(ts|tsx|mjs)$/;
/** Test files of `npm test`, without files for long runs. */
const TEST = /(?<!\.long)\.test\.(ts|tsx|mjs)$/;
/** Pattern of browser tests, and of tests with faults: they need a build, or start servers for a minute. */
const LONG_STORIES = /^client\/e2e\/|^scripts\/faults\/on-/;
/** Pattern of files that import the whole application: otherwise every test would be near every file. */
const COMPOSITION = /^(server\/(app|features|main)\.ts|server\/(composition|testing)\/|client\/app\/)/;
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;
/** Maximum number of test files to run: about a minute on two cores. */
const MOST_FILES = 24;
const MINUTES = 10;

const isSlow = (path) => SLOW_TESTS.includes(posix.basename(path));

/** Runs the tests near the changed files, the nearest first. */
export async function testNear(root = ROOT) {
  const changed = changedFiles(root);
  const files = nearestTests(readSources(root), changed);
  const chosen = files.slice(0, MOST_FILES);
  console.log(`${changed.length} changed files reach ${files.length} test files without browsers.`);
  if (chosen.length < files.length) console.log(`The nearest ${chosen.length} run now; npm test runs all.`);
  if (chosen.length === 0) return;
  const projects = ['unit', 'server'].flatMap((name) => ['--project', name]);
  const { code } = await run(toolOf(root, 'vitest'), ['run', ...projects, ...chosen], {
    cwd: root,
    minutes: MINUTES,
  });
  process.exitCode = code === 0 ? 0 : 1;
}

/** Returns the files that differ from the main branch; without differences, the files of the last commit. */
function changedFiles(root) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  const since = (from) => [
    ...git('diff', '--name-only', '--relative', from),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const changed = since(base);
  return changed.length > 0 ? changed : since('HEAD~1');
}

function readSources(root) {
  const paths = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.split('\\').join('/')))
      .filter((path) => SOURCE.test(path)),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/**
 * Returns the test files near changed files, the nearest first: tests that import a changed file directly or
 * through other files, tests of an endpoint with a changed service, and tests in the folder of a changed file. Among
 * equally near tests the slow files come last, since only the first files run.
 * @param sources text of each file, by path
 */
export function nearestTests(sources, changed) {
  const importers = new Map();
  const imports = new Map();
  for (const [path, text] of sources) {
    const targets = [...text.matchAll(IMPORT)].map(([, to]) => posix.join(posix.dirname(path), to));
    imports.set(path, targets);
    for (const to of targets) importers.set(to, [...(importers.get(to) ?? []), path]);
  }
  // Tests call an endpoint by the declaration, and the routes join the declaration to the service.
  const callersOf = (path) =>
    path.endsWith('.routes.ts')
      ? imports
          .get(path)
          .filter((to) => to.endsWith('.api.ts'))
          .flatMap((declaration) => importers.get(declaration) ?? [])
          .filter((caller) => TEST.test(caller) && caller.startsWith('server/'))
      : [];
  const distance = new Map(changed.map((path) => [path, 0]));
  const queue = [...distance.keys()];
  for (const path of queue) {
    if (COMPOSITION.test(path) && !changed.includes(path)) continue;
    for (const next of [...(importers.get(path) ?? []), ...callersOf(path)]) {
      if (distance.has(next)) continue;
      distance.set(next, distance.get(path) + 1);
      queue.push(next);
    }
  }
  const folders = new Set(changed.map((path) => posix.dirname(path)));
  const rank = (path) =>
    Math.min(distance.get(path) ?? Infinity, folders.has(posix.dirname(path)) ? 1 : Infinity);
  return [...sources.keys()]
    .filter((path) => TEST.test(path) && !LONG_STORIES.test(path) && rank(path) < Infinity)
    .sort((a, b) => rank(a) - rank(b) || Number(isSlow(a)) - Number(isSlow(b)) || (a < b ? -1 : 1));
}
