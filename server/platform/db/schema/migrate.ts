import { type Migration, Migrator } from 'kysely';
import { BASELINE, migrations } from '../../../../migrations/index.ts';
import { openStore, type Store } from '../connect.ts';
import { StoreError } from '../store-error.ts';
import { mayPass } from '../store-fault.ts';
import { adoptFormer, listAppliedMigrations, tryAdoption } from './adopt.ts';

/**
 * Applies all missing migrations (changes of the database tables), all together. Several processes may
 * start at once: the first takes a lock, the others wait.
 * @throws StoreError if a migration failed; the store is unchanged
 */
export async function migrate(store: Store, steps: Record<string, Migration> = migrations): Promise<void> {
  // On a large PostgreSQL a step may take longer than the limit of requests.
  const own = store.engine === 'postgres' ? await openStore(store.address, 'tasks') : store;
  const migrator = new Migrator({
    db: own.db,
    provider: { getMigrations: async () => steps },
    // Steps run by name. The order check uses the times of earlier runs: after a clock set back between two versions
    // no server would start again.
    allowUnorderedMigrations: true,
  });
  try {
    await adoptFormer(own);
    // The migrator never throws: the result has the error.
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    throw new StoreError(
      `No se pudo actualizar el esquema de la base de datos, que queda como estaba (${error instanceof Error ? error.message : String(error)}).`,
      mayPass(error),
    );
  } finally {
    if (own !== store) await own.close();
  }
}

/**
 * True if the tables of the store were made by an older version: some migrations are applied and others are
 * missing. False for an empty store, and for a store with a migration of a newer version.
 * @throws StoreError for a store that `migrate` refuses
 */
export async function isBehind(store: Store): Promise<boolean> {
  await tryAdoption(store);
  const applied = await listAppliedMigrations(store.db);
  const present = Object.keys(migrations);
  const isNewer = applied.includes(BASELINE) && applied.some((name) => !present.includes(name));
  return applied.length > 0 && !isNewer && present.some((name) => !applied.includes(name));
}
