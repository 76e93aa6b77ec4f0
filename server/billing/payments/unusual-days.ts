import type { PaymentFileReport } from '../../../shared/billing/payments.api.ts';
import type { Day } from '../../../shared/days.ts';
import { centavos, sumMoney } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { MatchedPayment } from '../bank-files/matched-payments.ts';
import { emptyAccount } from '../ledger/account.ts';
import type { Books } from '../ledger/books.repository.ts';
import { readAccount, readAccounts } from '../ledger/ledger.repository.ts';
import {
  type DatedPayment,
  type DayPrice,
  priceWords,
  unusualDays,
  unusualDayWords,
  usualSince,
} from '../ledger/payment-day.ts';
import { readJointOffers } from '../till/offers.repository.ts';

/** Payment for a known account, to test for an unusual date before posting. */
export interface AccountPayment extends DatedPayment {
  /** Account: id of the unit with the bills. */
  apartmentId: string;
}

/** Maximum number of accounts read separately. For more accounts, all accounts of the joint are read at once. */
const FEW_ACCOUNTS = 8;

/**
 * Computes the money saved by the dates of payments before posting: late interest forgiven and discounts
 * earned, in centavos. Returns a value for each payment in order, null for a usual date. Reads only accounts
 * with a date before the open period, because an open date forgives no interest.
 */
export async function priceDays(
  db: Db,
  books: Books,
  payments: readonly AccountPayment[],
  today: Day,
): Promise<(DayPrice | null)[]> {
  const { jointId, openFrom } = books;
  const since = usualSince(books, today);
  const isClosed = ({ valueDate }: AccountPayment) => valueDate < (openFrom ?? since);
  const ids = [...new Set(payments.filter(isClosed).map(({ apartmentId }) => apartmentId))];
  const prices = payments.map((): DayPrice | null => null);
  if (ids.length === 0) return prices;
  const all = ids.length > FEW_ACCOUNTS ? await readAccounts(db, jointId) : null;
  const offers = await readJointOffers(db, jointId, since);
  for (const id of ids) {
    const account = all === null ? await readAccount(db, jointId, id) : (all.get(id) ?? emptyAccount(id));
    const own = payments.flatMap((payment, at) => (payment.apartmentId === id ? [{ ...payment, at }] : []));
    const found = unusualDays(account, own, { since, today, offers: offers.get(id) ?? [] });
    for (const [index, { at }] of own.entries()) prices[at] = found[index] ?? null;
  }
  return prices;
}

/** Maximum rows with an unusual day reported individually. */
const ROWS_NAMED = 20;

/**
 * Builds the messages about unusual dates in a file of payments: an error for each new payment with an
 * unusual date, and a single question to confirm all dates, with the interest forgiven. Empty if all dates
 * are usual.
 * @param prices effect of the day of each new payment, in the order of the lines; null for a usual day
 * @param column header of the column with the dates; null for a text file
 */
export function aboutUnusual(
  lines: readonly MatchedPayment[],
  prices: readonly (DayPrice | null)[],
  column: string | null,
): Pick<PaymentFileReport, 'problems' | 'asks'> {
  const unusual = lines.flatMap(({ row, valueDate }, at) => {
    const price = prices[at] ?? null;
    return price === null ? [] : [{ row, valueDate, price }];
  });
  if (unusual.length === 0) return { problems: [], asks: [] };
  const problems = unusual.slice(0, ROWS_NAMED).map(({ row, valueDate, price }) => {
    const message = unusualDayWords(valueDate, price);
    return { row, column, severity: 'error' as const, code: 'dayUnusual', message };
  });
  const all = {
    interest: centavos(sumMoney(unusual.map(({ price }) => price.interest))),
    discount: centavos(sumMoney(unusual.map(({ price }) => price.discount))),
  };
  const many =
    unusual.length === 1
      ? 'Un pago tiene una fecha muy anterior'
      : `${unusual.length} pagos tienen fechas muy anteriores`;
  const text = `${many} a lo que se debe. Registrarlos así ${priceWords(all)}. Si una fecha está mal, corríjala en el archivo.`;
  const choices = [{ label: 'Las fechas son correctas', wentOn: true as const }];
  return {
    problems,
    asks: [{ code: 'dayUnusual', title: '¿Son correctas estas fechas de pago?', text, choices }],
  };
}
