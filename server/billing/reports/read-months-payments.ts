import { firstDayOf, lastDayOf, type Month } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type BookHeading, readHeading } from './heading.ts';
import {
  type ArrivedPayment,
  type ExitOfMonth,
  listPaymentsOfMonth,
  type ReceiptOfMonth,
} from './month-payments.repository.ts';

/** Data of the report 'Recaudos del Mes': payments of a month in groups, and the totals. */
export interface PaymentsReport {
  heading: BookHeading;
  month: Month;
  /** Payments of the month that had a receipt at the month's end. */
  received: ReceiptOfMonth[];
  /** Payments of the month with money that waited at the month's end, and the waiting money (centavos). */
  unidentified: { payment: ArrivedPayment; waiting: Centavos }[];
  /** Other income and refunds of payments of the month, valid at the month's end. */
  exits: ExitOfMonth[];
  /** Other income and refunds of the month from payments of an earlier month. The money counts in the earlier month. */
  earlierExits: ExitOfMonth[];
  /** Other income and refunds annulled in the month. The money waits again. */
  annulledExits: ExitOfMonth[];
  /** Receipts of the month for payments of an earlier month. The money counts in the earlier month. */
  identified: ReceiptOfMonth[];
  /**
   * Receipts annulled in the month; `subtracted` is the money that never arrived, in centavos, 0 if the money
   * stays.
   */
  annulled: { receipt: ReceiptOfMonth; subtracted: Centavos }[];
  /** Money of the month's payments with any destination, in centavos. */
  arrived: Centavos;
  /** Refunds of the month minus refunds annulled in the month, in centavos. */
  refunded: Centavos;
  /** Arrived money, minus annulled money that never arrived, minus refunded money, in centavos. */
  total: Centavos;
}

/**
 * Reads the money received in a month, by posting date. Each payment counts once, in the month of arrival, even if
 * identified later. Money that never arrived is subtracted in the month of the annulment, and a refund in the month of
 * the refund, so a finished month never changes.
 * @throws Problem monthNotFound if the month has no payment, identification or annulment
 */
export async function loadPaymentsReport(
  trx: Db,
  { jointId, month }: { jointId: number; month: Month },
): Promise<PaymentsReport> {
  const heading = await readHeading(trx, jointId);
  const report = sectionsOf(month, await listPaymentsOfMonth(trx, jointId, month));
  const { received, unidentified, exits, identified, annulled, earlierExits, annulledExits } = report;
  const listed = [received, unidentified, exits, identified, annulled, earlierExits, annulledExits];
  if (listed.every(({ length }) => length === 0)) throw new Problem('monthNotFound');
  return { heading, month, ...report };
}

/** Distributes the payments, receipts and exits of a month over the report's sections. */
function sectionsOf(
  month: Month,
  { payments, receipts, exits }: Awaited<ReturnType<typeof listPaymentsOfMonth>>,
): Omit<PaymentsReport, 'heading' | 'month'> {
  const first = firstDayOf(month);
  const last = lastDayOf(month);
  const within = (day: string) => day >= first && day <= last;
  // Receipts valid at the month's end: the money was not yet released for another receipt.
  const stood = receipts.filter(
    ({ postingDate, annulled }) =>
      postingDate <= last && !(annulled?.unidentified === true && annulled.on <= last),
  );
  const received = stood.filter(({ payment }) => within(payment.postingDate));
  const left = exits.filter(
    ({ postingDate, annulled }) => postingDate <= last && !(annulled !== null && annulled.on <= last),
  );
  const gone = new Map<number, number>();
  for (const { payment, amount } of [...stood, ...left])
    gone.set(payment.payment, (gone.get(payment.payment) ?? 0) + amount);
  const unidentified = payments.flatMap((payment) => {
    const waiting = centavos(payment.amount - (gone.get(payment.payment) ?? 0));
    return waiting === 0 ? [] : [{ payment, waiting }];
  });
  const annulled = receipts.flatMap((receipt) => {
    if (receipt.annulled === null || !within(receipt.annulled.on)) return [];
    return [{ receipt, subtracted: receipt.annulled.unidentified ? NO_MONEY : receipt.amount }];
  });
  const annulledExits = exits.filter(({ annulled: undone }) => undone !== null && within(undone.on));
  const refunds = (some: readonly ExitOfMonth[]) =>
    sumMoney(some.flatMap(({ kind, amount }) => (kind === 'refund' ? [amount] : [])));
  const arrived = sumMoney(payments.map(({ amount }) => amount));
  const refunded = centavos(
    refunds(exits.filter(({ postingDate }) => within(postingDate))) - refunds(annulledExits),
  );
  const total = arrived - sumMoney(annulled.map(({ subtracted }) => subtracted)) - refunded;
  return {
    received,
    unidentified,
    identified: stood.filter((receipt) => within(receipt.postingDate) && receipt.payment.postingDate < first),
    exits: left.filter(({ payment }) => within(payment.postingDate)),
    earlierExits: left.filter(
      ({ postingDate, payment }) => within(postingDate) && payment.postingDate < first,
    ),
    annulledExits,
    annulled,
    arrived,
    refunded,
    total: centavos(total),
  };
}
