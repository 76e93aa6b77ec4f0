import { addDays, type Day, type Month } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { annual } from '../interest/rates.fixture.ts';
import { lockBooks, numbersOf, saveBooks } from '../ledger/books.repository.ts';
import { issueAccount } from '../ledger/issue-account.ts';
import { insertPostings, readAccount } from '../ledger/ledger.repository.ts';
import { BLANK_LETTERHEAD } from '../settings/letterhead.fixture.ts';

/**
 * Test input: charges of a month by account, in pesos, with dates, interest rates and discount. An array
 * stands for several charges.
 */
export interface ChargedMonth {
  month: Month;
  issueDate: Day;
  dueDate: Day;
  charges: Readonly<Record<string, number | readonly number[]>>;
  /** Months to charge late interest for, with the effective annual rates in millionths. */
  rates?: Readonly<Record<Month, number>>;
  discount?: { percent: number; until: Day };
}

/**
 * Test helper: bills accounts for a month without a spreadsheet. Posts the movements, stores bills, and
 * closes the books up to the issue date, like the issue of a month.
 */
export async function chargeMonth(db: Db, jointId: number, chargedMonth: ChargedMonth): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const books = await lockBooks(trx, jointId);
    const by = { at: Date.now(), actor: 'user:1' };
    const { month_id } = await trx
      .insertInto('billing_month')
      .values({
        joint_id: jointId,
        month: chargedMonth.month,
        state: 'issued',
        columns: '[]',
        prepared_at: by.at,
        prepared_by: by.actor,
        issue_date: chargedMonth.issueDate,
        letterhead: BLANK_LETTERHEAD,
      })
      .returning('month_id')
      .executeTakeFirstOrThrow();
    for (const [apartmentId, pesos] of Object.entries(chargedMonth.charges)) {
      const bill = books.next.bill;
      const issued = issueAccount(
        await readAccount(trx, jointId, apartmentId),
        {
          month: chargedMonth.month,
          bill,
          dueDate: chargedMonth.dueDate,
          graceDays: 0,
          previousBill: null,
          finesBearInterest: false,
          interestToPeso: false,
          roundToPeso: false,
          discount: chargedMonth.discount ?? null,
          charges: [pesos].flat().map((amount) => ({
            concept: { id: 1, name: 'Administración', nature: 'fee' },
            forApartmentId: apartmentId,
            amount: centavos(Math.round(amount * 100)),
          })),
          rates: Object.entries(chargedMonth.rates ?? {}).map(([of, annualRate]) => annual(of, annualRate)),
        },
        { postingDate: chargedMonth.issueDate, numbers: numbersOf(books) },
      );
      if (issued === null) continue;
      books.next.bill++;
      await insertPostings(trx, jointId, [issued.posting], by);
      await trx
        .insertInto('bill')
        .values({
          joint_id: jointId,
          bill,
          month_id,
          month: chargedMonth.month,
          position: bill,
          apartment_id: apartmentId,
          units: '[]',
          owner_name: '',
          owner_document: null,
          reference: '',
          issue_date: chargedMonth.issueDate,
          due_date: chargedMonth.dueDate,
          total: issued.bill.total,
          discount: issued.bill.discount,
          discount_until: issued.bill.discountUntil,
          last_item: issued.bill.lastItem,
          previous_payment: issued.bill.previousPayment,
          overdue_instalments: 0,
        })
        .execute();
    }
    books.openFrom = addDays(chargedMonth.issueDate, 1);
    await saveBooks(trx, books);
  });
}
