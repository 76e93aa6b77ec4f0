import type { Selectable } from 'kysely';
import type {
  ExitKind,
  IncomeConcept,
  PaymentChannel,
  PaymentMeans,
} from '../../../shared/billing/natures.ts';
import { type Day, firstDayOf, lastDayOf, type Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameIn } from '../../platform/db/queries.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { exitsWithAnnulments, receiptsWithAnnulments } from '../ledger/annulled.repository.ts';
import { payerBeside } from '../till/payer-beside.ts';

/** Payment received in a month, as listed in the report 'Recaudos del Mes'. Amount in centavos. */
export interface ArrivedPayment {
  /** Number of the payment. */
  payment: number;
  /** Source of the payment: typed, payment file, or month's spreadsheet. */
  channel: PaymentChannel;
  /** Day of the payment. */
  valueDate: Day;
  /** Day in the ledger. */
  postingDate: Day;
  /** Centavos. */
  amount: Centavos;
  reference: string | null;
  /** Text of the bank about the payment, besides the reference. */
  detail: string | null;
  means: PaymentMeans | null;
  /** Name of the payer, if not the owner. */
  payer: string | null;
  /** Id of the transaction at a payment gateway; null without a gateway. */
  transaction: string | null;
}

/**
 * Receipt for a payment, as listed in the report 'Recaudos del Mes', with its payment and its annulment, if
 * any.
 */
export interface ReceiptOfMonth {
  /** Number of the receipt. */
  receipt: number;
  apartmentId: string;
  owner: string;
  postingDate: Day;
  /** Amount of the receipt: the payment, or a share of the payment. */
  amount: Centavos;
  /** Part used to pay late interest, in centavos. */
  interest: Centavos;
  /** Part used to pay charges, in centavos. */
  capital: Centavos;
  /** Part in favour of the unit, in centavos. */
  credit: Centavos;
  payment: ArrivedPayment;
  /**
   * Annulment of the receipt; null if valid. `unidentified` is true if the money did arrive and waits to be
   * identified again.
   */
  annulled: { on: Day; unidentified: boolean; reason: string } | null;
}

/**
 * Money of a payment booked as another income or returned to the payer, as listed in the report 'Recaudos del
 * Mes'. Amount in centavos.
 */
export interface ExitOfMonth {
  /** Number of the exit. */
  exit: number;
  /** Other income, or refund. */
  kind: ExitKind;
  /** Kind of other income; null for a refund. */
  concept: IncomeConcept | null;
  amount: Centavos;
  /** Bank's day of the payment, or day of the refund. */
  valueDate: Day;
  /** Day in the ledger. */
  postingDate: Day;
  reference: string | null;
  reason: string;
  /** Payment with the money. */
  payment: ArrivedPayment;
  /** Annulment of the exit; null if valid. The money waits again. */
  annulled: { on: Day; reason: string } | null;
}

/**
 * Reads the rows of the report 'Recaudos del Mes': the payments of a month by posting date, and each receipt
 * and exit (refund, other income) posted, paid or annulled in the month.
 */
export async function listPaymentsOfMonth(
  db: Db,
  jointId: number,
  month: Month,
): Promise<{ payments: ArrivedPayment[]; receipts: ReceiptOfMonth[]; exits: ExitOfMonth[] }> {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const payments = await db
    .selectFrom('payment')
    .select(['payment', 'channel', 'value_date', 'posting_date', 'amount', 'reference'])
    .select(['detail', 'means', 'payer', 'transaction_id'])
    .where('joint_id', '=', jointId)
    .where('posting_date', '>=', first)
    .where('posting_date', '<=', last)
    .orderBy('payment')
    .execute();
  const receipts = await receiptsWithAnnulments(db)
    .innerJoin('payment as p', (join) => join.on(sameIn('p', 'r', ['joint_id', 'payment'])))
    .select(['r.receipt', 'r.apartment_id', 'r.owner_name', 'r.posting_date as receipt_posted'])
    .select(['r.amount as receipt_amount', 'r.interest', 'r.capital', 'r.credit'])
    .select(['p.payment', 'p.channel', 'p.value_date', 'p.posting_date', 'p.amount', 'p.reference'])
    .select(['p.detail', 'p.means', 'p.payer', 'p.transaction_id'])
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
  return {
    payments: payments.map(arrived),
    receipts: receipts.map((row) => ({
      receipt: row.receipt,
      apartmentId: row.apartment_id,
      owner: row.owner_name,
      postingDate: row.receipt_posted,
      amount: row.receipt_amount,
      interest: row.interest,
      capital: row.capital,
      credit: row.credit,
      payment: { ...arrived(row), payer: payerBeside(row.payer, row.owner_name) },
      annulled:
        row.annulled_on === null
          ? null
          : { on: row.annulled_on, unidentified: row.unidentified === 1, reason: row.reason ?? '' },
    })),
    exits: await listExitsOfMonth(db, jointId, [first, last]),
  };
}

async function listExitsOfMonth(
  db: Db,
  jointId: number,
  [first, last]: readonly [Day, Day],
): Promise<ExitOfMonth[]> {
  const rows = await exitsWithAnnulments(db)
    .innerJoin('payment as p', (join) => join.on(sameIn('p', 'x', ['joint_id', 'payment'])))
    .select(['x.exit', 'x.kind', 'x.concept', 'x.amount as exit_amount', 'x.value_date as exit_date'])
    .select(['x.posting_date as exit_posted', 'x.reference as exit_reference', 'x.reason as exit_reason'])
    .select(['p.payment', 'p.channel', 'p.value_date', 'p.posting_date', 'p.amount', 'p.reference'])
    .select(['p.detail', 'p.means', 'p.payer', 'p.transaction_id'])
    .select(['a.posting_date as annulled_on', 'a.reason as annulled_reason'])
    .where('x.joint_id', '=', jointId)
    .where(({ or, and, eb }) =>
      or(
        (['x.posting_date', 'p.posting_date', 'a.posting_date'] as const).map((day) =>
          and([eb(day, '>=', first), eb(day, '<=', last)]),
        ),
      ),
    )
    .orderBy('x.exit')
    .execute();
  return rows.map((row) => ({
    exit: row.exit,
    kind: row.kind,
    concept: row.concept,
    amount: row.exit_amount,
    valueDate: row.exit_date,
    postingDate: row.exit_posted,
    reference: row.exit_reference,
    reason: row.exit_reason,
    payment: arrived(row),
    annulled: row.annulled_on === null ? null : { on: row.annulled_on, reason: row.annulled_reason ?? '' },
  }));
}

type ArrivedRow = Pick<
  Selectable<Tables['payment']>,
  | 'payment'
  | 'channel'
  | 'value_date'
  | 'posting_date'
  | 'amount'
  | 'reference'
  | 'detail'
  | 'means'
  | 'payer'
  | 'transaction_id'
>;

const arrived = (row: ArrivedRow): ArrivedPayment => ({
  payment: row.payment,
  channel: row.channel,
  valueDate: row.value_date,
  postingDate: row.posting_date,
  amount: row.amount,
  reference: row.reference,
  detail: row.detail,
  means: row.means,
  payer: row.payer,
  transaction: row.transaction_id,
});
