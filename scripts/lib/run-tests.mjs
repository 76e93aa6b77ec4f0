/** Runs projects of vitest.config.ts, and counts. Their own report is shown as it comes. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { countsOf, filesToRepeat, ofBothRuns } from './outcomes.mjs';
import { ROOT, run, toolOf } from './processes.mjs';

/** More than this many files do not fail by chance, and a second try of them would take as long as all of them. */
const MOST_REPEATED = 8;

/** Once: `{ passed, failed, skipped, failures }`. `how` is `{ workers }`, and `{ root, env, minutes, quiet, priority }` as `run` takes them. */
export async function testOnce(projects, how = {}) {
  return countsOf(await outcomesOf(projects, [], how));
}

/**
 * Browsers, which may fail by chance: the files in which something failed are run once more, whole, in a process of
 * its own, since tests of a file share pages, servers and what they did before. What then passes is `flaky`: its
 * names, beside the counts, in which it has passed. A run that came to no end, or failed outside of every file, has
 * no second try.
 */
export async function testTwice(projects, how = {}) {
  const first = await outcomesOf(projects, [], how);
  const files = filesToRepeat(first);
  if (files === null || files.length === 0 || files.length > MOST_REPEATED) {
    return { ...countsOf(first), flaky: [] };
  }
  console.log(`\nOnce more, as chance may have had a part in it: ${files.join(', ')}`);
  const second = await outcomesOf(projects, files, how);
  // What cannot tell clears nothing.
  if (filesToRepeat(second) === null) return { ...countsOf(first), flaky: [] };
  const { outcomes, flaky } = ofBothRuns(first, second);
  return { ...countsOf(outcomes), flaky };
}

/** Keeps the names of what was flaky in a file of its own; without any there is none. */
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
    // Tests that are no longer found would otherwise pass for ever.
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
