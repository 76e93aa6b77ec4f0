/** Versions before 1.0 for tests, from the git history. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Migration, Migrator, sql } from 'kysely';
import { before } from '../../migrations/before.ts';
import { BASELINE, migrations } from '../../migrations/index.ts';
import { openMemory, openStore, type Store } from '../platform/db/connect.ts';
import { schemaLines } from '../platform/db/schema/lines.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import { migratedPostgresDatabase } from './setup/postgres.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Commits on the way to 1.0: the oldest with an upgrade, the last before a former baseline, and the last before 1.0. */
export const formerVersions = ['52093b92', '62e55f01^', /\((\w+)\)/.exec(before.version)?.[1] ?? ''] as const;

/** True if the git history has all former versions; false in a shallow clone and outside a checkout. */
export const hasFormerVersions = formerVersions.every((commit) => {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{tree}`], { cwd: root, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});
if (!hasFormerVersions) console.log('Upgrades from before 1.0 are skipped: the git history is missing.');

/** Unpacks paths of a former version into a new folder, and removes the folder after the work. */
export async function withFormer<T>(
  commit: string,
  paths: string[],
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const parent = join(root, 'test-results');
  mkdirSync(parent, { recursive: true });
  // Inside the checkout: the former code finds the packages.
  const folder = mkdtempSync(join(parent, 'former-'));
  try {
    const tar = execFileSync('git', ['archive', commit, ...paths], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-xf', '-', '-C', folder], { input: tar });
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Applies all migrations of a former version to a store, after the migrations of an older version. */
export const migrateFormer = ({ db }: Store, commit: string): Promise<void> =>
  withFormer(commit, ['migrations', 'shared'], async (folder) => {
    const former: Former = await import(join(folder, 'migrations', 'index.ts'));
    const { BASELINE, LAST_BEFORE_BASELINE, migrations } = former;
    const applied = await db.introspection.getTables({ withInternalKyselyTables: true });
    if (applied.length > 0 && LAST_BEFORE_BASELINE !== undefined) {
      // The server of the former baseline gave the name to stores.
      await sql`delete from kysely_migration where name < ${LAST_BEFORE_BASELINE}`.execute(db);
      await sql`update kysely_migration set name = ${BASELINE} where name = ${LAST_BEFORE_BASELINE}`.execute(
        db,
      );
    }
    const provider = { getMigrations: async () => migrations };
    const { error } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest();
    if (error !== undefined) throw error;
  });

/** Index of the migrations of a former version. */
interface Former {
  migrations: Record<string, Migration>;
  BASELINE?: string;
  LAST_BEFORE_BASELINE?: string;
}

/** The baseline without the migrations after, as in a store right after the adoption. */
export const baselineAlone = { [BASELINE]: migrations[BASELINE] as Migration };

/** Returns the schema of a new store of this version. */
export async function newSchema(engine: Store['engine']): Promise<string[]> {
  const database = engine === 'postgres' ? await migratedPostgresDatabase() : null;
  const store =
    database === null ? await openMemory() : await openStore({ dataDir: '', databaseUrl: database.url });
  await migrate(store);
  const lines = await schemaLines(store.db);
  await store.close();
  await database?.drop();
  return lines;
}

/** Makes a new store look older: lists the migrations of the last version before 1.0, or `names`, as done. */
export async function disguise({ db }: Store, names = before.migrations): Promise<void> {
  await sql`delete from kysely_migration`.execute(db);
  for (const name of names)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-29')`.execute(db);
}
