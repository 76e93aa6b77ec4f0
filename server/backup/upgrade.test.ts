import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Migration, Migrator, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BASELINE, LAST_BEFORE_BASELINE, migrations } from '../../migrations/index.ts';
import { isBehind, listAppliedMigrations, openStore, type Store } from '../platform/db/connect.ts';
import { startServer } from '../testing/process.ts';
import { listCopies } from './copies.ts';
import { restore } from './restore.ts';

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
/** Makes the store of the version before the baseline, or of an older version. */
const makeFormer = (names = ['20261128y-doubted-arrivals', LAST_BEFORE_BASELINE]) =>
  inStore(async (store) => {
    const provider = { getMigrations: async () => ({ [BASELINE]: migrations[BASELINE] as Migration }) };
    await new Migrator({ db: store.db, provider }).migrateToLatest();
    await sql`delete from kysely_migration`.execute(store.db);
    for (const name of names)
      await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-28')`.execute(
        store.db,
      );
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
});

it('a failed copy before the migration changes nothing and reports a sentence', async () => {
  await makeFormer();
  writeFileSync(copies, 'a file where the folder should be');
  await expect(start(copies)).rejects.toThrow(/ended with 78[\s\S]*No se pudo hacer la copia de seguridad/);
  expect(await inStore(isBehind)).toBe(true);
});

it('refuses a store from a version before the baseline with a sentence, and changes nothing', async () => {
  const names = ['20261121a-accounts-and-properties', '20261121b-assemblies'];
  await makeFormer(names);
  await expect(startServer({ dataDir })).rejects.toThrow(/ended with 78[\s\S]*instale primero la versión/);
  expect(await inStore(({ db }) => listAppliedMigrations(db))).toEqual(names);
});
