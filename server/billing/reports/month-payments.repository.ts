import type { PaymentChannel, PaymentMeans } from '../../../shared/billing/natures.ts';
import { type Day, firstDayOf, lastDayOf, type Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameIn } from '../../platform/db/queries.ts';
import { receiptsWithAnnulments } from '../ledger/annulled.repository.ts';

/** Payment received, as listed in the report. */
export interface ArrivedPayment {
  payment: number;
  channel: PaymentChannel;
  valueDate: Day;
  postingDate: Day;
  amount: Centavos;
  reference: string | null;
  /** Text of the bank about the payment, besides the reference. */
  detail: string | null;
  means: PaymentMeans | null;
  /** Name of the payer, if not the owner. */
  payer: string | null;
}

/** Receipt with its payment and its annulment, if any. */
export interface ReceiptOfMonth {
  receipt: number;
  apartmentId: string;
  owner: string;
  postingDate: Day;
  interest: Centavos;
  capital: Centavos;
  credit: Centavos;
  payment: ArrivedPayment;
  /**
   * Annulment of the receipt; null if valid. `unidentified` is true if the money did arrive and waits to be
   * identified again.
   */
  annulled: { on: Day; unidentified: boolean; reason: string } | null;
}

/** Returns the payments of a month by posting date, and every receipt posted, paid or annulled in the month. */
export async function listPaymentsOfMonth(
  db: Db,
  jointId: number,
  month: Month,
): Promise<{ payments: ArrivedPayment[]; receipts: ReceiptOfMonth[] }> {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const payments = await db
    .selectFrom('payment')
    .select(['payment', 'channel', 'value_date', 'posting_date', 'amount', 'reference'])
    .select(['detail', 'means', 'payer'])
    .where('joint_id', '=', jointId)
    .where('posting_date', '>=', first)
    .where('posting_date', '<=', last)
    .orderBy('payment')
    .execute();
  const receipts = await receiptsWithAnnulments(db)
    .innerJoin('payment as p', (join) => join.on(sameIn('p', 'r', ['joint_id', 'payment'])))
    .select(['r.receipt', 'r.apartment_id', 'r.owner_name', 'r.posting_date as receipt_posted'])
    .select(['r.interest', 'r.capital', 'r.credit'])
    .select(['p.payment', 'p.channel', 'p.value_date', 'p.posting_date', 'p.amount', 'p.reference'])
    .select(['p.detail', 'p.means', 'p.payer'])
    .select(['a.posting_date as annulled_on', 'a.unidentified', 'a.reason'])
    .where('r.joint_id', '=', jointId)
    .where(({ or, and, eb }) =>
      or(
        (['r.posting_date', 'p.posting_date', 'a.posting_date'] as const).map((day) =>
          and([eb(day, '>=', first), eb(day, '<=', last)]),
        ),
      ),
    )
    .orderBy('r.receipt')
    .execute();
  const arrived = (row: (typeof payments)[number]): ArrivedPayment => ({
    payment: row.payment,
    channel: row.channel,
    valueDate: row.value_date,
    postingDate: row.posting_date,
    amount: row.amount,
    reference: row.reference,
    detail: row.detail,
    means: row.means,
    payer: row.payer,
  });
  return {
    payments: payments.map(arrived),
    receipts: receipts.map((row) => ({
      receipt: row.receipt,
      apartmentId: row.apartment_id,
      owner: row.owner_name,
      postingDate: row.receipt_posted,
      interest: row.interest,
      capital: row.capital,
      credit: row.credit,
      payment: arrived(row),
      annulled:
        row.annulled_on === null
          ? null
          : { on: row.annulled_on, unidentified: row.unidentified === 1, reason: row.reason ?? '' },
    })),
  };
}
