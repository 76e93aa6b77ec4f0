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

export interface PaymentsReport {
  heading: BookHeading;
  month: Month;
  /** Money of the month with its receipt, as it stood at the month's end. */
  received: ReceiptOfMonth[];
  /** Money of the month that nobody had been found for at its end. */
  unidentified: ArrivedPayment[];
  /** Receipts of the month for money that arrived in an earlier one, and was counted there. */
  identified: ReceiptOfMonth[];
  annulled: { receipt: ReceiptOfMonth; subtracted: Centavos }[];
  /** What was received, and what was not identified, less what was annulled and never arrived. */
  total: Centavos;
}

/**
 * What a joint received in a month, by posting date. Money counts once, in the month in which it arrived: when it is
 * identified later it is not counted again, and what turned out never to have arrived is subtracted in the month of
 * its annulment. So a month that is over stays as it was.
 * @throws Problem monthNotFound for a month without any of it
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

/** Sorts a month's payments and receipts into the sections of the report. */
function sectionsOf(
  month: Month,
  payments: readonly ArrivedPayment[],
  receipts: readonly ReceiptOfMonth[],
): Omit<PaymentsReport, 'heading' | 'month'> {
  const first = firstDayOf(month);
  const last = lastDayOf(month);
  const within = (day: string) => day >= first && day <= last;
  // At the month's end the money was this receipt's: it had not been taken from it to wait for another.
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
