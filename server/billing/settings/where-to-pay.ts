import type { BillingSettings } from '../../../shared/billing/settings.api.ts';
import {
  accountNumberOf,
  type BankAccount,
  brebKeyOf,
  isPaymentPage,
  type PaymentPlaces,
  readBankQr,
} from '../../../shared/billing/where-to-pay.ts';
import { defined } from '../../../shared/defined.ts';
import { readDocument } from '../../../shared/properties/documents.ts';
import { qrRows } from '../../platform/documents/qr-code.ts';
import { Problem } from '../../platform/http/problem.ts';

/**
 * Normalizes the payment data typed in the settings of a joint: trims texts, and formats the payment key and
 * the account number as banks require.
 * @throws Problem bankAccountInvalid, brebKeyInvalid, bankQrInvalid, bankQrOfOneCharge, paymentPageInvalid
 */
export function tidyWhereToPay(sent: Partial<BillingSettings>): Partial<BillingSettings> {
  const { bankAccount, brebKey, bankQr, paymentPage } = sent;
  return {
    ...sent,
    ...defined({
      bankAccount: bankAccount === undefined || bankAccount === null ? undefined : tidyAccount(bankAccount),
      brebKey: brebKey === undefined ? undefined : tidyKey(brebKey),
      bankQr: bankQr === undefined ? undefined : tidyQr(bankQr),
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

function tidyQr(typed: string): string {
  const text = typed.trim();
  if (text === '') return '';
  const code = readBankQr(text);
  if (code === null) throw new Problem('bankQrInvalid');
  if (code.isOfOneCharge) throw new Problem('bankQrOfOneCharge');
  return text;
}

/**
 * Checks that the bank's QR code pays the joint: a code with a NIT has the NIT of the joint, if the joint has one.
 * @throws Problem bankQrOfAnother with the name and NIT in the code
 */
export function checkBankQr({ bankQr, nit }: Pick<BillingSettings, 'bankQr' | 'nit'>): void {
  const receiver = readBankQr(bankQr);
  const own = readDocument(nit);
  if (receiver === null || receiver.nit === '' || own === null) return;
  const numbers = (text: string) => [readDocument(text)?.key, readDocument(text)?.nit].filter(Boolean);
  if (!numbers(receiver.nit).some((one) => numbers(nit).includes(one)))
    throw new Problem('bankQrOfAnother', { name: receiver.name, nit: receiver.nit });
}

function tidyPage(typed: string): string {
  const page = typed.trim();
  if (page !== '' && !isPaymentPage(page)) throw new Problem('paymentPageInvalid');
  return page;
}

/** QR code printed on bills, to pay by phone. */
export interface PaymentQr {
  /** Content of the QR code: the text that the bank gave, or the payment page to open. */
  of: 'bank' | 'page';
  /** Text of the bank, or address of the page. */
  text: string;
  /** Squares of the QR code, a text per row: 1 is dark. */
  rows: string[];
}

/**
 * Builds the QR code printed on bills to pay by phone: the bank's code unchanged, else the payment page; null without both. A
 * Bre-B key alone is no code that an application of a bank reads. Uses the lowest error correction, so that the
 * longest text stays readable on paper.
 */
export function paymentQr({
  bankQr,
  paymentPage,
}: Pick<PaymentPlaces, 'bankQr' | 'paymentPage'>): PaymentQr | null {
  const text = bankQr || paymentPage;
  if (text === '') return null;
  return { of: bankQr === '' ? 'page' : 'bank', text, rows: qrRows(text, 'L') };
}
