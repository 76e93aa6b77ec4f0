import { monthTold } from '../../../shared/billing/month-in-text.ts';
import type { Oddity } from '../../../shared/billing/months.api.ts';
import type { ChargeNature } from '../../../shared/billing/natures.ts';
import { type Month, monthOf, monthWords, shiftMonth } from '../../../shared/days.ts';
import { counted, units as unitsText } from '../../../shared/format.ts';
import { type Centavos, centavos, formatMoney, sumMoney } from '../../../shared/money.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';
import type { FeeOnUnits } from '../fees/fee.types.ts';
import { exceedsFineLimits } from '../fees/law-checks.ts';
import type { DiscountOffer } from '../ledger/acts.types.ts';
import type { MonthRow } from '../store/months.repository.ts';
import type { MonthRelationRow } from './relation.ts';

/**
 * Prepared month with all data for the checks that warn the user of unusual figures before the issue
 * (`odditiesOf`).
 */
export interface MonthAtHand {
  month: Month;
  /** File name of the month's spreadsheet; null for a month without a spreadsheet. */
  fileName: string | null;
  /** Balances and charges of each unit, as the issue would make them. */
  rows: readonly MonthRelationRow[];
  /** Rows of the prepared month, as stored. */
  sheet: readonly MonthRow[];
  /** Names and natures of the charge concepts, by number. */
  concepts: ReadonlyMap<number, { name: string; nature: ChargeNature }>;
  /** Ids of the units billed now, in the order of the table of units. */
  units: readonly string[];
  /** Prompt-payment discounts offered by valid bills, by account. */
  offers: ReadonlyMap<string, readonly DiscountOffer[]>;
  /** Account of each unit. Key: id of the unit. Value: id of the account's main unit. */
  accountOf: ReadonlyMap<string, string>;
  /**
   * Late interest charged by settling payments since the last bill. Key: id of the account's main unit.
   * Value: centavos.
   */
  settled: ReadonlyMap<string, Centavos>;
  /** Fees of the joint without a spreadsheet, also ended fees. */
  fees: readonly FeeOnUnits[];
  /** Fines of the twelve months before, by unit. Fees of each unit's last billed month; empty before the first bills. */
  fines: ReadonlyMap<string, readonly Centavos[]>;
  lastFees: ReadonlyMap<string, { amount: Centavos }>;
  /** Warnings about money from the reading of the sheet. */
  warnings: readonly Oddity[];
  /** Last issued month with its rows; null before the first issue. */
  last: { month: Month; rows: readonly MonthRelationRow[] } | null;
}

/**
 * Usual difference between a month's charges and the last month's: at most 20 %. A larger difference causes a
 * warning.
 */
const FAR = 0.2;
/**
 * Usual change of a unit's charges: between a third and three times the last month's. A larger change causes a
 * warning.
 */
const TIMES = 3;
/** Maximum units, or fees, named in a warning; the others are counted. */
const MOST_UNITS_NAMED = 12;

const chargesOf = ({ fee, extra, fines, other }: MonthRelationRow): Centavos =>
  sumMoney([fee, extra, fines, other]);

const named = (ids: readonly string[], countText: (more: number) => string = unitsText): string =>
  ids.length <= MOST_UNITS_NAMED
    ? new Intl.ListFormat('es').format(ids)
    : `${ids.slice(0, MOST_UNITS_NAMED).join(', ')} y ${countText(ids.length - MOST_UNITS_NAMED)} más`;

/**
 * Returns warnings in Spanish about unusual amounts in a prepared month, for example a charge much higher
 * than last month, each with the action to take. Shown before the issue. Has no side effects.
 */
export function odditiesOf(at: MonthAtHand): Oddity[] {
  const found = oddFigures(at);
  const codes = new Set(found.map(({ code }) => code));
  return [...found, ...at.warnings.filter(({ code }) => !codes.has(code))];
}

const oddFigures = (at: MonthAtHand): Oddity[] => [
  ...aboutName(at),
  ...aboutSkipped(at),
  ...aboutTotals(at),
  ...aboutUnits(at),
  ...aboutUncharged(at),
  ...aboutFees(at),
  ...aboutDiscounts(at),
  ...aboutReceived(at),
  ...aboutInterest(at),
  ...aboutSettled(at),
  ...aboutRents(at),
  ...aboutFines(at),
];

