import Type, { type Static } from 'typebox';
import { Lines, Nullable, OptionalLine } from '../api.ts';
import { type Day, type Month, monthWords, shortDay } from '../days.ts';
import { rateUnits } from './natures.ts';

/** Settings of a joint printed at the top of bills: administrator, contact and legal text. '' if not set. */
export const letterheadSettings = {
  /** Name of the administrator, a person or a company. */
  administrator: OptionalLine(80),
  /** Address of the joint's administration. */
  address: OptionalLine(100),
  phone: OptionalLine(40),
  email: Type.Union([Type.Literal(''), Type.String({ maxLength: 80, format: 'email' })]),
  /** Text of the law or by-laws about unpaid bills, printed on each bill. */
  legalText: Lines(300),
};

/**
 * Legal text proposed for bills in the settings, about Ley 675, art. 48: in court the administrator's
 * certificate of the debt counts, not the bill.
 */
export const PROPOSED_LEGAL_TEXT =
  'Para el cobro judicial, el título ejecutivo es el certificado de la deuda que expide el administrador, sin ningún requisito ni procedimiento adicional (Ley 675 de 2001, artículo 48).';

/**
 * States of a month's late-interest rate, printed on bills. `charged`: a rate is in force. `uncertified`: the
 * month's legal ceiling is not known yet; the rate is the joint's own, limited by the ceiling. `free`: month
 * marked 'sin intereses'. `none`: the joint (co-owned property) charges no interest.
 */
export const rateInForceKinds = ['charged', 'uncertified', 'free', 'none'] as const;

/** Rate of late interest in force in a month, as printed on bills, in per cent. */
export const RateInForce = Type.Object({
  /** State of the rate. See `rateInForceKinds`. */
  kind: Type.Enum(rateInForceKinds),
  /** Unit in which the rate was set: annual or monthly. Null without a rate. */
  unit: Nullable(Type.Enum(rateUnits)),
  /** Effective annual rate in per cent. Null without a rate. */
  annualRate: Nullable(Type.Number()),
  /** Monthly rate in per cent, also for an annual rate if interest is by whole months. Null otherwise. */
  monthlyRate: Nullable(Type.Number()),
});
export type RateInForce = Static<typeof RateInForce>;

/**
 * Texts printed at the top of a month's bills: administrator, contact, legal text and interest rate. Stored
 * at the issue.
 */
export const Letterhead = Type.Object({
  /** Name of the administrator: a person or a company. */
  administrator: Type.String(),
  /** Address of the joint's administration. */
  address: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  /** Text of the law or by-laws about unpaid bills. */
  legalText: Type.String(),
  /** Rate of late interest. Null if the month's sheet computed the late interest. */
  rate: Nullable(RateInForce),
});
export type Letterhead = Static<typeof Letterhead>;

/**
 * Joins the contact data of the letterhead in a line: 'Calle 12 # 3-45, Bogotá · Tel. 601 234 5678 ·
 * admin@ejemplo.co · Administra: Ana Pérez'. '' if no data are set.
 */
export function contactLine({
  administrator,
  address,
  phone,
  email,
}: Pick<Letterhead, 'administrator' | 'address' | 'phone' | 'email'>): string {
  return [address, phone && `Tel. ${phone}`, email, administrator && `Administra: ${administrator}`]
    .filter((part) => part !== '')
    .join(' · ');
}

/**
 * Describes a month's rate of late interest in Spanish, for bills and reports: 'Tasa de mora de mayo de 2026:
 * 25,62 % efectiva anual.'
 */
export function rateInForceWords(rate: RateInForce, month: Month): string {
  const of = monthWords(month);
  switch (rate.kind) {
    case 'none':
      return 'La copropiedad no cobra intereses de mora.';
    case 'free':
      return `No se cobran intereses de mora de ${of}.`;
    case 'uncertified':
      return rate.unit === null
        ? `Tasa de mora de ${of}: la máxima legal de ese mes (Ley 675 de 2001, artículo 30).`
        : `Tasa de mora de ${of}: ${percentWords(rate)}, sin pasar de la máxima legal de ese mes.`;
    case 'charged':
      return `Tasa de mora de ${of}: ${percentWords(rate)}.`;
  }
}

/** Describes a rate of late interest in Spanish: '25,62 % efectiva anual, que es 1,91894 % mensual'. Rates in per cent. */
export function percentWords({
  unit,
  annualRate,
  monthlyRate,
}: Pick<RateInForce, 'unit' | 'annualRate' | 'monthlyRate'>): string {
  if (unit === 'monthly') return `${percent(monthlyRate)} mensual`;
  const annual = `${percent(annualRate)} efectiva anual`;
  return monthlyRate === null ? annual : `${annual}, que es ${percent(monthlyRate)} mensual`;
}

/** Formats a percentage with all decimals used in calculations. */
const percent = (value: number | null): string =>
  `${String(Number((value ?? 0).toFixed(6))).replace('.', ',')} %`;

/**
 * Returns the Spanish name of the publication of a month's legal ceiling: 'Resolución 1234 del 28/08/2026'.
 */
export function sourceText({
  resolution,
  resolvedOn,
  source,
}: {
  /** Number and day of the resolution; null for ceilings without a resolution. */
  resolution: string | null;
  resolvedOn: Day | null;
  /** Other text about the publication; '' if unset. */
  source: string;
}): string {
  const named =
    resolution === null || resolvedOn === null
      ? ''
      : `${/^\d/.test(resolution) ? 'Resolución ' : ''}${resolution} del ${shortDay(resolvedOn)}`;
  return [named, source].filter((part) => part !== '').join('. ');
}
