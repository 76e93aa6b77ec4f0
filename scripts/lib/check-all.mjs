/**
 * What `npm test` does: every check, going on after a failure so that one run tells everything, and as
 * its last line the counts. A check without tests of its own (types, lint, dead code, build) counts as one.
 * `npm run test:long` does the same at greater length, and there what is flaky has failed.
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

/** Made at the end of a build; without it the workers run from their sources. */
const BUILT = join(ROOT, 'build', '.scaf-built');

/** Names of browser tests that passed at one of two tries only, one a line, of the last run. */
const FLAKY = join(ROOT, 'test-results', 'flaky.txt');

/** Tests wait for clocks of their own; nobody waits for a check of the sources until they are done. */
const CHECK_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/** A run of vitest takes ten minutes at most beside the other; a long one has ten times the rounds. */
const MINUTES = 30;
const LONG_MINUTES = 240;

export async function checkAll({ isLong = false } = {}) {
  const results = await endingTogether(() => allChecks(isLong));
  keepFlaky(FLAKY, flakyOf(results));
  const { lines, hasFailed } = summaryOf(results, isLong);
  process.exitCode = hasFailed ? 1 : 0;
  console.log(`\n${lines.join('\n')}`);
}

/** The last lines, the counts at their end. What is flaky has passed, and makes a long run a failed one. */
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

async function allChecks(isLong) {
  const how = () => ({
    env: {
      ...(existsSync(BUILT) ? { SCAF_BUILT_WORKERS: '1' } : {}),
      ...(isLong ? { SCAF_LONG: '1' } : {}),
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
  // Nothing else can be asked without the tools.
  if (ground.failed) {
    await fetched;
    return [ground];
  }

  // What is compiled uses one core for a minute, and only what runs the server waits for it.
  const compiling = timed('compile', async () => {
    if (!isWhole) await compile(ROOT);
    return {};
  });
  const sources = checkSources();
  // One worker, and behind the compiler, for which all that runs the server waits.
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
  // There is no store to test with.
  if (compiled.failed) return [compiled, built, ...(await sources), await units];
  // The checks of the sources take what the tests leave. Servers and browsers side by side would save two minutes, and
  // have tests of faults and of screens wait for each other.
  const ofServer = await timed('server tests', () => testOnce(['server'], how()));
  const ofBrowsers = built.failed
    ? { name: 'browser tests', failed: 1, failures: ['not run: there is no build to show'], seconds: 0 }
    : await timed('browser tests', () => testTwice(['e2e'], how()));
  return [built, ...(await sources), await units, ofServer, ofBrowsers];
}

/** Types, lint and dead code, one after the other, since each of them could keep a core to itself. */
async function checkSources() {
  return [
    await checkTypes('types', 'tsconfig.json'),
    // The server has no DOM.
    await checkTypes('types of the server', 'tsconfig.server.json'),
    await check('lint', '@biomejs/biome', 'biome', ['check', '--error-on-warnings', '.']),
    await check('dead code', 'knip', 'knip', ['--no-progress']),
  ];
}

/** With several threads it takes twice the work, most of which another test could use. */
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
