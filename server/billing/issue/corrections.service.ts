import type { Adjustment, NewAdjustment } from '../../../shared/billing/bills.api.ts';
import type { Annulment } from '../../../shared/billing/shapes.ts';
import { dayOf, monthOfDay } from '../../../shared/days.ts';
import { type Centavos, fromPesos, toPesos } from '../../../shared/money.ts';
import { readActorNames } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import type { RequestKey } from '../../platform/http/idempotency.repository.ts';
import { oncePerKey } from '../../platform/http/idempotency.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readFineGrounds } from '../fees/fees.service.ts';
import { checkFineLimits } from '../fees/law-checks.ts';
import { balanceOf, withPosting } from '../ledger/account.ts';
import { accountsByUnit } from '../ledger/accounts.repository.ts';
import type { AdjustmentInput } from '../ledger/acts.types.ts';
import { adjust } from '../ledger/adjust.ts';
import { type Books, numbersOf, postingDateOf } from '../ledger/books.repository.ts';
import { inBooks } from '../ledger/books-act.ts';
import { insertPostings, readAccount } from '../ledger/ledger.repository.ts';
import { reverseBill } from '../ledger/reverse-bill.ts';
import { payingAccounts } from '../ledger/unit-accounts.repository.ts';
import { requireBilling } from '../settings/billed-joint.ts';
import { findStandingBill, insertBillAnnulment } from './annulments.repository.ts';

/**
 * Creates the service for corrections after a month was issued: annuls a bill, or adds a charge, a credit
 * note or a forgiven debt to a unit's account. Issued documents are never changed; a correction adds
 * movements.
 */
export function correctionsService({ store: { db } }: Context) {
  return {
    annulBill: async (
      { actor }: Principal,
      of: { jointId: number; bill: number },
      annulment: { reason: string },
    ): Promise<Annulment> => {
      const { jointId, bill } = of;
      const reason = annulment.reason.trim();
      return inBooks(db, { jointId, actor }, async ({ trx, books, at, today, audit }) => {
        const found = await findStandingBill(trx, jointId, bill);
        if (found === undefined) throw new Problem('billNotFound');
        if (found.annulled) throw new Problem('alreadyAnnulled');
        const postingDate = postingDateOf(books, today, today);
        const account = await readAccount(trx, jointId, found.apartmentId);
        const posting = reverseBill(account, { bill, reason }, { postingDate, numbers: numbersOf(books) });
        const posted = await insertPostings(trx, jointId, [posting], { at, actor });
        await insertBillAnnulment(trx, { jointId, bill, reason, postingDate, at, actor });
        await audit('billAnnulled', { bill, apartmentId: found.apartmentId, reason, postingDate, posted });
        const names = await readActorNames(trx, [actor]);
        return { reason, date: postingDate, by: names.actor(actor) };
      });
    },

    adjust: async (
      { actor }: Principal,
      jointId: number,
      adjustment: NewAdjustment,
      key: RequestKey | null,
    ): Promise<Adjustment> => {
      await requireBilling(db, jointId);
      const amount = fromPesos(adjustment.amount);
      if (amount === null || amount <= 0) throw new Problem('amountInvalid');
      const reason = reasonOf(adjustment);
      return inBooks(db, { jointId, actor }, ({ trx, books, at, today, audit }) =>
        oncePerKey(trx, key, at, async () => {
          const { apartmentId, kind } = adjustment;
          // A charge goes to the unit's current account. A credit goes to the unit's earlier account while in debt.
          const accounts = await (kind === 'charge' ? accountsByUnit : payingAccounts)(trx, jointId);
          const accountId = accounts.get(apartmentId);
          if (accountId === undefined) throw new Problem('apartmentNotFound');
          const account = await readAccount(trx, jointId, accountId);
          const valueDate = adjustment.valueDate ?? today;
          const postingDate = postingDateOf(books, valueDate, today);
          const input = inputOf(books, { ...adjustment, amount, reason, valueDate, postingDate });
          if (input.kind === 'charge' && input.concept.nature === 'fine') {
            const { before, lastFees } = await readFineGrounds(trx, jointId, { apartmentId, day: today });
            if (lastFees !== null) checkFineLimits(amount, { before, monthlyFees: lastFees });
          }
          const done = adjust(account, input, { postingDate, numbers: numbersOf(books) });
          if (done === null) throw new Problem('condonationTooLarge');
          const posted = await insertPostings(trx, jointId, [done.posting], { at, actor });
          const { item } = done.item;
          const facts = { apartmentId, item, kind, centavos: { amount }, reason, valueDate, postingDate };
          await audit('adjustmentAdded', { ...facts, posted });
          const balance = toPesos(balanceOf(withPosting(account, done.posting)));
          return { item, apartmentId, kind, amount: toPesos(amount), postingDate, balance };
        }),
      );
    },
  };
}

/**
 * Returns the reason to store. The reason of a condonation includes the acta, so every reader of the movement sees
 * the decision.
 */
function reasonOf({ kind, reason, acta }: NewAdjustment): string {
  if (kind !== 'condonation') return reason.trim();
  if (acta === undefined) throw new Problem('actaRequired');
  return `${reason.trim()} (${acta.trim()})`;
}

function inputOf(
  { settings }: Books,
  adjustment: Omit<NewAdjustment, 'amount'> & {
    amount: Centavos;
    valueDate: string;
    postingDate: string;
  },
): AdjustmentInput {
  const { amount, valueDate, reason, postingDate } = adjustment;
  const common = { amount, valueDate, reason, forApartmentId: adjustment.apartmentId };
  if (adjustment.kind === 'creditNote') return { kind: 'creditNote', nature: adjustment.nature, ...common };
  if (adjustment.kind === 'condonation') {
    return { kind: 'condonation', forgives: adjustment.forgives ?? 'interest', ...common };
  }
  const concept = {
    id: null,
    name: adjustment.concept?.trim() ?? 'Ajuste',
    nature: adjustment.nature ?? 'other',
  };
  const dueDate = adjustment.dueDate ?? dayOf(monthOfDay(postingDate), settings.dueDay);
  return { kind: 'charge', concept, dueDate, ...common };
}
