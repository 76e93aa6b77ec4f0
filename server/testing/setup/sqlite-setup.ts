/** Vitest's global setup: one SQLite file with the schema, which each application of a test copies. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate, openStore } from '../../platform/db/connect.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A file with the schema and nothing in it, to be copied: nobody opens it. */
    migratedFile: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'scaf-template-'));
  const store = await openStore({ dataDir, databaseUrl: null });
  await migrate(store);
  // The last to close it brings what its log holds into the file.
  await store.close();
  project.provide('migratedFile', join(dataDir, 'scaf.sqlite'));
  return () => rmSync(dataDir, { recursive: true, force: true });
}
