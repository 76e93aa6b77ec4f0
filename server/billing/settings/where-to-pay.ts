import type { BillingSettings } from '../../../shared/billing/settings.api.ts';
import {
  accountNumberOf,
  type BankAccount,
  brebKeyOf,
  isPaymentPage,
  type PaymentPlaces,
} from '../../../shared/billing/where-to-pay.ts';
import { qrRows } from '../../platform/documents/qr-code.ts';
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

/** The QR with which a phone goes on to pay. */
export interface PaymentQr {
  /** The page that it opens, or the key of Bre-B that it says. */
  of: 'page' | 'key';
  text: string;
  /** Its modules, a text a row: 1 is dark. */
  rows: string[];
}

/**
 * The QR of the page, else of the key; null where neither is set. It has the level of the least redundancy: the longest
 * page must still be read from paper.
 */
export function paymentQr({
  brebKey,
  paymentPage,
}: Pick<PaymentPlaces, 'brebKey' | 'paymentPage'>): PaymentQr | null {
  const text = paymentPage || brebKey;
  if (text === '') return null;
  return { of: paymentPage === '' ? 'key' : 'page', text, rows: qrRows(text, 'L') };
}
