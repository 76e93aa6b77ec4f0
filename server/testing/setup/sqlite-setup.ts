/** Vitest global setup: creates a migrated SQLite file, copied by each test application. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openStore } from '../../platform/db/connect.ts';
import { migrate } from '../../platform/db/schema/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of a migrated, empty SQLite file, copied by each test application. No test opens the original. */
    migratedFile: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'scaf-template-'));
  const store = await openStore({ dataDir, databaseUrl: null });
  await migrate(store);
  // Closing the last connection writes the log into the file.
  await store.close();
  project.provide('migratedFile', join(dataDir, 'scaf.sqlite'));
  return () => rmSync(dataDir, { recursive: true, force: true });
}
