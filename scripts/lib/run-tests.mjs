/** Runs projects of vitest.config.ts, shows their reports, and counts. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { countsOf, filesToRepeat, ofBothRuns } from './outcomes.mjs';
import { ROOT, run, toolOf } from './processes.mjs';

/**
 * Maximum number of failing files that are run again. More failures are not by chance, and a second try would take
 * as long as the first.
 */
const MOST_REPEATED = 8;

/**
 * Runs projects of vitest once and returns `{ passed, failed, skipped, failures }`. `how` has `{ workers }`, and `{
 * root, env, minutes, quiet, priority }` as for `run`.
 */
export async function testOnce(projects, how = {}) {
  return countsOf(await outcomesOf(projects, [], how));
}

/**
 * Runs browser tests. Browser tests may fail by chance. Runs each file with a failure once more, in a separate
 * process, because the tests of a file share pages and servers. Returns the counts; `flaky` has the names of tests
 * that passed only the second time (counted as passed). There is no second try if the run did not end, or failed
 * outside of every file.
 */
export async function testTwice(projects, how = {}) {
  const first = await outcomesOf(projects, [], how);
  const files = filesToRepeat(first);
  if (files === null || files.length === 0 || files.length > MOST_REPEATED) {
    return { ...countsOf(first), flaky: [] };
  }
  console.log(`\nOnce more, as chance may have had a part in it: ${files.join(', ')}`);
  const second = await outcomesOf(projects, files, how);
  // An incomplete second run clears no failure.
  if (filesToRepeat(second) === null) return { ...countsOf(first), flaky: [] };
  const { outcomes, flaky } = ofBothRuns(first, second);
  return { ...countsOf(outcomes), flaky };
}

/** Writes the names of flaky tests to a file; removes the file if there are no names. */
export function keepFlaky(file, names) {
  rmSync(file, { force: true });
  if (names.length === 0) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${names.join('\n')}\n`);
}

async function outcomesOf(projects, files, { root = ROOT, env = {}, minutes, quiet, workers, priority }) {
  const folder = mkdtempSync(join(tmpdir(), 'scaf-outcomes-'));
  const file = join(folder, 'outcomes.json');
  try {
    const { code } = await run(
      toolOf(ROOT, 'vitest'),
      [
        'run',
        ...['--root', root],
        ...projects.flatMap((project) => ['--project', project]),
        ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
        ...['--reporter=default', `--reporter=${join(ROOT, 'scripts/lib/vitest-outcomes.mjs')}`],
        ...files,
      ],
      { cwd: root, env: { ...env, SCAF_OUTCOMES: file, NODE_ENV: 'test' }, minutes, quiet, priority },
    );
    const outcomes = readOutcomes(file);
    if (outcomes === null) return [ofNoFile('vitest did not come to its end')];
    // Tests that vitest no longer finds must not pass for ever.
    if (!outcomes.some(({ state }) => state !== 'skipped')) outcomes.push(ofNoFile('no test was found'));
    if (code !== 0 && !outcomes.some(({ state }) => state === 'failed')) {
      outcomes.push(ofNoFile(`vitest ended with ${code}`));
    }
    return outcomes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readOutcomes(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

const ofNoFile = (name) => ({ file: null, name, state: 'failed', isExtra: true });
