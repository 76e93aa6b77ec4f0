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

/** Who is in arrears by the books as they are now, in the order of the joint's table. */
interface Arrears {
  /** The posting day that they hold everything until. */
  asOf: Day;
  debtors: { units: string[]; owner: string; owed: Centavos }[];
}

/** Reckons them in a worker, of the books as of one instant; null for a joint without books. */
export function reckonArrears(db: Db, { jointId }: ArrearsTask): Promise<{ arrears: Arrears | null }> {
  return readAsOfNow(db, async (trx) => {
    if (!(await hasBooks(trx, jointId))) return { arrears: null };
    const { until, rows } = await readDebtors(trx, { jointId });
    const debtors = rows.map(({ units, owner, total }) => ({ units, owner, owed: total }));
    return { arrears: { asOf: until, debtors } };
  });
}

/** Who is in arrears in a joint now, for those who ask it of billing. */
export const arrearsIn =
  (address: StoreAddress) =>
  async (jointId: number): Promise<Arrears | null> => {
    const task: ArrearsTask = { kind: 'arrears', jointId };
    return (await runInWorker<{ arrears: Arrears | null }>(address, task, { turns: previews })).arrears;
  };
