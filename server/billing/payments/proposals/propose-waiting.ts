import type { Proposal } from '../../../../shared/billing/proposals.api.ts';
import { fromPesos } from '../../../../shared/money.ts';
import { type Db, readAsOfNow } from '../../../platform/db/engine.ts';
import { listPayments, standingReceiptsOf } from '../till/payments.repository.ts';
import { readProposalGrounds } from './proposals.repository.ts';
import { proposalsFor } from './proposals.ts';
import { textOf } from './text-tokens.ts';

/** Proposals for a joint's waiting payments. Plain data: it crosses over to the worker. */
export interface ProposalsTask {
  kind: 'paymentProposals';
  jointId: number;
}

/** What is proposed, by payment; those of which nothing is known are left out. */
export interface WaitingProposals {
  proposals: (Proposal & { payment: number })[];
}

/** Proposes accounts for the payments that wait, as of one instant: in a worker's own process. */
export const proposeWaiting = (db: Db, { jointId }: ProposalsTask): Promise<WaitingProposals> =>
  readAsOfNow(db, async (trx) => {
    const waiting = await listPayments(trx, jointId, { unidentified: true });
    // Oldest first, as they are told in a file.
    const payments = waiting.reverse().map(({ valueDate, ...payment }) => ({
      ...{ ...payment, valueDate, text: textOf(payment) },
    }));
    const found = proposalsFor(payments, await readProposalGrounds(trx, jointId));
    const days = [...new Set(payments.map(({ valueDate }) => valueDate))];
    const receipts = new Map(
      (await standingReceiptsOf(trx, jointId, days)).map(({ receipt, apartmentId, valueDate, amount }) => [
        JSON.stringify([apartmentId, valueDate, amount]),
        receipt,
      ]),
    );
    const proposals = payments.flatMap(({ payment, valueDate, amount }, index) => {
      const proposal = found[index];
      if (proposal === null || proposal === undefined) return [];
      const same = JSON.stringify([proposal.apartmentId, valueDate, fromPesos(amount)]);
      return { ...proposal, payment, twin: receipts.get(same) ?? null };
    });
    return { proposals };
  });
