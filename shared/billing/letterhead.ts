import Type, { type Static } from 'typebox';
import { Lines, Nullable, OptionalLine } from '../api.ts';
import { type Month, monthWords } from '../days.ts';
import { rateUnits } from './natures.ts';

/** Settings for the letterhead: administrator and legal text; '' if not set. */
export const letterheadSettings = {
  /** Administrator: a person or a company. */
  administrator: OptionalLine(80),
  /** Address of the administration. */
  address: OptionalLine(100),
  phone: OptionalLine(40),
  email: Type.Union([Type.Literal(''), Type.String({ maxLength: 80, format: 'email' })]),
  /** Text of the law or by-laws about unpaid bills. */
  legalText: Lines(300),
};

/**
 * Proposed legal text from article 48 of Ley 675 de 2001: the executive title is the administrator's certificate, not
 * the bill.
 */
export const PROPOSED_LEGAL_TEXT =
  'Para el cobro judicial, el título ejecutivo es el certificado de la deuda que expide el administrador, sin ningún requisito ni procedimiento adicional (Ley 675 de 2001, artículo 48).';

/**
 * `charged`: a rate is in force. `uncertified`: the month's legal ceiling is missing; the rate is the joint's own,
 * limited by the ceiling. `free`: month marked 'sin intereses'. `none`: the joint charges no interest.
 */
export const rateInForceKinds = ['charged', 'uncertified', 'free', 'none'] as const;

/** Rate of late interest in force in a month. */
export const RateInForce = Type.Object({
  kind: Type.Enum(rateInForceKinds),
  /** Unit in which the rate was set; null without a rate. */
  unit: Nullable(Type.Enum(rateUnits)),
  /** Effective annual, in per cent. */
  annualRate: Nullable(Type.Number()),
  /** Per cent. Also set for an annual rate if interest is by whole months. */
  monthlyRate: Nullable(Type.Number()),
});
export type RateInForce = Static<typeof RateInForce>;

/** Letterhead of a bill, as at the issue. */
export const Letterhead = Type.Object({
  administrator: Type.String(),
  address: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  legalText: Type.String(),
  /** Null: the month's sheet charged its own late interest. */
  rate: Nullable(RateInForce),
});
export type Letterhead = Static<typeof Letterhead>;

/**
 * Joins the contact data: 'Calle 12 # 3-45, Bogotá · Tel. 601 234 5678 · admin@ejemplo.co · Administra: Ana Pérez';
 * '' if not set.
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

/** Describes a month's late-interest rate: 'Tasa de mora de mayo de 2026: 25,62 % efectiva anual.' */
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

function percentWords({ unit, annualRate, monthlyRate }: RateInForce): string {
  if (unit === 'monthly') return `${percent(monthlyRate)} mensual`;
  const annual = `${percent(annualRate)} efectiva anual`;
  return monthlyRate === null ? annual : `${annual}, que es ${percent(monthlyRate)} mensual`;
}

/** Formats with all decimals used in calculations. */
const percent = (value: number | null): string =>
  `${String(Number((value ?? 0).toFixed(6))).replace('.', ',')} %`;
