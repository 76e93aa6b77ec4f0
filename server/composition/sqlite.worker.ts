import { serveSqlite } from '../platform/db/serve-sqlite.ts';

serveSqlite(async (file) => {
  const [{ runWorks }, { batchWork }] = await Promise.all([
    import('../platform/db/store-works.ts'),
    import('../assemblies/voting/store-batch.ts'),
  ]);
  return runWorks(file, [batchWork]);
});
