import { percentWords, sourceText } from '../../../shared/billing/letterhead.ts';
import { type Month, monthTitle } from '../../../shared/days.ts';
import { counted } from '../../../shared/format.ts';
import { type Centavos, formatMoney, sumMoney } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { table } from '../../platform/documents/report-layout.ts';
import type { MonthRate, Stretch } from '../interest/interest.types.ts';
import { addStretches, daysIn, largestOf } from '../interest/stretches.ts';
import {
  listJointRates,
  listLegalRates,
  type StoredJointRate,
  type StoredLegalRate,
} from '../settings/rates.repository.ts';
import { lastUntil, MONTHLY_IN_A_PER_CENT, toPercent } from '../settings/rates.ts';
import type { DebtRow, InterestPart } from './read-debt.ts';

/** Late interest of a debt certificate in a month at a rate, in centavos. */
export interface InterestRow {
  month: Month | null;
  ground: InterestPart['ground'];
  /** Method and rate; null for interest without own computation. */
  rate: MonthRate | null;
  /** Days with interest; null for interest by months, or without own computation. */
  days: number | null;
  /** Capital with interest. With several capitals in the month (`stretches`): the largest. Null without computation. */
  capital: Centavos | null;
  /** Periods with constant capital, for interest by days. */
  stretches: readonly Stretch[];
  /** Interest of the month on the listed debts, paid or not; null without own computation. */
  caused: Centavos | null;
  /** Unpaid part, as in the certificate. */
  unpaid: Centavos;
}

/** Row of the table with the source of the rate in words. */
export type SourcedInterestRow = InterestRow & { source: string };

/** Stored rates with their sources: legal ceilings with the resolutions, rates of the joint with the actas. */
interface RateSources {
  legal: readonly StoredLegalRate[];
  joint: readonly StoredJointRate[];
}

/** Place of interest without a month at the end of the table. */
const LAST = '9999-12';

/**
 * Sums the late interest of the debts of a certificate by month and rate, oldest month first. The unpaid amounts add up to
 * the interest of the certificate, billed or not.
 */
export function interestByMonth(rows: readonly DebtRow[]): InterestRow[] {
  const groups = new Map<string, InterestPart[]>();
  for (const part of rows.flatMap(({ parts }) => parts)) {
    const { rateUnit = '', monthlyRate = '', annualRate = '', way = '' } = part.bases[0] ?? {};
    const month = part.month ?? (part.ground === 'rounding' ? LAST : '');
    const key = JSON.stringify([month, part.ground, way, rateUnit, annualRate, monthlyRate]);
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, parts]) => interestRowOf(parts));
}

function interestRowOf(parts: readonly InterestPart[]): InterestRow[] {
  const [first] = parts;
  if (first === undefined) return [];
  const { month, ground } = first;
  const unpaid = sumMoney(parts.map(({ amount }) => amount));
  const bases = [...new Set(parts.flatMap((part) => part.bases))];
  const [rate] = bases;
  if (rate === undefined)
    return [{ month, ground, rate: null, days: null, capital: null, stretches: [], caused: null, unpaid }];
  const stretches = bases.reduce((sum: Stretch[], one) => addStretches(sum, one.stretches), []);
  const byDays = rate.way === 'days';
  return [
    {
      month,
      ground,
      rate,
      stretches,
      unpaid,
      days: byDays ? stretches.reduce((sum, one) => sum + daysIn(one), 0) : null,
      capital: byDays ? largestOf(stretches) : sumMoney(bases.map(({ principal }) => principal)),
      caused: sumMoney(bases.map(({ amount }) => amount)),
    },
  ];
}

/** Reads the late interest of a certificate by month, each month with the source of the rate. */
export async function readInterestTable(
  trx: Db,
  jointId: number,
  rows: readonly DebtRow[],
): Promise<SourcedInterestRow[]> {
  const sources = { legal: await listLegalRates(trx), joint: await listJointRates(trx, jointId) };
  return interestByMonth(rows).map((row) => ({ ...row, source: sourceWords(row, sources) }));
}

/** Words of interest without an own computation. */
const groundWords = {
  opening: 'Saldo inicial, según los libros anteriores',
  sheet: 'Liquidados en la planilla de la administración',
  rounding: 'Ajuste al peso de las cuentas',
};

/**
 * Names the source of a rate: the resolution of a legal ceiling, or the acta of a fixed rate of the joint. '' if neither
 * has the charged rate, for example after a correction.
 */
function sourceWords({ month, ground, rate }: InterestRow, { legal, joint }: RateSources): string {
  if (ground !== 'rate') return groundWords[ground];
  if (month === null || rate === null) return '';
  const ceiling = legal.find((one) => one.month === month);
  if (ceiling !== undefined && rate.rateUnit === 'annual' && rate.annualRate === ceiling.annualRate) {
    return `Máxima legal: ${sourceText(ceiling)}`;
  }
  const own = lastUntil(joint, month);
  const isOwn =
    rate.rateUnit === 'annual' ? own?.annualRate === rate.annualRate : own?.monthlyRate === rate.monthlyRate;
  if (own?.mode !== 'fixed' || !isOwn) return '';
  return `De la copropiedad${own.acta === null ? '' : `: ${own.acta}`}`;
}

const rateWords = ({ rateUnit, annualRate, monthlyRate, way }: MonthRate): string =>
  percentWords({
    unit: rateUnit,
    annualRate: toPercent(annualRate),
    monthlyRate: rateUnit === 'annual' && way === 'days' ? null : monthlyRate / MONTHLY_IN_A_PER_CENT,
  });

/** Lists the periods of a month with several capitals, in a line each: '20 días de 500.000'. */
const stretchWords = ({ stretches }: InterestRow): string =>
  stretches.length < 2
    ? ''
    : stretches.map((one) => `${counted(daysIn(one), 'día')} de ${formatMoney(one.principal)}`).join('\n');

/** Lays out the table of interest by month of a certificate, for paper and workbook. */
export const interestTable = (rows: readonly SourcedInterestRow[]) =>
  table<SourcedInterestRow>({
    name: 'Intereses de mora por mes',
    rows,
    note: 'Causados: el capital en mora por la tasa del mes. Por pagar: lo causado menos lo pagado.',
    columns: [
      {
        title: 'Mes',
        kind: 'text',
        width: 78,
        value: ({ month }) => (month === null ? '' : monthTitle(month)),
        total: 'Total',
      },
      {
        title: 'Tasa',
        kind: 'text',
        width: 96,
        value: ({ rate, source }) => (rate === null ? source : rateWords(rate)),
        small: ({ rate, source }) => (rate === null ? '' : source),
      },
      { title: 'Fuente', kind: 'text', value: ({ source }) => source },
      { title: 'Días', kind: 'count', width: 28, value: ({ days }) => days },
      {
        title: 'Capital en mora',
        kind: 'money',
        width: 110,
        value: ({ capital }) => capital,
        small: stretchWords,
      },
      { title: 'Causados', kind: 'money', width: 70, value: ({ caused }) => caused },
      { title: 'Por pagar', kind: 'money', width: 70, value: ({ unpaid }) => unpaid, total: true },
    ],
  });
