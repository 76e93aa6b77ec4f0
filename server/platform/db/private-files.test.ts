import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startServer } from '../../testing/process.ts';
import { openStore } from './connect.ts';
import { migrate } from './schema/migrate.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'scaf-modes-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);
const modes = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dataDir, { recursive: true }).map((name) => [`${name}`, modeOf(join(dataDir, `${name}`))]),
  );

it.skipIf(process.platform === 'win32')('the files of a store are private, in any folder', async () => {
  chmodSync(dataDir, 0o755);
  const before = process.umask(0o022);
  const store = await openStore({ dataDir, databaseUrl: null }).finally(() => process.umask(before));
  await migrate(store);
  expect(modeOf(dataDir)).toBe('700');
  expect(modes()).toEqual({ 'scaf.sqlite': '600', 'scaf.sqlite-shm': '600', 'scaf.sqlite-wal': '600' });
  expect(store.repaired).toEqual([dataDir]);
  await store.close();
});

it.skipIf(process.platform === 'win32')(
  'readable files of an earlier version become private with a notice; others stay',
  async () => {
    const first = await openStore({ dataDir, databaseUrl: null });
    await migrate(first);
    await first.close();
    mkdirSync(join(dataDir, 'secrets'), { mode: 0o755 });
    writeFileSync(join(dataDir, 'secrets', 'jwt'), 'x', { mode: 0o644 });
    writeFileSync(join(dataDir, 'nota.txt'), 'x');
    for (const open of ['scaf.sqlite', 'nota.txt']) chmodSync(join(dataDir, open), 0o644);
    const store = await openStore({ dataDir, databaseUrl: null });
    const repaired = ['scaf.sqlite', 'secrets', join('secrets', 'jwt')];
    expect(store.repaired).toEqual(repaired.map((name) => join(dataDir, name)));
    await store.close();
    expect(modes()).toEqual({
      'nota.txt': '644',
      'scaf.sqlite': '600',
      secrets: '700',
      [join('secrets', 'jwt')]: '600',
    });
  },
);

it.skipIf(process.platform === 'win32')('a server writes only private files', { tags: 'slow' }, async () => {
  const server = await startServer({ dataDir });
  const open = Object.entries(modes()).filter(([, mode]) => !mode.endsWith('00'));
  expect(open).toEqual([]);
  expect(Object.keys(modes())).toContain('server.lock');
  await server.end();
});
