import type { BillingSettings } from '../../../shared/billing/settings.api.ts';
import {
  accountNumberOf,
  type BankAccount,
  brebKeyOf,
  isPaymentPage,
} from '../../../shared/billing/where-to-pay.ts';
import { Problem } from '../../platform/http/problem.ts';

/**
 * Settings with what they say of where to pay as it is kept: trimmed, the key's and the account's numbers as banks take
 * them.
 * @throws Problem bankAccountInvalid, brebKeyInvalid, paymentPageInvalid
 */
export function tidyWhereToPay(given: Partial<BillingSettings>): Partial<BillingSettings> {
  const { bankAccount, brebKey, paymentPage } = given;
  return {
    ...given,
    ...(bankAccount === undefined || bankAccount === null ? {} : { bankAccount: tidyAccount(bankAccount) }),
    ...(brebKey === undefined ? {} : { brebKey: tidyKey(brebKey) }),
    ...(paymentPage === undefined ? {} : { paymentPage: tidyPage(paymentPage) }),
  };
}

function tidyAccount({ bank, kind, number, holder, holderNit }: BankAccount): BankAccount {
  const known = accountNumberOf(number);
  if (known === null || bank.trim() === '') throw new Problem('bankAccountInvalid');
  return { bank: bank.trim(), kind, number: known, holder: holder.trim(), holderNit: holderNit.trim() };
}

function tidyKey(typed: string): string {
  if (typed.trim() === '') return '';
  const key = brebKeyOf(typed);
  if (key === null) throw new Problem('brebKeyInvalid');
  return key;
}

function tidyPage(typed: string): string {
  const page = typed.trim();
  if (page !== '' && !isPaymentPage(page)) throw new Problem('paymentPageInvalid');
  return page;
}
