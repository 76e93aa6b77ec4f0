import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { isBehind, migrate, openStore, type Store } from '../platform/db/connect.ts';
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
/** All migrations except the last: the schema before the upgrade. */
const former = Object.fromEntries(Object.entries(migrations).slice(0, -1));
const places = (folder: string) => ({ BACKUP_DIR: folder, BACKUP_KEY: key });
const start = (folder: string) => startServer({ dataDir, env: places(folder) });

it('copies a store before migrating an older version, and only then', async () => {
  await inStore((store) => migrate(store, former));
  expect(await inStore(isBehind)).toBe(true);
  const server = await start(copies);
  expect(server.output()).toContain('Antes de actualizar');
  await server.end();
  expect(await inStore(isBehind)).toBe(false);
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
  await inStore((store) => migrate(store, former));
  writeFileSync(copies, 'a file where the folder should be');
  await expect(start(copies)).rejects.toThrow(/ended with 78[\s\S]*No se pudo hacer la copia de seguridad/);
  expect(await inStore(isBehind)).toBe(true);
});
