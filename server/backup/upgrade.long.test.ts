import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { before } from '../../migrations/before.ts';
import { migrations } from '../../migrations/index.ts';
import { openStore, type Store } from '../platform/db/connect.ts';
import { listAppliedMigrations } from '../platform/db/schema/adopt.ts';
import { isBehind, migrate } from '../platform/db/schema/migrate.ts';
import { baselineAlone, disguise } from '../testing/former.ts';
import { startServer } from '../testing/process.ts';
import { listCopies } from './copies.ts';
import { restore } from './restore.ts';
import { takeCopy } from './take-copy.ts';

let root: string;
let dataDir: string;
let copies: string;
const key = 'una clave de prueba de 32 bytes o más';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'scaf-upgrade-'));
  dataDir = join(root, 'datos');
  copies = join(root, 'copias');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function inStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir, databaseUrl: null });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
/** Makes a store of the last version before 1.0, or of an older version. */
const makeFormer = (names = before.migrations) =>
  inStore(async (store) => {
    await migrate(store, baselineAlone);
    await disguise(store, names);
  });
const places = (folder: string) => ({ BACKUP_DIR: folder, BACKUP_KEY: key });
const start = (folder: string) => startServer({ dataDir, env: places(folder) });

it('copies a store before migrating an older version, and only then', async () => {
  await makeFormer();
  expect(await inStore(isBehind)).toBe(true);
  const server = await start(copies);
  expect(server.output()).toContain('Antes de actualizar');
  await server.end();
  expect(await inStore(isBehind)).toBe(false);
  expect(await inStore(({ db }) => listAppliedMigrations(db))).toEqual(Object.keys(migrations));
  const [copy, ...more] = await listCopies(copies);
  expect(more).toEqual([]);

  // No copy at start for an up-to-date store or a new store.
  await (await start(copies)).end();
  await (await startServer({ dataDir: join(root, 'nueva'), env: places(copies) })).end();
  expect(await listCopies(copies)).toEqual([copy]);

  // The old version's data can be restored.
  const sealed = { file: join(copies, copy?.name ?? ''), key };
  const { epoch } = await restore({ dataDir, databaseUrl: null }, sealed, { reason: 'volver', at: 1 });
  expect(epoch.number).toBe(2);
  expect(await inStore(({ db }) => listAppliedMigrations(db))).toEqual(Object.keys(migrations));
});

it('a copy of the last version before 1.0 restores, and a copy of another version is refused', async () => {
  const at = { dataDir, databaseUrl: null };
  await makeFormer();
  const { name } = await takeCopy(at, { folder: copies, key });
  await inStore((store) => disguise(store, before.migrations.slice(1)));
  const older = await takeCopy(at, { folder: copies, key });
  const how = { reason: 'volver', at: Date.now() };
  await expect(restore(at, { file: join(copies, older.name), key }, how)).rejects.toThrow(
    'Actualice primero a',
  );
  expect(await inStore(({ db }) => listAppliedMigrations(db))).toEqual(before.migrations.slice(1));
  await restore(at, { file: join(copies, name), key }, how);
  expect(await inStore(({ db }) => listAppliedMigrations(db))).toEqual(Object.keys(migrations));
});

it('a failed copy before the migration changes nothing and reports a sentence', async () => {
  await makeFormer();
  writeFileSync(copies, 'a file where the folder should be');
  await expect(start(copies)).rejects.toThrow(/ended with 78[\s\S]*No se pudo hacer la copia de seguridad/);
  expect(await inStore(isBehind)).toBe(true);
});

it('refuses any other store from before 1.0 with a sentence, and changes nothing', async () => {
  const names = ['20261121a-accounts-and-properties', '20261121b-assemblies'];
  await makeFormer(names);
  await expect(start(copies)).rejects.toThrow(/ended with 78[\s\S]*Actualice primero a 0\.1\.0/);
  expect(existsSync(copies) ? await listCopies(copies) : []).toEqual([]);
  expect(await inStore(({ db }) => listAppliedMigrations(db))).toEqual(names);
});
