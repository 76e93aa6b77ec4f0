import type { Day } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { StoreAddress } from '../../platform/db/connect.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { runInWorker } from '../../platform/queue/run-in-worker.ts';
import { previews } from '../../platform/queue/worker-pool.ts';
import { hasBooks } from '../ledger/books.repository.ts';
import { readDebtors } from './debtors.report.ts';

export interface ArrearsTask {
  kind: 'arrears';
  jointId: number;
}

/** Debtors by the current books, in table order. */
interface Arrears {
  /** Last day of included postings: today, or the last posting day if later. */
  asOf: Day;
  debtors: { units: string[]; owner: string; owed: Centavos }[];
}

/** Computes the debtors in a worker from a snapshot. Null for a joint without books. */
export function reckonArrears(db: Db, { jointId }: ArrearsTask): Promise<{ arrears: Arrears | null }> {
  return readAsOfNow(db, async (trx) => {
    if (!(await hasBooks(trx, jointId))) return { arrears: null };
    const { until, rows } = await readDebtors(trx, { jointId });
    const debtors = rows.map(({ units, owner, total }) => ({ units, owner, owed: total }));
    return { arrears: { asOf: until, debtors } };
  });
}

/** Returns the current debtors of a joint; entry point for other areas. */
export const arrearsIn =
  (address: StoreAddress) =>
  async (jointId: number): Promise<Arrears | null> => {
    const task: ArrearsTask = { kind: 'arrears', jointId };
    return (await runInWorker<{ arrears: Arrears | null }>(address, task, { semaphore: previews })).arrears;
  };
