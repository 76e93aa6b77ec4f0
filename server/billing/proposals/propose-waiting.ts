import type { Proposal } from '../../../shared/billing/proposals.api.ts';
import { defined } from '../../../shared/defined.ts';
import { fromPesos } from '../../../shared/money.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { listPayments, standingReceiptsOf } from '../till/payments.repository.ts';
import { readProposalGrounds } from './proposals.repository.ts';
import { proposalsFor } from './proposals.ts';
import { paymentText } from './text-tokens.ts';

/**
 * Worker task to propose accounts for all payments of a joint (co-owned property) still without a unit, for
 * the list of payments.
 */
export interface ProposalsTask {
  kind: 'paymentProposals';
  jointId: number;
}

/**
 * Proposed accounts for payments still without a unit, for the staff to confirm. Omits payments without any
 * evidence.
 */
export interface WaitingProposals {
  proposals: (Proposal & { payment: number })[];
}

/**
 * Worker function for `ProposalsTask`: proposes accounts for all payments still without a unit, from a
 * snapshot of the database. Each proposal also names an existing receipt of the same account, day and amount
 * (`twin`), because the payment may have been entered twice.
 */
export const proposeWaiting = (db: Db, { jointId }: ProposalsTask): Promise<WaitingProposals> =>
  readAsOfNow(db, async (trx) => {
    const waiting = await listPayments(trx, jointId, { unidentified: true });
    // Oldest first, like in a file.
    const payments = waiting.reverse().map(({ valueDate, amount: _, ...payment }) => ({
      ...payment,
      valueDate,
      text: paymentText(payment),
      ...defined({ amount: fromPesos(payment.waiting) ?? undefined }),
    }));
    const found = proposalsFor(payments, await readProposalGrounds(trx, jointId));
    const days = [...new Set(payments.map(({ valueDate }) => valueDate))];
    const receipts = new Map(
      (await standingReceiptsOf(trx, jointId, days)).map(({ receipt, apartmentId, valueDate, amount }) => [
        JSON.stringify([apartmentId, valueDate, amount]),
        receipt,
      ]),
    );
    const proposals = payments.flatMap(({ payment, valueDate, waiting: amount }, index) => {
      const proposal = found[index];
      if (proposal === null || proposal === undefined) return [];
      const same = JSON.stringify([proposal.apartmentId, valueDate, fromPesos(amount)]);
      return { ...proposal, payment, twin: receipts.get(same) ?? null };
    });
    return { proposals };
  });
