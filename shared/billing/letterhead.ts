import Type, { type Static } from 'typebox';
import { Lines, Nullable, OptionalLine } from '../api.ts';
import { type Month, monthWords } from '../days.ts';
import { rateUnits } from './natures.ts';

/** A joint's settings that say who runs it and what the law says of its bills; each '' where it is not set. */
export const letterheadSettings = {
  /** Who administers it: a person or a company. */
  administrator: OptionalLine(80),
  /** Where the administration is. */
  address: OptionalLine(100),
  phone: OptionalLine(40),
  email: Type.Union([Type.Literal(''), Type.String({ maxLength: 80, format: 'email' })]),
  /** What the law, or the joint's by-laws, say of unpaid bills. */
  legalText: Lines(300),
};

/**
 * A legal text to begin with, of what article 48 of Ley 675 de 2001 says: the executive title is the certificate that the
 * administrator issues, and not the bill.
 */
export const PROPOSED_LEGAL_TEXT =
  'Para el cobro judicial, el título ejecutivo es el certificado de la deuda que expide el administrador, sin ningún requisito ni procedimiento adicional (Ley 675 de 2001, artículo 48).';

/**
 * `charged`: a rate is in force. `uncertified`: nobody entered the legal ceiling of the month; the rate is then the joint's own,
 * which it may not pass. `free`: the month is marked 'sin intereses'. `none`: the joint charges none.
 */
export const rateInForceKinds = ['charged', 'uncertified', 'free', 'none'] as const;

/** The rate of late interest that is in force in a month. */
export const RateInForce = Type.Object({
  kind: Type.Enum(rateInForceKinds),
  /** How the rate was written; null where there is none. */
  unit: Nullable(Type.Enum(rateUnits)),
  /** Effective annual, in per cent. */
  annualRate: Nullable(Type.Number()),
  /** In per cent; of an annual rate where interest is by whole months. */
  monthlyRate: Nullable(Type.Number()),
});
export type RateInForce = Static<typeof RateInForce>;

/** What a bill says beside its figures, as it was when the bill was issued. */
export const Letterhead = Type.Object({
  administrator: Type.String(),
  address: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  legalText: Type.String(),
  /** Null: the month's sheet charged the late interest by itself. */
  rate: Nullable(RateInForce),
});
export type Letterhead = Static<typeof Letterhead>;

/** 'Calle 12 # 3-45, Bogotá · Tel. 601 234 5678 · admin@ejemplo.co · Administra: Ana Pérez'; '' where nothing is set. */
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

/** The rate of late interest of a month in a sentence: 'Tasa de mora de mayo de 2026: 25,62 % efectiva anual.' */
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

/** With all the decimals that a rate is reckoned with, and no more. */
const percent = (value: number | null): string =>
  `${String(Number((value ?? 0).toFixed(6))).replace('.', ',')} %`;
