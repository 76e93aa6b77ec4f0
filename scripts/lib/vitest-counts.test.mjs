import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT, run, toolOf } from './processes.mjs';

let folder;
beforeEach(() => {
  // Below node_modules, so that the files of these runs find vitest, and no other tool finds them.
  mkdirSync(join(ROOT, 'node_modules', '.cache'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'node_modules', '.cache', 'scaf-counts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs vitest on the given files in a folder of their own and returns what the reporter counted. */
async function count(files) {
  const root = join(folder, 'project');
  mkdirSync(root);
  for (const [name, lines] of Object.entries(files)) {
    writeFileSync(join(root, name), `import { beforeAll, describe, it } from 'vitest';\n${lines}\n`);
  }
  // `exclude` has node_modules in it unless told otherwise.
  writeFileSync(
    join(root, 'vitest.config.mjs'),
    `export default { test: { include: ['*.test.mjs'], exclude: [] } };`,
  );
  const env = { SCAF_COUNTS: join(folder, 'counts.json') };
  const reporter = `--reporter=${join(ROOT, 'scripts/lib/vitest-counts.mjs')}`;
  const options = { cwd: root, env, quiet: true };
  const { code } = await run(toolOf(ROOT, 'vitest'), ['run', '--root', root, reporter], options);
  return { code, ...JSON.parse(readFileSync(env.SCAF_COUNTS, 'utf8')) };
}

it('counts what passed, failed and was skipped', async () => {
  const counts = await count({
    'a.test.mjs': `it('good', () => {}); it('bad', () => { throw new Error('x'); }); it.skip('later', () => {}); it.todo('one day');`,
  });
  expect(counts).toMatchObject({ code: 1, passed: 1, failed: 1, skipped: 2, failures: ['a.test.mjs > bad'] });
});

it('counts a file that cannot be collected, a hook that fails and an error nobody caught', async () => {
  const counts = await count({
    'a.test.mjs': `throw new Error('not collected');`,
    'b.test.mjs': `describe('group', () => { beforeAll(() => { throw new Error('hook'); }); it('never', () => {}); });`,
    'c.test.mjs': `it('good', () => { setTimeout(() => { throw new Error('uncaught'); }, 0); return new Promise((d) => setTimeout(d, 50)); });`,
  });
  expect(counts.failures.sort()).toEqual([
    'a.test.mjs (could not be collected, or a hook failed)',
    'b.test.mjs > group (a hook failed)',
    'unhandled error: uncaught',
  ]);
  expect(counts).toMatchObject({ code: 1, passed: 1, failed: 3 });
});