/**
 * Warns of units with a fine above two monthly fees, or fines above ten with those of the twelve months before (Ley 675, art. 59).
 * Fines by a fee count one by one.
 */
function aboutFines({ month, sheet, concepts, fees, fines, lastFees }: MonthAtHand): Oddity[] {
  const rowsOf = (nature: ChargeNature) =>
    sheet.filter((row) => row.role === 'charge' && concepts.get(row.chargeConceptId ?? 0)?.nature === nature);
  const singleFines = ({ apartmentId, chargeConceptId, amount }: MonthRow): Centavos[] => {
    const decided = fees.flatMap((fee) =>
      fee.way === 'fine' &&
      fee.firstMonth === month &&
      fee.chargeConceptId === chargeConceptId &&
      fee.units.includes(apartmentId)
        ? [fee.amount]
        : [],
    );
    const rest = centavos(amount - sumMoney(decided));
    return rest < 0 ? [amount] : [...decided, rest];
  };
  const imposed = rowsOf('fine').filter(({ amount }) => amount > 0);
  const over = [...new Set(imposed.map(({ apartmentId }) => apartmentId))].filter((unit) => {
    const isOfUnit = ({ apartmentId }: MonthRow) => apartmentId === unit;
    const ofMonth = rowsOf('fee').filter(isOfUnit);
    const monthlyFees =
      ofMonth.length > 0
        ? sumMoney(ofMonth.map(({ amount }) => amount))
        : (lastFees.get(unit)?.amount ?? centavos(0));
    const before = sumMoney(fines.get(unit) ?? []);
    return exceedsFineLimits(imposed.filter(isOfUnit).flatMap(singleFines), { before, monthlyFees });
  });
  if (over.length === 0) return [];
  const text = `${unitsText(over.length)} con una multa de más de dos cuotas mensuales, o con multas de más de diez en total: ${named(over)} (Ley 675 de 2001, art. 59). Si es un error, descarte el mes y corrija la planilla.`;
  return [{ code: 'finesOver', text }];
}

/** Words of a charge for the rent of a common area. */
const RENT = /\b(alquiler(es)?|arriendos?|arrendamientos?|canon|explotacion)\b/;

/** Warns of rented common areas: rent bears VAT and needs an electronic invoice (DIAN, Concepto 722 of 2025). */
function aboutRents({ sheet, concepts }: MonthAtHand): Oddity[] {
  const charged = new Set(sheet.map(({ chargeConceptId }) => chargeConceptId));
  const rents = [...concepts].flatMap(([id, { name, nature }]) =>
    charged.has(id) && (nature === 'rent' || RENT.test(plainWords(name))) ? [`«${name}»`] : [],
  );
  if (rents.length === 0) return [];
  const text = `${new Intl.ListFormat('es').format(rents)} es, o parece, el alquiler de una zona común: lleva IVA y factura electrónica; SCAF no la expide.`;
  return [{ code: 'areaRented', text }];
}

function aboutName({ month, fileName }: MonthAtHand): Oddity[] {
  const monthInName = fileName === null ? null : monthTold(fileName.replace(/\.[a-z0-9]+$/i, ''));
  if (monthInName === null) return [];
  const namedMonth = monthOf(monthInName.year ?? Number(month.slice(0, 4)), monthInName.month);
  if (namedMonth === month) return [];
  const text = `El archivo «${fileName}» dice ${monthWords(namedMonth)}, y el mes por emitir es ${monthWords(month)}. Si es otro mes, descártelo y cárguelo de nuevo.`;
  return [{ code: 'monthDiffers', text }];
}

function aboutSkipped({ month, last }: MonthAtHand): Oddity[] {
  if (last === null || month <= shiftMonth(last.month, 1)) return [];
  const text = `El último mes emitido es ${monthWords(last.month)}: se saltan meses, y después de emitir ${monthWords(month)} ya no se podrán emitir.`;
  return [{ code: 'monthSkipped', text }];
}

const standing = (rows: readonly MonthRelationRow[]) => rows.filter(({ annulled }) => !annulled);

