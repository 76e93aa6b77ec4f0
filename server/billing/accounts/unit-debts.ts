import type { Settlement as ApiSettlement } from '../../../shared/billing/shapes.ts';
import { type Day, type Month, monthWords } from '../../../shared/days.ts';
import { toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import { accountsByUnit } from '../ledger/accounts.repository.ts';
import type { Books } from '../ledger/books.repository.ts';
import type { Accrual } from '../ledger/late-interest.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { accountsOfUnit, formerAccounts } from '../ledger/unit-accounts.repository.ts';
import { readAccrual } from '../settings/accrual.ts';
import { readOffers } from '../till/offers.repository.ts';
import { accruedOn, isPaidUp, type Settlement, settlementOf, type UnitDebt } from './settlement.ts';

/**
 * All accounts with debts of a unit, with late interest until a day, and the answer if the unit is free of
 * overdue debt. Used for the statement and the certificates.
 */
export interface UnitDebts {
  debts: UnitDebt[];
  /** Months with late interest that no bill has charged yet, with the rates. */
  accrual: Accrual;
  /** True if the unit is 'a paz y salvo' (free of overdue debt) on the day, by `isPaidUp`. */
  paidUp: boolean;
}

/**
 * Reads all accounts with debts of a unit on a day: (1) the account billed for the unit now, (2) earlier
 * accounts of the units billed together with the unit, (3) other accounts with charges of the same units. For
 * the statement, the debt certificate and the 'paz y salvo'.
 */
export async function readUnitDebts(
  trx: Db,
  books: Books,
  apartmentId: string,
  day: Day,
): Promise<UnitDebts> {
  const { jointId } = books;
  const accrual = await readAccrual(trx, books, day);
  const accounts = await accountsOfUnit(trx, jointId, apartmentId);
  const debts: UnitDebt[] = [];
  const add = async (id: string, whole: boolean, isOurs: UnitDebt['isOurs']): Promise<void> => {
    const account = await readAccount(trx, jointId, id);
    debts.push({ account, whole, isOurs, accrued: accruedOn(account, accrual, day) });
  };
  for (const id of accounts) await add(id, true, () => true);
  const together = [...(await accountsByUnit(trx, jointId))].flatMap(([unit, account]) =>
    account === accounts[0] ? [unit] : [],
  );
  const ours = new Set([...together, apartmentId]);
  for (const id of await formerAccounts(trx, jointId, [...ours], accounts)) {
    await add(id, false, ({ forApartmentId }) => ours.has(forApartmentId));
  }
  return { debts, accrual, paidUp: isPaidUp(debts, day) };
}

/**
 * Computes the amount to leave an account without debt on a day ('si paga hoy'). Reads the months with
 * uncharged late interest and the prompt-payment discounts valid on the day; `settlementOf` does the sum.
 * Amounts in centavos.
 * @param books settings of the joint's billing
 */
export async function readSettlement(trx: Db, books: Books, account: Account, day: Day): Promise<Settlement> {
  const accrual = await readAccrual(trx, books, day);
  const offers = await readOffers(trx, books.jointId, account.apartmentId, day);
  return settlementOf(account, { accrual, offers, day });
}

/**
 * Checks that the amount to settle an account is computable.
 * @param missing months with late interest and without a legal ceiling
 * @throws Problem ceilingMissing with the months
 */
export function requireCeilings(missing: readonly Month[]): void {
  if (missing.length === 0) return;
  const month = new Intl.ListFormat('es').format(missing.map(monthWords));
  throw new Problem('ceilingMissing', { month, months: missing });
}

/**
 * Converts the amount to settle an account (`Settlement`) from centavos to the form of the API, in pesos. The
 * amount is null if the legal ceiling of the interest rate is not known for a month.
 */
export const settlementToApi = (
  { amount, interest, saved, missing }: Settlement,
  day: Day,
): ApiSettlement => ({
  day,
  amount: missing.length > 0 ? null : toPesos(amount),
  interest: toPesos(interest),
  saved: toPesos(saved),
  missing,
});
