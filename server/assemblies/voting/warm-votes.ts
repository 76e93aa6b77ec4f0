import { setImmediate as nextTurn } from 'node:timers/promises';
import { headSignerOf } from '../../platform/audit/signing.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import { connectionTo, type SqliteFile } from '../../platform/db/sqlite-file.ts';
import { runTransactions } from '../../platform/db/store-transactions.ts';
import { newReceipt } from './cast-votes.ts';
import { type Batch, type Outcome, voteBatchTransaction } from './store-batch.ts';

const ROOT = 1;
/** A joint has one open question; the root and four sectors vote. */
const JOINTS = 5;
const QUESTION = 2;
const UNITS = 120;
/** Units per batch, as in a hall. */
const BATCH = 4;

/**
 * Stores batches of votes in a scratch database in memory to compile the statements and the code of a batch, and
 * prepares the statements on the file. A single batch per turn of the database thread, so other requests wait for at
 * most one batch.
 * @returns number of stored votes
 */
export async function warmVotes(file: SqliteFile): Promise<number> {
  const scratch = file.scratch();
  const connection = connectionTo(scratch);
  try {
    const put = async (table: string, row: Record<string, number | string>): Promise<void> => {
      const all = Object.fromEntries(scratch.neededColumns(table).map(({ name, value }) => [name, value]));
      Object.assign(all, row);
      const names = Object.keys(all);
      const text = `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`;
      const { error } = await connection.do([{ do: 'run', sql: text, parameters: Object.values(all) }]);
      if (error !== undefined) throw error;
    };
    const assembly_id = 1;
    await put('assembly', { assembly_id, joint_id: ROOT, opened_at: 1 });
    await put('audit_tree', { chain: jointChain(ROOT), origin: 'scaf/joint/1', salt: '00'.repeat(32) });
    const unitIds = Array.from({ length: UNITS }, (_, i) => `T-${i}`);
    const jointIds = Array.from({ length: JOINTS }, (_, i) => ROOT + i);
    for (const joint_id of jointIds) {
      await put('joint_revision', { joint_id });
      await put('concept', { assembly_id, joint_id, concept_id: QUESTION, active: 1 });
      await put('answer', { assembly_id, joint_id, concept_id: QUESTION, answer_id: 1 });
      for (const apartment_id of unitIds) {
        const unit = { assembly_id, joint_id, apartment_id };
        await put('roll_unit', { ...unit, version: 1, coefficient: 1 });
        await put('attendance', { ...unit, holder: apartment_id });
      }
    }
    const run = runTransactions(connection, [voteBatchTransaction]);
    const signer = headSignerOf('scratch').plain;
    let stored = 0;
    for (const joint_id of jointIds) {
      for (let first = 0; first < UNITS; first += BATCH) {
        const ballots = unitIds.slice(first, first + BATCH).map((apartment_id, at) => ({
          row: {
            joint_id,
            concept_id: QUESTION,
            apartment_id,
            answer_id: 1,
            holder: apartment_id,
            user_id: null,
            actor: 'scratch',
            receipt: newReceipt(),
          },
          key: { keyHash: UNITS * joint_id + first + at, bodyHash: 1 },
        }));
        const input: Batch = { rootId: ROOT, ballots, at: Date.now(), signer };
        const [answer] = await run([{ name: voteBatchTransaction.name, input }]);
        if (answer === undefined || answer.error !== undefined) throw answer?.error;
        const { outcomes } = answer.result as { outcomes: Outcome[] };
        stored += outcomes.filter((outcome) => 'receipt' in outcome).length;
        await nextTurn();
      }
    }
    file.prepareAs(scratch);
    return stored;
  } finally {
    await connection.close();
  }
}
