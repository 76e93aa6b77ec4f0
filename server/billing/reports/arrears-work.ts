import type { Day } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { StoreAddress } from '../../platform/db/connect.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { runInWorker } from '../../platform/queue/run-in-worker.ts';
import { previews } from '../../platform/queue/worker-pool.ts';
import { hasBooks } from '../ledger/books.repository.ts';
import { readDebtors } from './debtors.report.ts';

/** Worker task to compute the units of a joint (co-owned property) with overdue debt. */
export interface ArrearsTask {
  kind: 'arrears';
  jointId: number;
}

/** Units with overdue debt, as the books show now, in table order. */
interface Arrears {
  /** Last posting day included: today, or the last posting day of the books if later. */
  asOf: Day;
  debtors: { units: string[]; owner: string; owed: Centavos }[];
}

/**
 * Worker function for `ArrearsTask`: computes the units of a joint (co-owned property) with overdue debt
 * today, from a snapshot of the database. Assemblies ask for the list to find debtors. Null for a joint
 * without billing data.
 */
export function reckonArrears(db: Db, { jointId }: ArrearsTask): Promise<{ arrears: Arrears | null }> {
  return readAsOfNow(db, async (trx) => {
    if (!(await hasBooks(trx, jointId))) return { arrears: null };
    const { until, rows } = await readDebtors(trx, { jointId });
    const debtors = rows.map(({ units, owner, total }) => ({ units, owner, owed: total }));
    return { arrears: { asOf: until, debtors } };
  });
}

/**
 * Creates a function for other parts of the server. The function gets a joint's number and the author of the
 * request ('user:12'), and returns the units with overdue debt today, or null without billing data. A worker
 * does the computation.
 */
export const arrearsIn =
  (address: StoreAddress) =>
  async (jointId: number, actor: string): Promise<Arrears | null> => {
    const task: ArrearsTask = { kind: 'arrears', jointId };
    const options = { actor, semaphore: previews };
    return (await runInWorker<{ arrears: Arrears | null }>(address, task, options)).arrears;
  };
