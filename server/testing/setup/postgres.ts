/** Creates PostgreSQL databases for tests. */
import { inject } from 'vitest';
import { createDatabase, type FreshDatabase } from './postgres-server.ts';

/**
 * Creates a PostgreSQL database for a test, with all migrations and without rows, as a copy of a prepared
 * database.
 */
export function migratedPostgresDatabase(): Promise<FreshDatabase> {
  return createDatabase(inject('postgresUrl'), { template: inject('migratedUrl') });
}

/**
 * Creates a PostgreSQL database for a test on the server of the test run, without tables or as a copy of
 * `template`.
 */
export function freshPostgresDatabase(options: { template?: string } = {}): Promise<FreshDatabase> {
  return createDatabase(inject('postgresUrl'), options);
}
