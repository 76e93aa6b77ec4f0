import type { BillingSettings } from '../../../shared/billing/settings.api.ts';
import {
  accountNumberOf,
  type BankAccount,
  brebKeyOf,
  isPaymentPage,
  type PaymentPlaces,
} from '../../../shared/billing/where-to-pay.ts';
import { defined } from '../../../shared/defined.ts';
import { qrRows } from '../../platform/documents/qr-code.ts';
import { Problem } from '../../platform/http/problem.ts';

/**
 * Normalizes the payment data typed in the settings of a joint: trims texts, and formats the payment key and
 * the account number as banks require.
 * @throws Problem bankAccountInvalid, brebKeyInvalid, paymentPageInvalid
 */
export function tidyWhereToPay(sent: Partial<BillingSettings>): Partial<BillingSettings> {
  const { bankAccount, brebKey, paymentPage } = sent;
  return {
    ...sent,
    ...defined({
      bankAccount: bankAccount === undefined || bankAccount === null ? undefined : tidyAccount(bankAccount),
      brebKey: brebKey === undefined ? undefined : tidyKey(brebKey),
      paymentPage: paymentPage === undefined ? undefined : tidyPage(paymentPage),
    }),
  };
}

function tidyAccount({ bank, kind, number, holder, holderNit }: BankAccount): BankAccount {
  const accountNumber = accountNumberOf(number);
  if (accountNumber === null || bank.trim() === '') throw new Problem('bankAccountInvalid');
  return {
    bank: bank.trim(),
    kind,
    number: accountNumber,
    holder: holder.trim(),
    holderNit: holderNit.trim(),
  };
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

/** QR code printed on bills, to pay by phone. */
export interface PaymentQr {
  /** Content of the QR code: the payment page to open, or a Bre-B payment key. */
  of: 'page' | 'key';
  /** Address of the page, or payment key. */
  text: string;
  /** Squares of the QR code, a text per row: 1 is dark. */
  rows: string[];
}

/**
 * Builds the QR code printed on bills to pay by phone: of the payment page, or of the Bre-B payment key
 * without a page; null without both. Uses the lowest error correction, so that the longest page address stays
 * readable on paper.
 */
export function paymentQr({
  brebKey,
  paymentPage,
}: Pick<PaymentPlaces, 'brebKey' | 'paymentPage'>): PaymentQr | null {
  const text = paymentPage || brebKey;
  if (text === '') return null;
  return { of: paymentPage === '' ? 'key' : 'page', text, rows: qrRows(text, 'L') };
}
