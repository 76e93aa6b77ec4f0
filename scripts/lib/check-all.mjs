/**
 * What `npm test` does: every check, going on after a failure so that one run tells everything, and as
 * its last line the counts. A check without tests of its own (types, lint, dead code, build) counts as one.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { endingTogether, ROOT, run, toolOf } from './processes.mjs';
import { sentenceOf, text } from './texts.mjs';

/** Made at the end of a build; without it the workers run from their sources. */
const BUILT = join(ROOT, 'build', '.scaf-built');

export async function checkAll() {
  const results = await endingTogether(allChecks);
  const total = { passed: 0, failed: 0, skipped: 0 };
  console.log('\nSummary');
  for (const result of results) {
    for (const kind of Object.keys(total)) total[kind] += result[kind] ?? 0;
    const verdict = result.failed > 0 ? 'FAILED' : 'ok';
    console.log(
      `  ${result.name.padEnd(22)} ${verdict.padEnd(7)} ${closing(result).padEnd(34)} ${result.seconds} s`,
    );
    for (const failure of result.failures ?? []) console.log(`      ${failure}`);
  }
  process.exitCode = total.failed > 0 ? 1 : 0;
  console.log(closing(total));
}

async function allChecks() {
  const results = [];
  const ground = await timed('install', async () => {
    if (isInstalled(ROOT)) return {};
    console.log(text('installing', 'en'));
    await install(ROOT);
    return {};
  });
  // Nothing else can be asked without the tools.
  if (ground.failed) return [ground];

  console.log(text('building', 'en'));
  const built = await timed('build', async () => {
    await build(ROOT);
    return { passed: 1 };
  });
  results.push(built);
  results.push(
    ...(await Promise.all([
      check('types', 'typescript', 'tsc', ['--noEmit', '-p', 'tsconfig.json']),
      check('lint', '@biomejs/biome', 'biome', ['check', '--error-on-warnings', '.']),
      check('dead code', 'knip', 'knip', ['--no-progress']),
    ])),
  );
  results.push(await timed('unit and server tests', () => vitest(['unit', 'server'])));
  results.push(
    built.failed
      ? { name: 'browser tests', failed: 1, failures: ['not run: there is no build to show'], seconds: 0 }
      : await timed('browser tests', () => vitest(['e2e'])),
  );
  return results;
}

async function check(name, packageName, program, args) {
  return timed(name, async () => {
    const { code, output } = await run(toolOf(ROOT, packageName, program), args, { quiet: true });
    if (code !== 0) throw new Error(output.trim());
    return { passed: 1 };
  });
}

/** Runs projects of vitest.config.ts; their own report is shown as it comes. */
async function vitest(projects) {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-counts-'));
  const file = join(folder, 'counts.json');
  const reporters = ['--reporter=default', `--reporter=${join(ROOT, 'scripts/lib/vitest-counts.mjs')}`];
  try {
    const { code } = await run(
      toolOf(ROOT, 'vitest'),
      ['run', ...projects.flatMap((project) => ['--project', project]), ...reporters],
      {
        env: {
          SCAF_COUNTS: file,
          NODE_ENV: 'test',
          ...(existsSync(BUILT) ? { SCAF_BUILT_WORKERS: '1' } : {}),
        },
      },
    );
    const counts = countsIn(file);
    if (code !== 0 && counts.failed === 0) return failedToo(counts, `vitest ended with ${code}`);
    // Tests that are no longer found would otherwise pass for ever.
    if (counts.passed + counts.failed === 0) return failedToo(counts, 'no test was found');
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countsIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: ['vitest did not come to its end'] };
  }
}

function failedToo(counts, failure) {
  return { ...counts, failed: counts.failed + 1, failures: [...counts.failures, failure] };
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
