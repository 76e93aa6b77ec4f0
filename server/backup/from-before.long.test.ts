/** Test: real servers of the versions before 1.0, one after another, bring the demonstration of the oldest into 1.0. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { defined } from '../../shared/defined.ts';
import { verifyAudit } from '../audit/verify.ts';
import { openStore, type Store } from '../platform/db/connect.ts';
import { listAppliedMigrations } from '../platform/db/schema/adopt.ts';
import { schemaLines } from '../platform/db/schema/lines.ts';
import { formerVersions, hasFormerVersions, newSchema, withFormer } from '../testing/former.ts';
import { type ServerSetup, startServer } from '../testing/process.ts';
import { freshPostgresDatabase } from '../testing/setup/postgres.ts';
import { restore } from './restore.ts';

const key = 'una clave de prueba de 32 bytes o más';
const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** Returns the number of rows of some tables. */
async function contentOf({ db }: Store) {
  const tables = ['apartment', 'vote', 'ledger_item', 'bill', 'payment'];
  const counts = tables.map(async (table) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
    return [table, Number(rows[0]?.n)];
  });
  return Object.fromEntries(await Promise.all(counts));
}

describe.skipIf(!hasFormerVersions)('from before 1.0', () => {
  it.each(['sqlite', 'postgres'] as const)(
    'servers upgrade a store on %s, version by version',
    async (engine) => {
      const root = mkdtempSync(join(tmpdir(), 'scaf-before-'));
      const database = engine === 'postgres' ? await freshPostgresDatabase() : null;
      const address = { dataDir: join(root, 'datos'), databaseUrl: database?.url ?? null };
      const copies = join(root, 'copias');
      const inStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
        const store = await openStore(address);
        return work(store).finally(() => store.close());
      };
      // Copies of PostgreSQL need the programs of the server's version.
      const ownEnv: Record<string, string> =
        database === null ? { BACKUP_DIR: copies, BACKUP_KEY: key } : { BACKUP_DIR: '' };
      // Former versions have no build.
      const fromSources = { ...ownEnv, SCAF_BUILT_WORKERS: 'no' };
      const setup = { dataDir: address.dataDir, ...defined({ databaseUrl: database?.url }), env: ownEnv };
      /** Copies made before the upgrades, oldest first. */
      const made: string[] = [];
      const serve = async (former: Partial<ServerSetup> = {}) => {
        const server = await startServer({ ...setup, ...former });
        await server.end();
        made.push(...(/se hizo la copia (\S+)\.\s/.exec(server.output())?.slice(1) ?? []));
      };
      const serveFormer = (commit: string, mode = 'production') =>
        withFormer(commit, ['.'], (folder) => {
          const env = { ...fromSources, NODE_ENV: mode };
          return serve({ main: join(folder, 'server', 'main.ts'), nodeArgs: ['--import', tsx], env });
        });
      const [oldest, beforeBaseline, last] = formerVersions;
      await serveFormer(oldest, 'development');
      await serveFormer(beforeBaseline);
      await serveFormer(last);
      const content = await inStore(contentOf);
      expect(content.apartment).toBeGreaterThan(20);
      expect(content.ledger_item).toBeGreaterThan(20);

      await serve();
      const expectUpgraded = () =>
        inStore(async (store) => {
          expect(await listAppliedMigrations(store.db)).toEqual(Object.keys(migrations));
          expect(await schemaLines(store.db)).toEqual(await newSchema(engine));
          expect(await contentOf(store)).toEqual(content);
          expect((await verifyAudit(store.db)).findings).toEqual([]);
        });
      await expectUpgraded();

      if (database === null) {
        expect(made).toHaveLength(3);
        const file = (name = '') => ({ file: join(copies, name), key });
        const how = { reason: 'volver', at: Date.now() };
        for (const name of made.slice(0, 2)) {
          await expect(restore(address, file(name), how)).rejects.toThrow('Actualice primero a');
        }
        await restore(address, file(made[2]), how);
        await expectUpgraded();

        // The copy of the oldest version goes the way of the store.
        await withFormer(beforeBaseline, ['.'], async (folder) => {
          const script = join(folder, 'scripts', 'restore.ts');
          const env = { ...process.env, ...fromSources, DATA_DIR: address.dataDir, NODE_ENV: 'production' };
          execFileSync(
            process.execPath,
            ['--import', tsx, script, '--file', file(made[0]).file, '--acepto-perder'],
            { env },
          );
        });
        await serveFormer(last);
        await serve();
        await expectUpgraded();
      }
      await database?.drop();
      rmSync(root, { recursive: true, force: true });
    },
  );
});
