/**
 * What became of the tests of a run. An outcome is `{ file, name, state }`: `file` from the top of the checkout, null
 * for a failure that belongs to none; `state` is passed, failed or skipped; `detail` is what else there is to say. A
 * failure of no test (a file, a hook, an error that nobody caught) is an outcome too, `isExtra`: without the failure
 * there is none.
 */

/** `{ passed, failed, skipped, failures }`, the failures by their names. */
export function countsOf(outcomes) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { state } of outcomes) counts[state] += 1;
  return { ...counts, failures: outcomes.filter(hasFailed).map(sayingOf) };
}

/** The files in which something failed; null when a second run of them could not clear the first. */
export function filesToRepeat(outcomes) {
  const failed = outcomes.filter(hasFailed);
  return failed.some(({ file }) => file === null) ? null : [...new Set(failed.map(({ file }) => file))];
}

/**
 * A first run, and a second one of the files that failed in it, as `{ outcomes, flaky }`: each test once, `flaky` the
 * names of what failed in one of the two runs and not in the other. It counts as passed. What one run left out (a
 * step after one that failed) is as the other found it: it was tried once.
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
  // What only the second run had.
  for (const other of again.values()) {
    if (other.isExtra && other.file !== null) flaky.push(nameOf(other));
    else outcomes.push(other);
  }
  return { outcomes, flaky };
}

const hasFailed = ({ state }) => state === 'failed';
const nameOf = ({ file, name }) => [file, name].filter(Boolean).join(' > ');
const sayingOf = (outcome) => [nameOf(outcome), outcome.detail].filter(Boolean).join(': ');

/** By name, as a detail may differ from run to run. The second of a name is another one. */
function byKey(outcomes) {
  const keyed = new Map();
  for (const outcome of outcomes) {
    let key = nameOf(outcome);
    while (keyed.has(key)) key += '\n';
    keyed.set(key, outcome);
  }
  return keyed;
}
