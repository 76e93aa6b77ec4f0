import type { Proposal } from '../../../shared/billing/proposals.api.ts';
import { fromPesos } from '../../../shared/money.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { listPayments, standingReceiptsOf } from '../till/payments.repository.ts';
import { readProposalGrounds } from './proposals.repository.ts';
import { proposalsFor } from './proposals.ts';
import { paymentText } from './text-tokens.ts';

/**
 * Worker task that proposes accounts for all unidentified payments of a joint (co-owned property). Plain
 * data, sent to a worker.
 */
export interface ProposalsTask {
  kind: 'paymentProposals';
  jointId: number;
}

/**
 * Proposed accounts for unidentified payments. `payment` is the number of the payment. Omits payments without
 * any reason for a proposal.
 */
export interface WaitingProposals {
  proposals: (Proposal & { payment: number })[];
}

/**
 * Proposes accounts for all unidentified payments of a joint (co-owned property) from a snapshot, in a
 * worker.
 */
export const proposeWaiting = (db: Db, { jointId }: ProposalsTask): Promise<WaitingProposals> =>
  readAsOfNow(db, async (trx) => {
    const waiting = await listPayments(trx, jointId, { unidentified: true });
    // Oldest first, like in a file.
    const payments = waiting.reverse().map(({ valueDate, ...payment }) => ({
      ...payment,
      valueDate,
      text: paymentText(payment),
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
