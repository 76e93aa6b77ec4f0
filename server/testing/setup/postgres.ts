/** What a test asks for when it wants a PostgreSQL of its own. */
import { inject } from 'vitest';
import { createDatabase, type FreshDatabase } from './postgres-server.ts';

/** A new database with today's schema, empty: copied, which is quicker than running every migration. */
export function migratedPostgresDatabase(): Promise<FreshDatabase> {
  return createDatabase(inject('postgresUrl'), { template: inject('migratedUrl') });
}

/** A new, empty database on the server of this run; `template`: a copy of that one instead. */
export function freshPostgresDatabase(options: { template?: string } = {}): Promise<FreshDatabase> {
  return createDatabase(inject('postgresUrl'), options);
}
