import type { letterheadSettings } from '../../../../shared/billing/letterhead.ts';
import type { BillingSettings } from '../../../../shared/billing/settings.api.ts';
import type { whereToPaySettings } from '../../../../shared/billing/where-to-pay.ts';

/** Settings that have forms of their own, which this one never sends over. */
type OwnForms = keyof typeof letterheadSettings | keyof typeof whereToPaySettings | 'paymentPlace';

/** The settings that this form has. */
export type SentSettings = Omit<BillingSettings, OwnForms>;

/** The settings as they are being typed. */
export type TypedSettings = Omit<
  SentSettings,
  'discount' | 'gln' | 'referenceDigits' | 'offsetX' | 'offsetY'
> & {
  hasDiscount: boolean;
  percent: string;
  discountDay: number;
  gln: string;
  /** '': our own twelve. */
  referenceDigits: string;
  offsetX: string;
  offsetY: string;
};

export const asTyped = ({
  bankAccount,
  brebKey,
  paymentPage,
  paymentPlace,
  administrator,
  address,
  phone,
  email,
  legalText,
  ...settings
}: BillingSettings): TypedSettings => {
  const { discount, gln, referenceDigits, offsetX, offsetY, ...rest } = settings;
  return {
    ...rest,
    hasDiscount: discount !== null,
    percent: discount === null ? '' : decimalText(discount.percent),
    discountDay: discount?.day ?? 10,
    gln: gln ?? '',
    referenceDigits: referenceDigits === null ? '' : String(referenceDigits),
    offsetX: decimalText(offsetX),
    offsetY: decimalText(offsetY),
  };
};

type Faults = Partial<Record<'percent' | 'gln' | 'referenceDigits' | 'offsetX' | 'offsetY', string | null>>;

/** What cannot be sent as it is typed, field by field. */
export function settingsFaults(typed: TypedSettings): Faults {
  const faults: Faults = {};
  const percent = decimalOf(typed.percent);
  if (typed.hasDiscount && (percent === null || percent <= 0 || percent > 100)) {
    faults.percent = 'Digite un porcentaje mayor que 0 y hasta 100.';
  }
  if (!/^(\d{13})?$/.test(typed.gln.trim())) faults.gln = 'El código GLN tiene 13 dígitos.';
  if (!/^(|[6-9]|1\d|2[0-4])$/.test(typed.referenceDigits.trim())) {
    faults.referenceDigits = 'Digite de 6 a 24 dígitos, o deje vacío.';
  }
  for (const name of ['offsetX', 'offsetY'] as const) {
    const offset = decimalOf(typed[name]);
    if (offset === null || Math.abs(offset) > 50) faults[name] = 'Digite de -50 a 50 milímetros.';
  }
  return faults;
}

/** As they are sent; null while something cannot be. */
export function asSettings(typed: TypedSettings): SentSettings | null {
  const { hasDiscount, percent, discountDay, gln, referenceDigits, offsetX, offsetY, ...rest } = typed;
  if (Object.keys(settingsFaults(typed)).length > 0) return null;
  return {
    ...rest,
    nit: rest.nit.trim(),
    discount: hasDiscount ? { percent: decimalOf(percent) ?? 0, day: discountDay } : null,
    gln: gln.trim() === '' ? null : gln.trim(),
    referenceDigits: referenceDigits.trim() === '' ? null : Number(referenceDigits),
    offsetX: decimalOf(offsetX) ?? 0,
    offsetY: decimalOf(offsetY) ?? 0,
  };
}

/** A number as people write it: '2,5', '-1.5'; null where it is none. */
export function decimalOf(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace(/\s*%$/, '');
  return /^-?\d{1,4}(\.\d{1,4})?$/.test(plain) ? Number(plain) : null;
}

/** The monthly rate that was typed, in per cent with up to six decimals; null where it is none that can be charged. */
export function monthlyRateOf(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace(/\s*%$/, '');
  const percent = /^\d{1,2}(\.\d{1,6})?$/.test(plain) ? Number(plain) : null;
  return percent !== null && percent <= 10 ? percent : null;
}

/** With a decimal comma: '25,62'. */
export const decimalText = (value: number): string => String(value).replace('.', ',');

/** The annual rate that was typed, in per cent; null where it is none that can be charged. */
export function annualRateOf(text: string): number | null {
  const percent = decimalOf(text);
  return percent !== null && percent >= 0 && percent <= 200 ? percent : null;
}
