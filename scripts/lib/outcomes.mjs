/**
 * Merges and counts outcomes of tests: `{ file, name, state }`. `file` is relative to the top of the checkout, or
 * null for a failure without a file. `state` is passed, failed or skipped. `detail` holds further text. `isExtra`
 * marks a failure outside of any test (a file, a hook, an uncaught error).
 */

/** Returns `{ passed, failed, skipped, failures }`; `failures` has the names of failed tests. */
export function countsOf(outcomes) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { state } of outcomes) counts[state] += 1;
  return { ...counts, failures: outcomes.filter(hasFailed).map(sayingOf) };
}

/** Returns the files with a failure, to run again; null if a second run cannot help (a failure without a file). */
export function filesToRepeat(outcomes) {
  const failed = outcomes.filter(hasFailed);
  return failed.some(({ file }) => file === null) ? null : [...new Set(failed.map(({ file }) => file))];
}

/**
 * Merges the outcomes of a first run and of a second run of the failed files into `{ outcomes, flaky }`. Each test
 * counts once. `flaky` has the names of tests that failed in only one of the two runs; the tests count as passed. A
 * test skipped in one of the runs (a step after a failed step) has the outcome of the other run.
 */
export function ofBothRuns(first, second) {
  const again = byKey(second);
  const repeated = new Set(second.map(({ file }) => file));
  const outcomes = [];
  const flaky = [];
  for (const [key, one] of byKey(first)) {
    const other = again.get(key);
    again.delete(key);
    if (hasFailed(one) && (other?.state === 'passed' || (one.isExtra && !other && repeated.has(one.file)))) {
      flaky.push(nameOf(one));
      if (other) outcomes.push(other);
    } else if (one.state === 'passed' && other?.state === 'failed') {
      flaky.push(nameOf(one));
      outcomes.push(one);
    } else outcomes.push(one.state === 'skipped' && other ? other : one);
  }
  // Outcomes of the second run alone.
  for (const other of again.values()) {
    if (other.isExtra && other.file !== null) flaky.push(nameOf(other));
    else outcomes.push(other);
  }
  return { outcomes, flaky };
}

const hasFailed = ({ state }) => state === 'failed';
const nameOf = ({ file, name }) => [file, name].filter(Boolean).join(' > ');
const sayingOf = (outcome) => [nameOf(outcome), outcome.detail].filter(Boolean).join(': ');

/** Maps outcomes by file and name, because the detail may differ between runs. A repeated name gets a number. */
function byKey(outcomes) {
  const keyed = new Map();
  for (const outcome of outcomes) {
    let key = nameOf(outcome);
    while (keyed.has(key)) key += '\n';
    keyed.set(key, outcome);
  }
  return keyed;
}
