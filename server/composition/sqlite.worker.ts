import { serveSqlite } from '../platform/db/serve-sqlite.ts';
import type { SqliteFile } from '../platform/db/sqlite-file.ts';
import type { AnyTransaction } from '../platform/db/store-transactions.ts';

serveSqlite(async (file) => {
  const [{ runTransactions }, { voteBatchTransaction }, { stateTransaction }, { receiptTransaction }] =
    await Promise.all([
      import('../platform/db/store-transactions.ts'),
      import('../assemblies/voting/store-batch.ts'),
      import('../assemblies/live/state-transaction.ts'),
      import('../assemblies/evidence/receipt-transaction.ts'),
    ]);
  return runTransactions(file, [voteBatchTransaction, stateTransaction, receiptTransaction, issueMonth]);
}, warm);

const loadIssue = () => import('../billing/issue/commit-month.ts');
/** Loaded by `warm`, because the first votes after a start do not wait for code of billing. */
const issueMonth: AnyTransaction = {
  name: 'issueMonth',
  run: async (trx, input) => (await loadIssue()).issueTransaction.run(trx, input),
};

async function warm(file: SqliteFile): Promise<void> {
  await loadIssue();
  const { warmVotes } = await import('../assemblies/voting/warm-votes.ts');
  await warmVotes(file);
}
