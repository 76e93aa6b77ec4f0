/** Creates PostgreSQL databases for tests. */
import { inject } from 'vitest';
import { createDatabase, type FreshDatabase } from './postgres-server.ts';

/** Creates a migrated, empty database by copying a migrated database. */
export function migratedPostgresDatabase(): Promise<FreshDatabase> {
  return createDatabase(inject('postgresUrl'), { template: inject('migratedUrl') });
}

/** Creates an empty database on the PostgreSQL server of this test run. `template`: database to copy. */
export function freshPostgresDatabase(options: { template?: string } = {}): Promise<FreshDatabase> {
  return createDatabase(inject('postgresUrl'), options);
}
