/** Vitest's global setup: one PostgreSQL server for all files, its address handed to them. */
import type { TestProject } from 'vitest/node';
import { migrate, openStore } from '../../platform/db/connect.ts';
import { createDatabase, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    /** A database with the schema and nothing in it, to be copied: nobody connects to it. */
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
