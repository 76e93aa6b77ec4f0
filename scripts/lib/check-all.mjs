/**
 * Runs every check of `npm test`, goes on after a failure, and prints the counts as the last line. A check without
 * tests (types, lint, dead code, build) counts as one test. `npm run test:long` repeats random tests more often,
 * and counts a flaky test as failed.
 */
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { compile, download, isInstalled } from './install.mjs';
import { endingTogether, ROOT, run, toolOf } from './processes.mjs';
import { fetchPrograms } from './programs.mjs';
import { keepFlaky, testOnce, testTwice } from './run-tests.mjs';
import { sentenceOf, text } from './texts.mjs';

/** File written at the end of a build. Without a build, workers run from the sources. */
const BUILT = join(ROOT, 'build', '.scaf-built');

/** File with the names of browser tests that passed in only one of two tries of the last run, a line each. */
const FLAKY = join(ROOT, 'test-results', 'flaky.txt');

/** Process priority of types and lint: lower, because tests measure real time. */
const CHECK_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/** Numbers of workers for the server tests and for the browser tests beside them: tests wait for processes and clocks. */
const SERVER_WORKERS = 3;
const BROWSER_WORKERS = 2;

/**
 * Time limit of a single run of vitest. A run takes up to half an hour on a slow machine; a long run has
 * ten times the rounds.
 */
const MINUTES = 50;
const LONG_MINUTES = 240;

/**
 * @param options `isAll`: also the test files of long runs (`*.long.test.ts`), with the usual rounds; `isLong`: with ten
 * times the rounds
 */
export async function checkAll({ isLong = false, isAll = false } = {}) {
  const results = await endingTogether(() => allChecks(isLong, isAll));
  keepFlaky(FLAKY, flakyOf(results));
  const { lines, hasFailed } = summaryOf(results, isLong);
  process.exitCode = hasFailed ? 1 : 0;
  console.log(`\n${lines.join('\n')}`);
}

/**
 * Returns the last lines of the output, ending with the counts. A flaky test counts as passed, but as failed in a
 * long run.
 */
export function summaryOf(results, isLong) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = ['Summary'];
  for (const result of results) {
    for (const kind of Object.keys(total)) total[kind] += result[kind] ?? 0;
    const verdict = result.failed > 0 ? 'FAILED' : 'ok';
    lines.push(
      `  ${result.name.padEnd(22)} ${verdict.padEnd(7)} ${closing(result).padEnd(34)} ${result.seconds} s`,
    );
    for (const failure of result.failures ?? []) lines.push(`      ${failure}`);
  }
  const flaky = flakyOf(results);
  for (const name of flaky) lines.push(`flaky (passed at one of two tries only): ${name}`);
  return { lines: [...lines, closing(total)], hasFailed: total.failed > 0 || (isLong && flaky.length > 0) };
}

const flakyOf = (results) => results.flatMap(({ flaky = [] }) => flaky);

async function allChecks(isLong, isAll) {
  const how = () => ({
    env: {
      ...(existsSync(BUILT) ? { SCAF_BUILT_WORKERS: '1' } : {}),
      ...(isLong ? { SCAF_LONG: '1' } : {}),
      ...(isAll ? { SCAF_ALL: '1' } : {}),
    },
    minutes: isLong ? LONG_MINUTES : MINUTES,
  });
  const isWhole = isInstalled(ROOT);
  const fetched = fetchPrograms();
  const ground = await timed('install', async () => {
    if (isWhole) return {};
    console.log(text('installing', 'en'));
    await download(ROOT);
    return {};
  });
  // Without the tools no other check can run.
  if (ground.failed) {
    await fetched;
    return [ground];
  }

  // Compiling packages keeps one core busy for a minute; only checks that run the server wait for the compiler.
  const compiling = timed('compile', async () => {
    if (!isWhole) await compile(ROOT);
    return {};
  });
  const sources = checkSources();
  // One worker at lower priority, because every test of the server waits for the compiler.
  const units = timed('unit tests', () =>
    testOnce(['unit'], { ...how(), workers: 1, priority: CHECK_PRIORITY }),
  );
  console.log(text('building', 'en'));
  const built = await timed('build', async () => {
    await build(ROOT, compiling);
    return { passed: 1 };
  });
  await fetched;
  const compiled = await compiling;
  // Without the store's driver there is no store to test with.
  if (compiled.failed) return [compiled, built, ...(await sources), await units];
  // Browsers wait a lot, servers compute: alone, browsers would leave a third of two cores idle. Checks of the sources
  // take the time left by tests.
  const servers = timed('server tests', () => testOnce(['server'], { ...how(), workers: SERVER_WORKERS }));
  const browsers = built.failed
    ? { name: 'browser tests', failed: 1, failures: ['not run: there is no build to show'], seconds: 0 }
    : timed('browser tests', () => testTwice(['e2e'], { ...how(), workers: BROWSER_WORKERS }));
  return [built, ...(await Promise.all([sources, units, servers, browsers])).flat()];
}

/** Checks types, lint and dead code in sequence, because each could keep a processor core busy. */
async function checkSources() {
  return [
    await checkTypes('types', 'tsconfig.json'),
    // The server has no DOM.
    await checkTypes('types of the server', 'tsconfig.server.json'),
    await check('lint', '@biomejs/biome', 'biome', ['check', '--error-on-warnings', '.']),
    await check('dead code', 'knip', 'knip', ['--no-progress']),
  ];
}

/**
 * Checks the types of a project. Uses one thread: several threads take twice the processor time, and so slow down
 * the tests.
 */
function checkTypes(name, config) {
  return check(name, 'typescript-native', 'tsc', ['--noEmit', '--singleThreaded', '-p', config]);
}

async function check(name, packageName, program, args) {
  return timed(name, async () => {
    const how = { quiet: true, priority: CHECK_PRIORITY };
    const { code, output } = await run(toolOf(ROOT, packageName, program), args, how);
    if (code !== 0) throw new Error(output.trim());
    return { passed: 1 };
  });
}

async function timed(name, work) {
  const from = Date.now();
  const seconds = () => Math.round((Date.now() - from) / 1000);
  try {
    return { name, ...(await work()), seconds: seconds() };
  } catch (error) {
    console.log(`\n${name}:\n${sentenceOf(error, 'en')}`);
    return { name, failed: 1, seconds: seconds() };
  }
}

function closing({ passed = 0, failed = 0, skipped = 0 }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
