import type { BillingSettings } from '../../../../shared/billing/settings.api.ts';

/** Values of the main form of the settings page as typed by the user: numbers as text, for example '2,5'. */
export type TypedSettings = Omit<
  BillingSettings,
  'discount' | 'gln' | 'referenceDigits' | 'offsetX' | 'offsetY'
> & {
  /** True to offer a discount for early payment. */
  hasDiscount: boolean;
  /** Discount in per cent, as typed. */
  percent: string;
  /** Last day of the month for the discount. */
  discountDay: number;
  /** GS1 number of the collector, for payment codes. Empty: no payment code. */
  gln: string;
  /** Number of digits of the payment reference; an empty text means the default of twelve digits. */
  referenceDigits: string;
  /** Shift of the printed text in millimetres, as typed; below for the vertical direction. */
  offsetX: string;
  offsetY: string;
};

/**
 * Turns stored billing settings into the texts of the main settings form: 2.5 becomes '2,5', and absent
 * numbers become ''.
 */
export const asTyped = (settings: BillingSettings): TypedSettings => {
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

type SettingsFaults = Partial<
  Record<'percent' | 'gln' | 'referenceDigits' | 'offsetX' | 'offsetY', string | null>
>;

/**
 * Checks the form of the billing settings. Returns Spanish error messages by field; an empty object if the
 * form is valid.
 */
export function settingsFaults(typed: TypedSettings): SettingsFaults {
  const faults: SettingsFaults = {};
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

/** Turns the typed settings form into the request for the server. Null while a field is invalid. */
export function asSettings(typed: TypedSettings): BillingSettings | null {
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

/**
 * Parses a decimal number typed in the settings form: '2,5' gives 2.5, '-1.5' gives -1.5. Null if invalid.
 */
export function decimalOf(text: string): number | null {
  const digits = text.trim().replace(',', '.').replace(/\s*%$/, '');
  return /^-?\d{1,4}(\.\d{1,4})?$/.test(digits) ? Number(digits) : null;
}

/**
 * Parses a typed monthly rate in per cent, with up to six decimals: '1,5' gives 1.5. Returns null if invalid or
 * above 10.
 */
export function monthlyRateOf(text: string): number | null {
  const digits = text.trim().replace(',', '.').replace(/\s*%$/, '');
  const percent = /^\d{1,2}(\.\d{1,6})?$/.test(digits) ? Number(digits) : null;
  return percent !== null && percent <= 10 ? percent : null;
}

/** Formats a number for the settings form with a decimal comma: 25.62 gives '25,62'. */
export const decimalText = (value: number): string => String(value).replace('.', ',');

/**
 * Parses a typed annual rate in per cent: '25,62' gives 25.62. Returns null if invalid or outside 0 to 200.
 */
export function annualRateOf(text: string): number | null {
  const percent = decimalOf(text);
  return percent !== null && percent >= 0 && percent <= 200 ? percent : null;
}
