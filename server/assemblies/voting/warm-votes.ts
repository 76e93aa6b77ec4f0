import { setImmediate as nextTurn } from 'node:timers/promises';
import { headSignerOf } from '../../platform/audit/signing.ts';
import type { SqliteFile } from '../../platform/db/sqlite-file.ts';
import { dbOn, runTransactions } from '../../platform/db/store-transactions.ts';
import type { Batch, Outcome } from './batch.types.ts';
import { voteToStore } from './cast-votes.ts';
import { scratchHall } from './scratch-hall.repository.ts';
import { voteBatchTransaction } from './store-batch.ts';

/** Number of votes per batch when warming up. */
const BATCH = 4;
/** Every fourth batch has split votes, for the code and the statements of unusual batches. */
const SPLIT_EVERY = 4 * BATCH;

/**
 * Stores batches of votes in a scratch database in memory before real votes come, to compile the statements and the
 * code, and prepares the statements on the database file. Runs a single batch per turn of the database thread, so
 * other requests wait for at most one batch.
 * @returns number of stored votes
 */
export async function warmVotes(file: SqliteFile): Promise<number> {
  const scratch = file.scratch();
  try {
    const { rootId, votes } = await scratchHall(dbOn(scratch));
    const run = runTransactions(scratch, [voteBatchTransaction]);
    const signer = headSignerOf('scratch').plainSigner;
    let stored = 0;
    for (let first = 0; first < votes.length; first += BATCH) {
      const requests = votes
        .slice(first, first + BATCH)
        .map(({ jointId, apartmentId, conceptId, code }, at) => ({
          rows: [
            voteToStore({
              jointId,
              conceptId,
              apartmentId,
              answerId: 1,
              actor: 'scratch',
              device: { holder: code, userId: null },
            }),
          ],
          isSplit: first % SPLIT_EVERY === 0,
          key: { keyHash: first + at, bodyHash: 1 },
        }));
      const input: Batch = { rootId, requests, at: Date.now(), signer };
      const [answer] = await run([{ name: voteBatchTransaction.name, input }]);
      if (answer === undefined || answer.error !== undefined) throw answer?.error;
      const { outcomes } = answer.result as { outcomes: Outcome[] };
      stored += outcomes.filter((outcome) => !('refused' in outcome)).length;
      await nextTurn();
    }
    file.prepareAs(scratch);
    return stored;
  } finally {
    scratch.close();
  }
}
