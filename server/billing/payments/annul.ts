import type { InputOf } from '../../../shared/api.ts';
import { chequeSanction, sanctionOn } from '../../../shared/billing/natures.ts';
import type { annulReceipt } from '../../../shared/billing/payments.api.ts';
import type { Annulment } from '../../../shared/billing/shapes.ts';
import { dayInBogota, dayOf, monthOfDay } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { withPosting } from '../ledger/account.ts';
import { adjust } from '../ledger/adjust.ts';
import { type Books, numbersOf, postingDateOf } from '../ledger/books.repository.ts';
import type { BooksUseCase } from '../ledger/books-act.ts';
import { insertPostings, readAccount } from '../ledger/ledger.repository.ts';
import type { Account, Posting, PostingStamp } from '../ledger/ledger.types.ts';
import { reverseReceipt } from '../ledger/take-payment.ts';
import { checkPaymentAddsUp } from '../till/destinations.repository.ts';
import { readOffers } from '../till/offers.repository.ts';
import * as payments from '../till/payments.repository.ts';
import { inPayments } from './act.ts';
import { readChargedMonths } from './stopped-interest.repository.ts';

/**
 * Annuls a receipt (a mistake, or a bounced cheque), with the discounts and interest credits caused by the
 * payment: the paid debts are open again. With `unidentified`, the money did arrive and waits to be assigned
 * to another unit. Otherwise the money never arrived, and the late interest stopped by the payment is charged
 * too, with `chargesSanction` also the sanction for a returned cheque.
 * @throws Problem receiptNotFound, alreadyAnnulled
 */
export const annulCashReceipt = (
  db: Db,
  principal: Principal,
  { jointId, cashReceipt }: { jointId: number; cashReceipt: number },
  annulment: InputOf<typeof annulReceipt>['body'],
): Promise<Annulment> =>
  inPayments(db, principal, jointId, (act) => annulWithin(act, cashReceipt, annulment));

/** Annuls a receipt as a part of a change of the books, like `annulCashReceipt`. */
export async function annulWithin(
  { trx, books, at, today, actor, audit }: BooksUseCase,
  cashReceipt: number,
  {
    reason: typedReason,
    unidentified = false,
    chargesSanction = false,
  }: InputOf<typeof annulReceipt>['body'],
): Promise<Annulment> {
  const { jointId } = books;
  const found = await payments.findReceipt(trx, jointId, cashReceipt);
  if (found === undefined) throw new Problem('receiptNotFound');
  if (found.annulled) throw new Problem('alreadyAnnulled');
  const { apartmentId, item, payment, valueDate } = found;
  const reason = typedReason.trim();
  const account = await readAccount(trx, jointId, apartmentId);
  const offers = await readOffers(trx, jointId, apartmentId, valueDate);
  const stamp = { postingDate: postingDateOf(books, today, today), numbers: numbersOf(books) };
  const stopped = unidentified ? [] : await readChargedMonths(trx, books, apartmentId, valueDate);
  const posting = reverseReceipt(account, { item, reason, offers, stopped }, stamp);
  const sanction =
    chargesSanction && !unidentified
      ? [sanctionOf(withPosting(account, posting), found, { reason, books, stamp })]
      : [];
  const posted = await insertPostings(trx, jointId, [posting, ...sanction], { at, actor });
  const reversal = posting.items.find(({ reverses }) => reverses === item);
  const postingDate = reversal?.postingDate ?? stamp.postingDate;
  const document = { jointId, kind: 'receipt', number: cashReceipt } as const;
  await payments.annulDocument(trx, { ...document, reason, postingDate, unidentified, at, actor });
  await checkPaymentAddsUp(trx, jointId, payment);
  await audit('receiptAnnulled', {
    receipt: cashReceipt,
    payment,
    apartmentId,
    reason,
    unidentified,
    ...(sanction.length > 0 && { chargesSanction }),
    postingDate,
    posted,
  });
  return { reason, date: dayInBogota(at), by: await payments.nameOfActor(trx, actor) };
}

/** Charges 20 % of a receipt, rounded half up to the centavo, as a fine due on the due day of the open month. */
function sanctionOf(
  account: Account,
  { apartmentId, amount }: { apartmentId: string; amount: Centavos },
  { reason, books, stamp }: { reason: string; books: Books; stamp: PostingStamp },
): Posting {
  const { name } = chequeSanction;
  const valueDate = stamp.postingDate;
  const charged = adjust(
    account,
    {
      kind: 'charge',
      concept: { id: null, name, nature: 'fine' },
      forApartmentId: apartmentId,
      amount: sanctionOn(amount),
      valueDate,
      dueDate: dayOf(monthOfDay(valueDate), books.settings.dueDay),
      reason,
    },
    stamp,
  );
  if (charged === null) throw new Error('A charge was refused.');
  return charged.posting;
}
