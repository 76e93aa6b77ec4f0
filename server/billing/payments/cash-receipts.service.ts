import type { CashReceipt } from '../../../shared/billing/payments.api.ts';
import type { Day } from '../../../shared/days.ts';
import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { accountFor } from '../accounts/own-units.ts';
import { linkedBillingUnits } from '../ledger/accounts.repository.ts';
import { accountsOfUnit } from '../ledger/unit-accounts.repository.ts';
import { listCashReceipts, paymentDays, receiptDays } from './cash-receipts.repository.ts';

/** What owners and administrators ask of cash receipts. */
export class CashReceipts {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * A unit's receipts, newest first: of the account it is billed on, and of those that its units have from before.
   * @throws Problem apartmentNotFound
   */
  async list(principal: Principal, jointId: number, apartmentId: string): Promise<CashReceipt[]> {
    await accountFor(this.#db, principal, { jointId, apartmentId });
    return listCashReceipts(this.#db, jointId, await accountsOfUnit(this.#db, jointId, apartmentId));
  }

  /** Years in which payments were posted, newest first; an owner's: receipts of their units. */
  async years(principal: Principal, jointId: number): Promise<number[]> {
    const days = await this.#days(principal, jointId);
    return [...new Set(days.map((day) => Number(day.slice(0, 4))))].sort((a, b) => b - a);
  }

  /** Months of a year in which payments were posted, from January. */
  async months(principal: Principal, jointId: number, year: number): Promise<number[]> {
    const days = await this.#days(principal, jointId);
    const months = days
      .filter((day) => Number(day.slice(0, 4)) === year)
      .map((day) => Number(day.slice(5, 7)));
    return [...new Set(months)].sort((a, b) => a - b);
  }

  async #days(principal: Principal, jointId: number): Promise<Day[]> {
    if (principal.profileId !== Profile.owner) return paymentDays(this.#db, jointId);
    const linked = await linkedBillingUnits(this.#db, jointId, Number(principal.userId));
    const accounts = new Set<string>();
    for (const unit of linked) {
      for (const account of await accountsOfUnit(this.#db, jointId, unit)) accounts.add(account);
    }
    return receiptDays(this.#db, jointId, [...accounts]);
  }
}
