import type { Month } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { BLANK_LETTERHEAD } from '../settings/letterhead.fixture.ts';
import type { Invoice } from './invoice.types.ts';

/** Number of bills inserted by a statement. */
const ROWS = 40;

/**
 * Test helper: stores a month as issued with finished bills, including annulments, without the calculation of
 * a real issue.
 */
export async function storeMonth(
  db: Db,
  { jointId, month, invoices }: { jointId: number; month: Month; invoices: readonly Invoice[] },
): Promise<void> {
  const { month_id } = await db
    .insertInto('billing_month')
    .values({
      joint_id: jointId,
      month,
      state: 'issued',
      columns: '[]',
      prepared_at: 1,
      prepared_by: 'user:1',
      issued_at: 2,
      issued_by: 'user:1',
      issue_date: `${month}-02`,
      due_date: `${month}-28`,
      letterhead: BLANK_LETTERHEAD,
    })
    .returning('month_id')
    .executeTakeFirstOrThrow();
  for (let from = 0; from < invoices.length; from += ROWS) {
    const some = invoices.slice(from, from + ROWS);
    await db
      .insertInto('bill')
      .values(
        some.map((invoice, i) => ({
          joint_id: jointId,
          bill: invoice.bill,
          month_id,
          month,
          position: from + i,
          apartment_id: invoice.apartmentId,
          units: JSON.stringify(invoice.units),
          owner_name: invoice.owner,
          owner_document: invoice.ownerDocument,
          reference: invoice.reference,
          issue_date: invoice.issueDate,
          due_date: invoice.dueDate,
          total: invoice.total,
          discount: invoice.discount?.amount ?? centavos(0),
          discount_until: invoice.discount?.until ?? null,
          late_day: invoice.late?.day ?? null,
          late_total: invoice.late?.total ?? null,
          fine_term: invoice.fineTerm || null,
          previous_payment: invoice.previousPayment,
          overdue_instalments: invoice.overdueInstalments,
          last_item: 1,
        })),
      )
      .execute();
    await db
      .insertInto('bill_line')
      .values(
        some.flatMap(({ bill, lines }) =>
          lines.map((line, i) => ({
            joint_id: jointId,
            bill,
            position: i + 1,
            concept: line.concept,
            nature: 'fee' as const,
            period_fee: line.period,
            overdue_fee: line.overdue,
          })),
        ),
      )
      .execute();
  }
  for (const { bill } of invoices.filter(({ annulled }) => annulled)) {
    await annul(db, { jointId, kind: 'bill', number: bill });
  }
}

/** Test helper: stores the annulment of a bill or receipt, dated 3 May 2026. */
export async function annul(
  db: Db,
  { jointId, kind, number }: { jointId: number; kind: 'bill' | 'receipt'; number: number },
): Promise<void> {
  await db
    .insertInto('document_annulment')
    .values({
      joint_id: jointId,
      kind,
      number,
      reason: 'Se cobró dos veces',
      posting_date: '2026-05-03',
      entered_at: 3,
      entered_by: 'user:1',
    })
    .execute();
}
