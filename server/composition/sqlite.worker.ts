import { serveSqlite } from '../platform/db/serve-sqlite.ts';
import type { SqliteFile } from '../platform/db/sqlite-file.ts';

serveSqlite(async (file) => {
  const [{ runTransactions }, { voteBatchTransaction }, { stateTransaction }, { receiptTransaction }] =
    await Promise.all([
      import('../platform/db/store-transactions.ts'),
      import('../assemblies/voting/store-batch.ts'),
      import('../assemblies/live/state-transaction.ts'),
      import('../assemblies/evidence/receipt-transaction.ts'),
    ]);
  return runTransactions(file, [voteBatchTransaction, stateTransaction, receiptTransaction]);
}, warm);

async function warm(file: SqliteFile): Promise<void> {
  const { warmVotes } = await import('../assemblies/voting/warm-votes.ts');
  await warmVotes(file);
}
