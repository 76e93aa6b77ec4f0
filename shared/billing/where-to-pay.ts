import Type, { type Static } from 'typebox';
import { Nullable, OptionalLine } from '../api.ts';

/** What a bank calls an account: 'cuenta de ahorros', 'cuenta corriente'. */
export const accountKinds = ['savings', 'current'] as const;
export type AccountKind = (typeof accountKinds)[number];

export const accountKindWords: Readonly<Record<AccountKind, string>> = {
  savings: 'Cuenta de ahorros',
  current: 'Cuenta corriente',
};

/** The joint's account at a bank. */
export const BankAccount = Type.Object({
  bank: OptionalLine(60),
  kind: Type.Enum(accountKinds),
  /** Digits, in groups that hyphens part. */
  number: OptionalLine(30),
  /** Whose it is and their NIT, where a bank asks for them; '': not told. */
  holder: OptionalLine(100),
  holderNit: OptionalLine(30),
});
export type BankAccount = Static<typeof BankAccount>;

/** The joint's settings that say where it is paid; each '' or null where it is not set. */
export const whereToPaySettings = {
  bankAccount: Nullable(BankAccount),
  /** The key of Bre-B, the instant payments of Banco de la República: a phone, document, e-mail or '@' with letters. */
  brebKey: OptionalLine(100),
  /** The page of the bank or the gateway, https. */
  paymentPage: OptionalLine(500),
};

/** What those who owe are told of where to pay. */
export interface PaymentPlaces {
  bankAccount: BankAccount | null;
  brebKey: string;
  paymentPage: string;
  /** What else there is to say, in lines. */
  paymentPlace: string;
}

/**
 * Whether a text is a page that bills may send people to: https alone, of at most 500 characters, without a user or a
 * password in it and without white space.
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

/** A document or a merchant's code (with its check digit, or without), a phone, an e-mail address, '@' with letters and digits. */
const BREB_KEYS = [
  /^\d{4,15}(-\d)?$/,
  /^\+57\d{10}$/,
  /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}$/,
  /^@[A-Za-z0-9]{2,30}$/,
];

/** A key as banks take it: numbers without the spaces and points that people write in them; null where it is none. */
export function brebKeyOf(text: string): string | null {
  const typed = text.trim();
  const key = /^[\d\s.+-]+$/.test(typed) ? typed.replace(/[\s.]/g, '') : typed;
  return BREB_KEYS.some((pattern) => pattern.test(key)) ? key : null;
}

/** An account's number with hyphens alone between its digits; null where it is none. */
export function accountNumberOf(text: string): string | null {
  const number = text.trim().replace(/\s*-\s*|\s+/g, '-');
  return /^\d(-?\d){3,24}$/.test(number) ? number : null;
}

/**
 * Where to pay, a line of each: 'Bancolombia, cuenta de ahorros 012-345678-90, a nombre de … (NIT …)', 'Llave Bre-B: …',
 * the lines of the joint's own text. The page is told as a link.
 */
export function whereToPayLines({
  bankAccount,
  brebKey,
  paymentPlace,
}: Omit<PaymentPlaces, 'paymentPage'>): string[] {
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
