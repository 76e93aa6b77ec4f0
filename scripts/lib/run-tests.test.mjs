import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { summaryOf } from './check-all.mjs';
import { ofBothRuns } from './outcomes.mjs';
import { ROOT } from './processes.mjs';
import { keepFlaky, testOnce, testTwice } from './run-tests.mjs';

let folder;
beforeEach(() => {
  // Below node_modules, so the files find vitest and other tools do not find the files.
  mkdirSync(join(ROOT, 'node_modules', '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'node_modules', '.cache', 'scaf-tests-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Makes a folder with a vitest project of these files. Tests may call `isFirst(name)`: true at the first use of a
 * name in any process.
 */
function project(files) {
  const head = `import { existsSync, writeFileSync } from 'node:fs';
    import { afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
    function isFirst(name) {
      const mark = ${JSON.stringify(folder)} + '/was-' + name;
      if (existsSync(mark)) return false;
      writeFileSync(mark, '');
      return true;
    }
    const fail = (why = 'x') => { throw new Error(why); };`;
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, name), `${head}\n${lines}\n`);
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    // `exclude` contains node_modules by default.
    `export default { test: { projects: [{ test: { name: 'small', include: ['*.test.mjs'], exclude: [] } }] } };`,
  );
  return { root: folder, quiet: true };
}

const once = (files) => testOnce(['small'], project(files));
const twice = (files) => testTwice(['small'], project(files));
const byChance = `it('by chance', () => { if (isFirst('chance')) fail(); });`;

describe('a run', () => {
  it('a run counts passed, failed and skipped tests', async () => {
    const lines = `it('good', () => {}); it('bad', () => fail()); it.skip('later', () => {}); it.todo('one day');`;
    expect(await once({ 'a.test.mjs': lines })).toEqual({
      passed: 1,
      failed: 1,
      skipped: 2,
      failures: ['a.test.mjs > bad'],
    });
  });

  it('a run counts an unreadable file, a failed hook and an uncaught error', async () => {
    const counts = await once({
      'a.test.mjs': `fail('not collected');`,
      'b.test.mjs': `describe('group', () => { beforeAll(() => fail('hook')); it('never', () => {}); });`,
      'c.test.mjs': `it('good', () => { setTimeout(() => fail('uncaught'), 0); return new Promise((d) => setTimeout(d, 50)); });`,
    });
    expect(counts.failures.sort()).toEqual([
      'a.test.mjs > (could not be collected, or a hook failed)',
      'b.test.mjs > group (a hook failed)',
      'c.test.mjs > unhandled error: uncaught',
    ]);
    expect(counts).toMatchObject({ passed: 1, failed: 3 });
  });

  it('a run without tests fails', async () => {
    const counts = await once({ 'a.test.mjs': `it.skip('later', () => {});` });
    expect(counts).toMatchObject({ passed: 0, failed: 1, skipped: 1, failures: ['no test was found'] });
  });

  it('a plain run has no second try', async () => {
    expect(await once({ 'a.test.mjs': byChance })).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('a run with a second try', () => {
  it('a second try names passed tests as flaky, and repeats no passed file', { tags: 'slow' }, async () => {
    const counts = await twice({
      'a.test.mjs': `${byChance} it('beside it', () => {});`,
      'b.test.mjs': `it('always', () => fail()); it('after it', () => {});`,
      'c.test.mjs': `it('once only', () => { if (!isFirst('c')) fail('run twice'); });`,
    });
    expect(counts).toEqual({
      passed: 4,
      failed: 1,
      skipped: 0,
      failures: ['b.test.mjs > always'],
      flaky: ['a.test.mjs > by chance'],
    });
  });

  it('a second try repeats a whole story, and counts the steps skipped before', async () => {
    const counts = await twice({
      'story.test.mjs': `
        let failed = false; let told = 0;
        beforeEach(({ skip }) => { if (failed) skip('a step failed before'); });
        afterEach(({ task }) => { failed ||= task.result?.state === 'fail'; });
        it('one', () => { told += 1; });
        it('two', () => { if (isFirst('two')) fail(); told += 1; });
        it('three', () => { if (told !== 2) fail('not told from its beginning'); });`,
    });
    expect(counts).toEqual({
      passed: 3,
      failed: 0,
      skipped: 0,
      failures: [],
      flaky: ['story.test.mjs > two'],
    });
  });

  it('a second try names a hook, a file and an uncaught error as flaky', { tags: 'slow' }, async () => {
    const counts = await twice({
      'a.test.mjs': `describe('group', () => { beforeAll(() => { if (isFirst('hook')) fail(); }); it('in it', () => {}); });`,
      'b.test.mjs': `if (isFirst('file')) fail(); it('collected', () => {});`,
      'c.test.mjs': `it('good', () => { if (isFirst('late')) setTimeout(() => fail('late'), 0); return new Promise((d) => setTimeout(d, 50)); });`,
    });
    expect(counts.flaky.sort()).toEqual([
      'a.test.mjs > group (a hook failed)',
      'b.test.mjs > (could not be collected, or a hook failed)',
      'c.test.mjs > unhandled error',
    ]);
    expect(counts).toMatchObject({ passed: 3, failed: 0, skipped: 0 });
  });

  it('too many failed files get no second try', { tags: 'slow' }, async () => {
    const names = Array.from({ length: 9 }, (_, at) => `${at}.test.mjs`);
    const files = Object.fromEntries(names.map((name) => [name, byChance.replace("'chance'", `'${name}'`)]));
    expect(await twice(files)).toMatchObject({ passed: 0, failed: 9, flaky: [] });
  });
});

describe('two runs', () => {
  const one = (name, state, more = {}) => ({ file: 'a.test.ts', name, state, ...more });
  const hook = one('(a hook failed)', 'failed', { isExtra: true });

  it('a test that passed, then failed, is flaky', () => {
    const first = [one('other', 'failed'), one('good', 'passed')];
    const second = [one('other', 'failed'), one('good', 'failed')];
    expect(ofBothRuns(first, second)).toEqual({
      outcomes: [one('other', 'failed'), one('good', 'passed')],
      flaky: ['a.test.ts > good'],
    });
  });

  it('two runs clear no test that the second run left out, did not find or saw failing', () => {
    const left = [one('left out', 'failed'), one('gone', 'failed'), one('late', 'skipped')];
    const { outcomes, flaky } = ofBothRuns(left, [one('left out', 'skipped'), one('late', 'failed'), hook]);
    expect(outcomes).toEqual([one('left out', 'failed'), one('gone', 'failed'), one('late', 'failed')]);
    expect(flaky).toEqual(['a.test.ts > (a hook failed)']);
  });

  it('a failure with another message in the second run is not flaky', () => {
    const error = (detail) => one('unhandled error', 'failed', { isExtra: true, detail });
    const { outcomes, flaky } = ofBothRuns(
      [error('port 40001')],
      [one('good', 'passed'), error('port 40002')],
    );
    expect(outcomes.filter(({ state }) => state === 'failed')).toHaveLength(1);
    expect(flaky).toEqual([]);
  });

  it('two runs distinguish tests of the same name', () => {
    const first = [one('twin', 'passed'), one('twin', 'failed')];
    expect(ofBothRuns(first, first).outcomes).toEqual(first);
  });
});

describe('the summary', () => {
  const results = [
    { name: 'lint', passed: 1, seconds: 3 },
    { name: 'browser tests', passed: 7, failed: 0, skipped: 1, failures: [], flaky: ['a > b'], seconds: 9 },
  ];

  it('the summary ends with the counts, after the flaky tests', () => {
    const { lines, hasFailed } = summaryOf(results, false);
    expect(lines.slice(-2)).toEqual([
      'flaky (passed at one of two tries only): a > b',
      '8 passed, 0 failed, 1 skipped',
    ]);
    expect(hasFailed).toBe(false);
  });

  it('a flaky test fails a long run', () => {
    expect(summaryOf(results, true).hasFailed).toBe(true);
    expect(summaryOf([{ ...results[1], flaky: [] }], true).hasFailed).toBe(false);
  });

  it('flaky tests are written to a file; without flaky tests the file is removed', () => {
    const file = join(folder, 'test-results', 'flaky.txt');
    keepFlaky(file, ['a > b', 'c']);
    expect(readFileSync(file, 'utf8')).toBe('a > b\nc\n');
    keepFlaky(file, []);
    expect(existsSync(file)).toBe(false);
  });
});