function aboutTotals({ rows, last, month }: MonthAtHand): Oddity[] {
  if (last === null) return [];
  const now = sumMoney(rows.map(chargesOf));
  const before = sumMoney(standing(last.rows).map(chargesOf));
  if (before <= 0 || Math.abs(now - before) <= before * FAR) return [];
  const change = Math.round(((now - before) / before) * 100);
  const text = `Los cobros de ${monthWords(month)} suman ${formatMoney(now)} y los de ${monthWords(last.month)} sumaron ${formatMoney(before)} (${change > 0 ? '+' : '−'}${Math.abs(change)} %). Compruebe que la planilla esté completa y sea de este mes.`;
  return [{ code: 'totalsFar', text }];
}

function aboutUnits({ rows, last }: MonthAtHand): Oddity[] {
  if (last === null) return [];
  const before = new Map(standing(last.rows).map((row) => [row.apartmentId, chargesOf(row)]));
  const far = rows.filter((row) => {
    const was = before.get(row.apartmentId) ?? 0;
    const is = chargesOf(row);
    return was > 0 && is > 0 && (is > was * TIMES || is * TIMES < was);
  });
  if (far.length === 0) return [];
  const ids = far.map(({ apartmentId }) => apartmentId);
  const text = `${unitsText(ids.length)} con cobros de más del triple, o de menos de la tercera parte, de los del mes anterior: ${named(ids)}. Revíselos en la relación.`;
  return [{ code: 'unitsFar', text }];
}

function aboutUncharged({ sheet, units }: MonthAtHand): Oddity[] {
  const charged = new Set(sheet.flatMap(({ role, apartmentId }) => (role === 'charge' ? [apartmentId] : [])));
  const without = units.filter((unit) => !charged.has(unit));
  if (without.length === 0) return [];
  const text = `${unitsText(without.length)} sin cobro este mes: ${named(without)}. Si falta alguno, descarte el mes y cargue la planilla completa.`;
  return [{ code: 'unitsUncharged', text }];
}

/**
 * Warns of fees of the month without a charge on any of the units, and of charges of ended fees: a sheet made elsewhere knows
 * nothing of the fees.
 */
function aboutFees({ month, sheet, fees }: MonthAtHand): Oddity[] {
  const keyOf = (unit: string, concept: number | null) => JSON.stringify([unit, concept]);
  const keysOf = (fee: FeeOnUnits) => fee.units.map((unit) => keyOf(unit, fee.chargeConceptId));
  const charged = new Set(
    sheet.flatMap(({ role, apartmentId, chargeConceptId }) =>
      role === 'charge' ? [keyOf(apartmentId, chargeConceptId)] : [],
    ),
  );
  const isEnded = ({ lastMonth }: FeeOnUnits) => lastMonth !== null && lastMonth < month;
  const due = fees.filter((fee) => fee.firstMonth <= month && !isEnded(fee));
  const dueKeys = new Set(due.flatMap(keysOf));
  const missing = due.filter((fee) => !keysOf(fee).some((key) => charged.has(key)));
  const still = fees.filter(
    (fee) => isEnded(fee) && keysOf(fee).some((key) => charged.has(key) && !dueKeys.has(key)),
  );
  const warning = (
    code: string,
    some: readonly FeeOnUnits[],
    sentence: (names: string) => string,
  ): Oddity[] => {
    const names = [...new Set(some.map(({ name }) => `«${name}»`))];
    return names.length === 0 ? [] : [{ code, text: sentence(named(names, String)) }];
  };
  return [
    ...warning(
      'feesMissing',
      missing,
      (names) =>
        `La planilla no cobra estas cuotas fijadas de ${monthWords(month)}: ${names}. Si se cobran, descarte el mes y hágalo en «Cuotas fijadas».`,
    ),
    ...warning(
      'feesEnded',
      still,
      (names) =>
        `La planilla cobra cuotas fijadas que ya terminaron: ${names}. Si ya no se cobran, descarte el mes y cárguelo sin ellas.`,
    ),
  ];
}

/**
 * Warns if the spreadsheet lists late interest, because the listed interest is not checked against the legal
 * ceiling.
 */
