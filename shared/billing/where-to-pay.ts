import Type, { type Static } from 'typebox';
import { Nullable, OptionalLine } from '../api.ts';

/** Bank account kinds: 'cuenta de ahorros', 'cuenta corriente'. */
export const accountKinds = ['savings', 'current'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Spanish names of the kinds of bank account. */
export const accountKindWords: Readonly<Record<AccountKind, string>> = {
  savings: 'Cuenta de ahorros',
  current: 'Cuenta corriente',
};

/** Bank account of the joint (co-owned property) for payments of owners. */
export const BankAccount = Type.Object({
  /** Name of the bank: 'Bancolombia'. */
  bank: OptionalLine(60),
  kind: Type.Enum(accountKinds),
  /** Account number: digits in groups separated by hyphens. */
  number: OptionalLine(30),
  /** Holder of the account, if the bank requires holder and NIT. '' if not set. */
  holder: OptionalLine(100),
  holderNit: OptionalLine(30),
});
export type BankAccount = Static<typeof BankAccount>;

/** Maximum characters of the text in a QR code of a bank. */
export const MOST_BANK_QR = 512;

/** Settings about the places to pay a joint's bills. '' or null if not set. */
export const whereToPaySettings = {
  bankAccount: Nullable(BankAccount),
  /** Key of Bre-B, the instant payments of Banco de la República: phone, document, e-mail, or '@' with letters. */
  brebKey: OptionalLine(100),
  /** Text in the QR code that the bank gave to the joint, printed unchanged on bills (`readBankQr`). */
  bankQr: OptionalLine(MOST_BANK_QR),
  /** Web page of the bank or payment gateway, with https. */
  paymentPage: OptionalLine(500),
};

/** Places to pay a joint's bills, shown to owners. */
export interface PaymentPlaces {
  /** Bank account. Null if not set. */
  bankAccount: BankAccount | null;
  /** Key of Bre-B (instant payments): phone, document, e-mail, or '@' with letters. '' if not set. */
  brebKey: string;
  /** Text in the bank's QR code. '' if not set. */
  bankQr: string;
  /** Address of a web page for payments, with https. '' if not set. */
  paymentPage: string;
  /** Text with further instructions to pay, possibly of several lines. */
  paymentPlace: string;
}

/**
 * True if the address of a web page may be printed on bills as the page for payments: https, at most 500
 * characters, without user, password or white space.
 */
export function isPaymentPage(text: string): boolean {
  if (text.length > 500 || !/^https:\/\/\S+$/i.test(text)) return false;
  try {
    const { username, password, hostname } = new URL(text);
    return username === '' && password === '' && hostname.includes('.');
  } catch {
    return false;
  }
}

/**
 * Patterns of Bre-B keys: document or merchant code (with or without check digit), phone, e-mail address, or '@'
 * with letters and digits.
 */
const BREB_KEYS = [
  /^\d{4,15}(-\d)?$/,
  /^\+57\d{10}$/,
  /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}$/,
  /^@[A-Za-z0-9]{2,30}$/,
];

/**
 * Normalizes a key of Bre-B (instant payments in Colombia) to the form that banks accept: a phone number
 * without spaces and points. Null for an invalid key.
 */
export function brebKeyOf(text: string): string | null {
  const typed = text.trim();
  const key = /^[\d\s.+-]+$/.test(typed) ? typed.replace(/[\s.]/g, '') : typed;
  return BREB_KEYS.some((pattern) => pattern.test(key)) ? key : null;
}

/**
 * Normalizes a bank account number typed in the settings to digits and hyphens. Null for an invalid number.
 */
export function accountNumberOf(text: string): string | null {
  const number = text.trim().replace(/\s*-\s*|\s+/g, '-');
  return /^\d(-?\d){3,24}$/.test(number) ? number : null;
}

/**
 * Returns the payment instructions as lines: 'Bancolombia, cuenta de ahorros 012-345678-90, a nombre de … (NIT …)',
 * 'Llave Bre-B: …', then the joint's own text. Without the payment page: screens show a link.
 */
export function whereToPayLines({
  bankAccount,
  brebKey,
  paymentPlace,
}: Omit<PaymentPlaces, 'bankQr' | 'paymentPage'>): string[] {
  return [
    ...(bankAccount === null ? [] : [accountWords(bankAccount)]),
    ...(brebKey === '' ? [] : [`Llave Bre-B: ${brebKey}`]),
    ...paymentPlace.split(/\r?\n/).filter((line) => line.trim() !== ''),
  ];
}

function accountWords({ bank, kind, number, holder, holderNit }: BankAccount): string {
  const nit = holderNit === '' ? '' : `NIT ${holderNit}`;
  const of = holder === '' ? nit : `a nombre de ${holder}${nit === '' ? '' : ` (${nit})`}`;
  return `${bank}, ${accountKindWords[kind].toLowerCase()} ${number}${of === '' ? '' : `, ${of}`}`;
}

/** QR code for payments, made by a bank of Colombia (EMVCo fields; specification, formats, sections 2.1 to 2.5). */
export interface BankQr {
  /** Name of the receiver (field 59), at most 25 characters. */
  name: string;
  /** Tax number of the receiver (field 62, part 10), digits without check digit of the text; '' if absent. */
  nit: string;
  /** Key or merchant code that gets the money (field 26, else 50). '' if absent. */
  key: string;
  /** True for a code of a single charge: dynamic (field 01), or with an amount (field 54). */
  isOfOneCharge: boolean;
}

/**
 * Reads the text in a QR code of a bank. Null for another text: fields that do not fill the text exactly, a wrong
 * check sum (field 63, at the end), or no name of the receiver.
 */
export function readBankQr(text: string): BankQr | null {
  const fields = qrFields(text);
  if (fields === null || fields.get('00') !== '01' || !/6304[0-9A-F]{4}$/.test(text)) return null;
  if (fields.get('63') !== crc16(text.slice(0, -4))) return null;
  const name = fields.get('59') ?? '';
  if (name.trim() === '') return null;
  const partsOf = (id: string) => qrFields(fields.get(id) ?? '') ?? new Map<string, string>();
  const nit = partsOf('62').get('10') ?? '';
  const keys = [...partsOf('26'), ...partsOf('50')].filter(([id]) => id !== '00');
  const isOfOneCharge = fields.get('01') === '12' || Number(fields.get('54') ?? 0) > 0;
  return { name, nit: nit.replace(/\D/g, ''), key: keys[0]?.[1] ?? '', isOfOneCharge };
}

/** Returns the fields by number: two digits of the number, two digits of the length, then the content. */
function qrFields(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const [, id = '', digits = ''] = /^(\d\d)(\d\d)/.exec(text.slice(at)) ?? [];
    const end = at + 4 + Number(digits);
    if (id === '' || end > text.length) return null;
    fields.set(id, text.slice(at + 4, end));
    at = end;
  }
  return fields;
}

/** Check sum CRC-16/CCITT-FALSE of a text in UTF-8, as four hexadecimal capitals. */
export function crc16(text: string): string {
  let sum = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = (sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1) & 0xffff;
  }
  return sum.toString(16).toUpperCase().padStart(4, '0');
}
