import type { PaymentFileLayout, PaymentFileReport } from '../../../shared/billing/payments.api.ts';
import type { Proposal } from '../../../shared/billing/proposals.api.ts';
import { centavos, toPesos } from '../../../shared/money.ts';
import type { MatchedFile, MatchedPayment } from '../bank-files/matched-payments.ts';
import type { ReadLayout } from '../bank-files/payment-file.types.ts';

/**
 * Sums the amounts of payment lines in a file, in centavos. A bigint, because the sum of a misread file may
 * exceed safe integers.
 */
export const sumPayments = (lines: readonly MatchedPayment[]): bigint =>
  lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

/**
 * Builds the report on an uploaded file of payments for the user: each line with amount, account, proposal
 * and problems, and the number and sum of new payments. In pesos. Sent as preview, and again after the import
 * with the numbers of payments and receipts. Has no side effects.
 * @param numbers numbers of the created payment and receipt; null for a preview. Key: row number in the file.
 *   Value: both numbers; the receipt is null for an unknown unit
 */
export function paymentReport(
  { kind, rows, problems, asks = [], layout, movements, account, returned }: MatchedFile,
  numbers: ReadonlyMap<number, [payment: number, receipt: number | null] | undefined> | null,
): Omit<PaymentFileReport, 'bankDays' | 'bankBalance'> {
  const fresh = rows.filter(({ earlier }) => earlier === null);
  const sum = sumPayments(fresh);
  const tooMuch = sum > BigInt(Number.MAX_SAFE_INTEGER);
  const message = 'La suma de los pagos es demasiado grande. Revise los valores.';
  const about = { row: null, column: null, severity: 'error', code: 'totalTooLarge', message } as const;
  return {
    committed: numbers !== null,
    kind,
    account,
    layout: layout && toldLayout(layout),
    movements: movements && {
      credits: movements.credits,
      creditSum: pesosOf(movements.creditSum),
      debits: movements.debits,
      debitSum: pesosOf(movements.debitSum),
    },
    rows: rows.map(
      ({ row, valueDate, amount, reference, detail, transaction, apartmentId, proposal, earlier }) => ({
        row,
        valueDate,
        amount: toPesos(amount),
        reference,
        detail,
        transaction,
        apartmentId,
        known: earlier !== null,
        knownFrom: earlier && {
          fileName: earlier.fileName,
          enteredAt: new Date(earlier.enteredAt).toISOString(),
        },
        proposal: proposal && toldProposal(proposal),
        payment: numbers?.get(row)?.[0] ?? null,
        cashReceipt: numbers?.get(row)?.[1] ?? null,
      }),
    ),
    asks,
    returned: returned.map(({ debit: { row, day, amount, text }, payment, valueDate, receipts }) => ({
      row,
      day,
      amount: toPesos(amount),
      text,
      payment,
      valueDate,
      receipts: receipts.map(({ receipt, apartmentId, amount: paid }) => ({
        cashReceipt: receipt,
        apartmentId,
        amount: toPesos(paid),
      })),
    })),
    problems: tooMuch ? [...problems, about] : problems,
    added: fresh.length,
    amount: pesosOf(sum),
    unidentified: fresh.filter(({ apartmentId }) => apartmentId === null).length,
    known: rows.length - fresh.length,
  };
}

/** Converts centavos to pesos. 0 for a sum beyond safe integers; the report has an error then. */
const pesosOf = (sum: bigint): number =>
  sum > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : toPesos(centavos(Number(sum)));

const toldLayout = ({ key: _key, remember: _remember, ...told }: ReadLayout): PaymentFileLayout => told;

const toldProposal = ({ apartmentId, grounds, twin }: Proposal): Proposal => ({
  apartmentId,
  grounds: grounds.map(({ kind, said, accounts }) => ({ kind, said, accounts })),
  twin,
});