function aboutInterest({ sheet, month }: MonthAtHand): Oddity[] {
  const interest = sheet.flatMap(({ role, amount }) => (role === 'interest' ? [amount] : []));
  if (interest.length === 0) return [];
  const text = `Los intereses de mora de ${monthWords(month)} son los de la planilla, ${formatMoney(sumMoney(interest))}, y el sistema no liquida otros. Por días o por meses completos valen hasta el último día de ${monthWords(shiftMonth(month, -1))}: lo que corra después se liquida aparte, así que la planilla no debe incluirlo. Compruebe que no pasen del máximo legal.`;
  return [{ code: 'interestBySheet', text }];
}

/**
 * Warns about accounts with interest in the spreadsheet and interest charged by a settling payment since the last bill:
 * the same days may be charged twice.
 */
function aboutSettled({ sheet, settled, accountOf }: MonthAtHand): Oddity[] {
  const inSheet = new Map<string, Centavos[]>();
  for (const { role, apartmentId, amount } of sheet) {
    const account = accountOf.get(apartmentId) ?? apartmentId;
    if (role === 'interest') inSheet.set(account, [...(inSheet.get(account) ?? []), amount]);
  }
  const both = [...inSheet].flatMap(([account, amounts]) => {
    const paid = settled.get(account) ?? 0;
    return paid > 0 ? [{ account, amount: sumMoney(amounts), paid: centavos(paid) }] : [];
  });
  if (both.length === 0) return [];
  const quantity = counted(both.length, 'inmueble tiene', 'inmuebles tienen');
  const listed = formatMoney(sumMoney(both.map(({ amount }) => amount)));
  const paid = formatMoney(sumMoney(both.map((one) => one.paid)));
  const ids = named(both.map(({ account }) => account));
  const text = `${quantity} intereses de mora en la planilla (${listed}) y además intereses ya cobrados al recibir un pago después de la última cuenta (${paid}): ${ids}. Si son los mismos días, descarte el mes y cárguelo sin esos intereses.`;
  return [{ code: 'interestTwice', text }];
}

/**
 * Warns about payments of exactly the discounted amount dated after the last day of the discount: the spreadsheet
 * may lack the real payment date.
 */
function aboutDiscounts({ sheet, offers, accountOf }: MonthAtHand): Oddity[] {
  const lost = sheet.flatMap(({ role, apartmentId, amount, valueDate }) => {
    if (role !== 'payment' || valueDate === null) return [];
    const of = offers.get(accountOf.get(apartmentId) ?? apartmentId) ?? [];
    const missed = of.some(({ total, discount, until }) => until < valueDate && amount === total - discount);
    return missed ? [apartmentId] : [];
  });
  if (lost.length === 0) return [];
  const quantity = counted(lost.length, 'inmueble pagó', 'inmuebles pagaron');
  const text = `${quantity} justo el valor con descuento, con fecha posterior a su plazo: ${named(lost)}. Si pagaron a tiempo, cargue la planilla con la columna «Fecha de pago»; si no, quedan debiendo el descuento.`;
  return [{ code: 'paymentsDiscounted', text }];
}

/**
 * Warns about accounts with payments in the spreadsheet and receipts entered since the last bill: the same money may
 * be counted twice.
 */
function aboutReceived({ rows, sheet, accountOf }: MonthAtHand): Oddity[] {
  const inSheet = new Map<string, Centavos[]>();
  for (const { role, apartmentId, amount } of sheet) {
    const account = accountOf.get(apartmentId) ?? apartmentId;
    if (role === 'payment') inSheet.set(account, [...(inSheet.get(account) ?? []), amount]);
  }
  const both = rows.flatMap(({ apartmentId, previousPayment }) => {
    const amount = sumMoney(inSheet.get(apartmentId) ?? []);
    const received = centavos(previousPayment - amount);
    return amount > 0 && received > 0 ? [{ apartmentId, amount, received }] : [];
  });
  if (both.length === 0) return [];
  const quantity = counted(both.length, 'inmueble tiene', 'inmuebles tienen');
  const paid = formatMoney(sumMoney(both.map(({ amount }) => amount)));
  const received = formatMoney(sumMoney(both.map((one) => one.received)));
  const ids = named(both.map(({ apartmentId }) => apartmentId));
  const text = `${quantity} pagos en la planilla (${paid}) y además recibos ya registrados desde la última cuenta (${received}): ${ids}. Si son el mismo dinero, descarte el mes y cárguelo sin la columna de pagos.`;
  return [{ code: 'paymentsTwice', text }];
}
