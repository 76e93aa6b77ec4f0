import { firstDayOf, lastDayOf, type Month } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type BookHeading, readHeading } from './heading.ts';
import {
  type ArrivedPayment,
  listPaymentsOfMonth,
  type ReceiptOfMonth,
} from './month-payments.repository.ts';

/** Data of the report 'Recaudos del Mes': payments of a month in groups, and the totals. */
export interface PaymentsReport {
  heading: BookHeading;
  month: Month;
  /** Payments of the month that had a receipt at the month's end. */
  received: ReceiptOfMonth[];
  /** Payments of the month still without a receipt at the month's end. */
  unidentified: ArrivedPayment[];
  /** Receipts of the month for payments of an earlier month. The money counts in the earlier month. */
  identified: ReceiptOfMonth[];
  annulled: { receipt: ReceiptOfMonth; subtracted: Centavos }[];
  /** Received money plus unidentified money, minus annulled money that never arrived, in centavos. */
  total: Centavos;
}

/**
 * Reads the money received in a month, by posting date. Each payment counts once, in the month of arrival, even if
 * identified later. Money that never arrived is subtracted in the month of the annulment, so a finished month never
 * changes.
 * @throws Problem monthNotFound if the month has no payment, identification or annulment
 */
export async function loadPaymentsReport(
  trx: Db,
  { jointId, month }: { jointId: number; month: Month },
): Promise<PaymentsReport> {
  const heading = await readHeading(trx, jointId);
  const { payments, receipts } = await listPaymentsOfMonth(trx, jointId, month);
  const report = sectionsOf(month, payments, receipts);
  if (payments.length + report.identified.length + report.annulled.length === 0) {
    throw new Problem('monthNotFound');
  }
  return { heading, month, ...report };
}

/** Distributes the payments and receipts of a month over the report's sections. */
function sectionsOf(
  month: Month,
  payments: readonly ArrivedPayment[],
  receipts: readonly ReceiptOfMonth[],
): Omit<PaymentsReport, 'heading' | 'month'> {
  const first = firstDayOf(month);
  const last = lastDayOf(month);
  const within = (day: string) => day >= first && day <= last;
  // Receipts valid at the month's end: the money was not yet released for another receipt.
  const stood = receipts.filter(
    ({ postingDate, annulled }) =>
      postingDate <= last && !(annulled?.unidentified === true && annulled.on <= last),
  );
  const receiptOf = new Map(stood.map((receipt) => [receipt.payment.payment, receipt]));
  const received = stood.filter(
    (receipt) => within(receipt.payment.postingDate) && receiptOf.get(receipt.payment.payment) === receipt,
  );
  const unidentified = payments.filter(({ payment }) => !receiptOf.has(payment));
  const annulled = receipts.flatMap((receipt) => {
    if (receipt.annulled === null || !within(receipt.annulled.on)) return [];
    return [{ receipt, subtracted: receipt.annulled.unidentified ? NO_MONEY : receipt.payment.amount }];
  });
  const total =
    sumMoney([
      ...received.map(({ payment }) => payment.amount),
      ...unidentified.map(({ amount }) => amount),
    ]) - sumMoney(annulled.map(({ subtracted }) => subtracted));
  return {
    received,
    unidentified,
    identified: stood.filter((receipt) => within(receipt.postingDate) && receipt.payment.postingDate < first),
    annulled,
    total: centavos(total),
  };
}
