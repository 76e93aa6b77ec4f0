import type { CashReceipt } from '../../../shared/billing/payments.api.ts';
import { type Day, monthsOf, yearsOf } from '../../../shared/days.ts';
import { Profile } from '../../../shared/profiles.ts';
import type { Context } from '../../platform/context.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { accountFor } from '../accounts/own-units.ts';
import { linkedBillingUnits } from '../ledger/accounts.repository.ts';
import { accountsOfUnit } from '../ledger/unit-accounts.repository.ts';
import { listCashReceipts, paymentDays, receiptDays } from './cash-receipts.repository.ts';

/**
 * Creates the service behind the endpoints about receipts for payments: the receipts of a unit, and the years
 * and months with payments. Owners see only receipts of their own units.
 */
export function cashReceiptsService({ store: { db } }: Context) {
  /**
   * Lists the receipts of a unit, newest first: from the account that bills the unit now, and from earlier accounts
   * of the units billed there.
   * @throws Problem apartmentNotFound
   */
  async function list(principal: Principal, jointId: number, apartmentId: string): Promise<CashReceipt[]> {
    await accountFor(db, principal, { jointId, apartmentId });
    return listCashReceipts(db, jointId, await accountsOfUnit(db, jointId, apartmentId));
  }

  /** Returns the years with payments, newest first. For owners: the years with receipts of their units. */
  const years = async (principal: Principal, jointId: number): Promise<number[]> =>
    yearsOf(await readDays(principal, jointId));

  /** Returns the months of a year with payments, from January. */
  const months = async (principal: Principal, jointId: number, year: number): Promise<number[]> =>
    monthsOf(await readDays(principal, jointId), year);

  async function readDays(principal: Principal, jointId: number): Promise<Day[]> {
    if (principal.profileId !== Profile.owner) return paymentDays(db, jointId);
    const linked = await linkedBillingUnits(db, jointId, Number(principal.userId));
    const accounts = new Set<string>();
    for (const unit of linked) {
      for (const account of await accountsOfUnit(db, jointId, unit)) accounts.add(account);
    }
    return receiptDays(db, jointId, [...accounts]);
  }

  return { list, years, months };
}
