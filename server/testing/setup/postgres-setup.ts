/** Vitest global setup: starts a PostgreSQL server for all test files and gives the tests the address. */
import type { TestProject } from 'vitest/node';
import { openStore } from '../../platform/db/connect.ts';
import { migrate } from '../../platform/db/schema/migrate.ts';
import { createDatabase, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    /** Address of a migrated, empty database, copied for each test. No test connects to the original. */
    migratedUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  const { url } = await createDatabase(server.url);
  const store = await openStore({ dataDir: '', databaseUrl: url });
  await migrate(store);
  await store.close();
  project.provide('migratedUrl', url);
  return () => server.stop();
}
