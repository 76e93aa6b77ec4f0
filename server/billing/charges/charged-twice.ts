import { applyPercent } from '../../../shared/billing/interest.ts';
import type { Day } from '../../../shared/days.ts';
import { counted } from '../../../shared/format.ts';
import { type Centavos, centavos, formatMoney, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';
import { repeated } from '../../platform/sheets/mapping/rows.ts';
import { isPaidAhead } from '../ledger/discounts.ts';
import { conceptKey } from '../settings/concept-names.ts';
import type { PromptDiscountRow } from '../store/months.repository.ts';
import { about, isChosen } from './column-problems.ts';
import { chargedKey, meaningOf } from './column-words.ts';
import type { RowRead } from './month-rows.ts';
import type { ColumnFound, MonthChoices, MonthSheetRow } from './month-sheet.types.ts';

/** Fewest rows that must match before a column is suspected: two rows may match by chance. */
const FEWEST = 3;
/**
 * Share of rows that counts as nearly all: in real sheets a tenth of the rows has an adjustment without a column.
 */
const NEARLY_ALL = 0.9;
/** Tolerated difference (centavos) below a peso: sheets round or truncate balances. */
const A_PESO = 100;

/**
 * Reports columns read as the balance before the month, if the amounts may already include the month's
 * charges and payments: charging both would bill twice. An error until the user chooses the column's role. No
 * error if the header says 'saldo anterior' or a total column matches.
 */
export function aboutAfterBalance(
  reads: readonly RowRead[],
  columns: readonly ColumnFound[],
): ImportProblem[] {
  return columns.flatMap((column) => {
    const { role, byHand, inFavour, header } = column;
    if ((role !== 'opening' && role !== 'balance') || byHand || inFavour === true) return [];
    if (/anterior|inicial|previo|\bant\b/i.test(header)) return [];
    const rows = reads.map((read) => rowFigures(read, column)).filter(({ isEmpty }) => !isEmpty);
    const after = Math.max(
      rows.filter(({ balance, moved }) => isWithinPeso(balance, moved)).length,
      // Some sheets write debts with a minus.
      rows.filter(({ balance, moved }) => isWithinPeso(balance, -moved)).length,
    );
    const charged = rows.filter(({ charges, balance }) => charges !== 0 && balance !== 0).length;
    const isAfter = after >= FEWEST && charged > 0 && after >= rows.length * NEARLY_ALL;
    if (!isAfter && !(role === 'opening' && charged > 0 && standsBehind(column, columns))) return [];
    const proven = rows.filter(({ totals, sum }) => totals.some((total) => isWithinPeso(total, sum))).length;
    if (proven >= rows.length * NEARLY_ALL) return [];
    const before = role === 'opening' ? 'Saldo inicial (capital)' : 'Saldo anterior (verificar)';
    const why = isAfter
      ? `es igual a los cobros menos los pagos en ${after} de ${rows.length} filas: parece el saldo después de ellos, y`
      : 'está después de los cobros y puede ser lo que queda debiendo con ellos, o lo que aún no se ha cobrado:';
    const message = `«${header}» ${why} leído como saldo anterior se cobraría dos veces. Asigne la columna como «Total (verificar)»; si de verdad es lo que se debía antes, como «${before}».`;
    return [about(header, 'error', 'balanceAfter', message)];
  });
}

/** True for a column named only 'Saldo' to the right of all charges: unclear if before or after the charges. */
function standsBehind({ column, header }: ColumnFound, columns: readonly ColumnFound[]): boolean {
  const isBare = /^(saldo|sdo)s?\b(?!.*\b(en )?(mora|vencid|atrasad|capital|deuda))/.test(plainWords(header));
  const charged = columns.filter(({ role }) => role === 'charge');
  return isBare && charged.every((charge) => charge.column < column);
}

function rowFigures(read: RowRead, { column }: ColumnFound) {
  const balance = read.amounts.get(column) ?? 0;
  const charges = sumMoney(read.charges.map(({ amount }) => amount));
  const moved = charges - read.payment;
  return {
    balance,
    charges,
    moved,
    sum: balance + moved + read.leftOut,
    totals: read.totals.map(({ amount }) => amount),
    isEmpty: balance === 0 && charges === 0 && read.payment === 0,
  };
}

const isWithinPeso = (a: number, b: number): boolean => Math.abs(a - b) < A_PESO;

/**
 * Reports charge columns equal to the sum of other columns in nearly all rows ('NETO', 'CUENTA DE COBRO'): a
 * total read as a charge would bill everything twice. An error until the user chooses the column's role. A
 * column equal to a single other column gives no error: both may be charges.
 */
export function aboutSumColumn(reads: readonly RowRead[], columns: readonly ColumnFound[]): ImportProblem[] {
  const summed = new Set([
    'charge',
    'credit',
    'opening',
    'openingInterest',
    'balance',
    'payment',
    'interest',
  ]);
  const parts = columns.filter(({ role }) => summed.has(role));
  return columns.flatMap((found) => {
    const { column, role, header, unknown } = found;
    if ((role !== 'charge' && !unknown) || isChosen(found)) return [];
    const others = parts.filter((one) => one.column !== column);
    const rows = reads.flatMap((read) => {
      const amount = read.amounts.get(column) ?? 0;
      const filled = others.filter((one) => (read.amounts.get(one.column) ?? 0) !== 0).length;
      return amount === 0 && filled === 0 ? [] : [{ read, amount, filled }];
    });
    const sumsAt = ({ read, amount }: (typeof rows)[number]) => {
      const charged = sumMoney(read.charges.map((one) => one.amount)) - (unknown ? 0 : amount);
      const before = sumMoney(read.openings.map((one) => one.amount)) + (read.balance?.amount ?? 0);
      const charges = others.filter((one) => /^(charge|credit)$/.test(one.role));
      const many = charges.filter((one) => (read.amounts.get(one.column) ?? 0) !== 0).length;
      const [old, paid, interest] = [before, read.payment, read.interest].map((part) => Number(part !== 0));
      const sums = [
        { sum: charged, parts: many },
        { sum: charged + before, parts: many + (old ?? 0) },
        { sum: charged + before - read.payment, parts: many + (old ?? 0) + (paid ?? 0) },
        { sum: charged + read.interest, parts: many + (interest ?? 0) },
      ];
      return sums.filter(({ sum }) => isWithinPeso(sum, amount));
    };
    const agreeing = rows.filter((row) => sumsAt(row).length > 0);
    if (agreeing.length < FEWEST || agreeing.length < rows.length * NEARLY_ALL) return [];
    // A fee equal to the balance alone is the ordinary second month.
    if (!agreeing.some((row) => row.amount !== 0 && sumsAt(row).some(({ parts }) => parts > 1))) return [];
    const message = `«${header}» es la suma de las otras columnas en ${agreeing.length} de ${rows.length} filas: cobrada como otro concepto, todo se cobraría dos veces. Asígnela como «Total (verificar)»; si de verdad es otro cobro, dígalo.`;
    return [about(header, 'error', 'sumDoubtful', message)];
  });
}

/** Most equal rows named in a message. */
const MOST_NAMED = 5;

/**
 * Finds rows equal to an earlier row in all tables, for tables with a row for each concept: same unit, concept, amounts
 * and days. A row with another payment or balance is another row.
 */
export function equalRowsIn(
  tables: readonly { columns: readonly ColumnFound[]; reads: readonly RowRead[] }[],
): { one: RowRead; first: RowRead }[] {
  const reads = tables.flatMap((table) =>
    table.columns.some(({ role }) => role === 'concept') ? table.reads : [],
  );
  return repeated(reads, (read) => {
    const { apartmentId, charges, openings, interest, payment, paidOn, discount, balance, totals } = read;
    if (apartmentId === null || charges.length + openings.length === 0) return '';
    return JSON.stringify([
      apartmentId,
      charges.map(({ concept, amount }) => [conceptKey(concept.name), amount]),
      openings.map(({ concept, dueDate, amount }) => [conceptKey(concept?.name ?? ''), dueDate, amount]),
      [interest, payment, paidOn, discount?.amount, balance?.amount, balance?.dueDate, read.leftOut],
      totals.map(({ amount }) => amount),
    ]);
  });
}

/** Reports equal rows: an error until the user tells if each is charged, then a warning. */
export function aboutEqualRows(
  equal: ReturnType<typeof equalRowsIn>,
  { equalRows }: Pick<MonthChoices, 'equalRows'>,
): ImportProblem[] {
  if (equal.length === 0) return [];
  const placeOf = ({ sheet, row }: RowRead) => (sheet === undefined ? `${row}` : `${row} de «${sheet}»`);
  const again = equal.map(({ one, first }) => `${placeOf(one)} (igual a la ${placeOf(first)})`);
  const some = again.slice(0, MOST_NAMED).join(', ');
  const more = again.length > MOST_NAMED ? ` y ${again.length - MOST_NAMED} más` : '';
  const list = `Hay filas iguales a otra, con el mismo inmueble, concepto y valor: ${some}${more}.`;
  if (equalRows === undefined) {
    return [about(null, 'error', 'chargesAlike', `${list} Diga si cada una se cobra.`)];
  }
  const outcome =
    equalRows === 'all'
      ? 'Cada una se cobra.'
      : `No se leyeron: ${again.length}. Si cada una se cobra, cámbielo arriba en «Filas iguales».`;
  return [about(null, 'warning', 'chargesAlike', `${list} ${outcome}`)];
}

/**
 * Reports charge columns with nearly equal names ('Cuota 2025' and 'Cuota 2026', 'Vr admon' and 'Admon
 * redondeada') and amounts in both: a column may show an older or unrounded amount of the same charge. An
 * error for each column until the user chooses, unless the sheet's total includes all columns in nearly all
 * rows.
 */
export function aboutSameCharges(
  reads: readonly RowRead[],
  columns: readonly ColumnFound[],
): ImportProblem[] {
  const charges = columns.filter(({ role, conceptOfRow }) => role === 'charge' && !conceptOfRow);
  const groups = new Map<string, ColumnFound[]>();
  for (const column of charges) {
    const key = chargedKey(column.header);
    groups.set(key, [...(groups.get(key) ?? []), column]);
  }
  const amountIn = (read: RowRead, { column }: ColumnFound) => read.amounts.get(column) ?? 0;
  return [...groups.values()].flatMap((group) => {
    const isDouble = (read: RowRead) => group.filter((column) => amountIn(read, column) !== 0).length > 1;
    const doubled = reads.filter(isDouble);
    const names = new Set(group.map(({ header }) => conceptKey(header)));
    if (doubled.length === 0 || names.size < 2) return [];
    const proven = doubled.filter((read) => {
      const { sum, totals } = rowSums(read);
      return totals.some((total) => sum.some((one) => isWithinPeso(one, total)));
    });
    if (proven.length >= doubled.length * NEARLY_ALL) return [];
    const list = new Intl.ListFormat('es').format(group.map(({ header }) => `«${header}»`));
    const message = `${list} parecen el mismo cobro, y se cobran todas en ${counted(doubled.length, 'fila')}. Diga cuáles se cobran este mes.`;
    return group.flatMap(({ header, byHand }) =>
      byHand ? [] : [about(header, 'error', 'chargesSame', message)],
    );
  });
}

/**
 * Returns the sums that the total of a row may mean: the charges, or the charges with the previous balance minus
 * the payment.
 */
function rowSums({ charges: rows, openings, balance, payment, interest, leftOut, totals }: RowRead) {
  const charges = sumMoney(rows.map(({ amount }) => amount)) + interest;
  const before = sumMoney(openings.map(({ amount }) => amount)) + (balance?.amount ?? 0);
  const due = charges + before - payment;
  return { sum: [charges, due, due + leftOut], totals: totals.map(({ amount }) => amount) };
}

/**
 * Prompt-payment discounts of an account ('descuento por pronto pago'): discounts earned by payments in a
 * month's spreadsheet, and discounts of the bills. Needed to recognize discounts in the sheet, because the
 * ledger gives discounts itself.
 */
export interface AccountDiscounts {
  /** Discount (centavos) that the issue of the month will give for the payments in the sheet. */
  earned: Centavos;
  /** Row with the payment that earns the last discount; null without a discount. */
  earner: MonthSheetRow | null;
  /** Discounts (centavos) given before, and at the issue of the month. */
  granted: Centavos;
  /**
   * Discount offered by the new bill, in percent of the charges, from the joint's setting; null without a discount.
   */
  percent: number | null;
}

/**
 * Computes the prompt-payment discounts of an account for the preview of a month's spreadsheet. A discount is
 * earned if the receipts and the sheet's payments, up to the last day of the offer, reach the bill's total
 * minus the discount. Equals the discounts posted later by `settleDiscounts`. Has no side effects.
 * @param rows rows of the account's units in the sheet
 * @param former balances on former accounts of the account's units. Key: id of the unit. Value: centavos
 * @param lastDay last day of the previous month: value date of a payment without a day
 */
export function discountsOf(
  rows: readonly MonthSheetRow[],
  { account, former }: { account: string; former: ReadonlyMap<string, Centavos> },
  {
    offers = [],
    discountPercent = null,
  }: { offers?: readonly PromptDiscountRow[]; discountPercent?: number | null },
  lastDay: Day,
): AccountDiscounts {
  const found: AccountDiscounts = {
    earned: NO_MONEY,
    earner: null,
    granted: NO_MONEY,
    percent: discountPercent,
  };
  // A unit in debt on its earlier account pays the earlier account.
  const paysAs = (unit: string) => ((former.get(unit) ?? 0) > 0 ? unit : account);
  for (const { apartment_id, discount, until, total, paid, granted } of offers) {
    if (apartment_id !== account && !former.has(apartment_id)) continue;
    const paying = rows.filter(
      (row) =>
        row.payment > 0 && paysAs(row.apartmentId) === apartment_id && (row.paidOn ?? lastDay) <= until,
    );
    const sum = paid + sumMoney(paying.map(({ payment }) => payment));
    const isEarned = paying.length > 0 && sum >= total - discount;
    if (granted === 0 && !isEarned) continue;
    found.granted = centavos(found.granted + discount);
    if (granted > 0) continue;
    found.earned = centavos(found.earned + discount);
    found.earner = paying.at(-1) ?? null;
  }
  return found;
}

interface Discounted {
  read: MonthSheetRow;
  opening: Centavos;
  payment: Centavos;
  discounts: AccountDiscounts;
}

const MOST_UNITS_NAMED = 5;

/**
 * Reports discounts in a month's spreadsheet that would be given twice, because the ledger gives the
 * prompt-payment discount itself. An error for each row with the ledger's discount subtracted again, and for
 * a discount column with amounts other than the ledger's discount and the offer of the new bill.
 */
export function aboutDiscounts(rows: readonly Discounted[]): ImportProblem[] {
  const twice = rows.flatMap((row) => {
    const { read, discounts } = row;
    const offer = offerOf(read, discounts);
    return read.charges.flatMap(({ concept, amount }) => {
      const isOne = meaningOf(concept.name)?.kind === 'discount' && discounts.granted > 0;
      const isGiven = discounts.granted > 0 && (isOne || isWithinPeso(discounts.granted, -amount));
      const isOffered = offer > 0 && isWithinPeso(offer, -amount) && !isOfBefore(row, -amount);
      if (amount >= 0 || (!isGiven && !isOffered)) return [];
      const gift = isGiven ? discounts.granted : offer;
      const message = `El inmueble «${read.apartmentId}» ya recibe del sistema el descuento por pronto pago, ${formatMoney(gift)}: restar además «${concept.name}» lo daría dos veces. Elija «No usar» para esa columna.`;
      return [about(concept.name, 'error', 'discountTwice', message, read)];
    });
  });
  const differing = rows.filter(saysOtherDiscount).map(({ read, discounts }) => {
    return { read, said: read.discount?.amount ?? NO_MONEY, gift: discounts.granted };
  });
  if (differing.length === 0) return twice;
  const some = differing
    .slice(0, MOST_UNITS_NAMED)
    .map(
      ({ read, said, gift }) =>
        `${read.apartmentId} dice ${formatMoney(said)} y el sistema da ${formatMoney(gift)}`,
    );
  const more = differing.length > MOST_UNITS_NAMED ? ` y ${differing.length - MOST_UNITS_NAMED} más` : '';
  const column = differing[0]?.read.discount?.column ?? null;
  const message = `El sistema da el descuento por pronto pago, y «${column}» dice otra cosa: ${some.join('; ')}${more}. Si es el mismo descuento, vale el del sistema; si es otro, dígalo.`;
  return [...twice, about(column, 'error', 'discountDiffers', message)];
}

/**
 * True if the payment was short by exactly this amount: the discount then belongs to the previous bill, not to the
 * new offer.
 */
const isOfBefore = ({ opening, payment }: Discounted, amount: number): boolean =>
  payment !== 0 && isWithinPeso(opening - payment, amount);

/**
 * True if the discount written in a row of a month's spreadsheet equals neither the discount given by the
 * ledger nor the discount offered by the new bill: perhaps another discount, so the user is asked.
 */
export function saysOtherDiscount(row: Discounted): boolean {
  const { read, discounts } = row;
  const discountRead = read.discount?.amount ?? NO_MONEY;
  if (discountRead === 0 || isWithinPeso(discounts.granted, discountRead)) return false;
  return isOfBefore(row, discountRead) || !isWithinPeso(offerOf(read, discounts), discountRead);
}

/**
 * Computes the prompt-payment discount (centavos) that the new bill of an account gives at once, because
 * credit from before the charges is large enough to count as payment in time (`isPaidAhead`); otherwise 0.
 * For the total shown in the preview of a month.
 * @param rows rows of the account's units
 */
export function discountAhead(
  rows: readonly (Discounted & { total: Centavos; discount: Centavos })[],
): Centavos {
  const discount = sumMoney(rows.map(({ read, discounts }) => offerOf(read, discounts)));
  const total = sumMoney(rows.map((row) => row.total));
  const before = rows.map(({ opening, payment, discount: earned }) => opening - payment - earned);
  const credit = centavos(Math.max(0, -sumMoney(before.map(centavos))));
  return isPaidAhead({ total, credit, discount }) ? discount : NO_MONEY;
}

/** Discount (centavos) that the month's bill will offer for the fees of a row. */
function offerOf({ charges }: MonthSheetRow, { percent }: AccountDiscounts): Centavos {
  const fees = charges.filter(({ concept, amount }) => concept.nature === 'fee' && amount > 0);
  return percent === null ? NO_MONEY : applyPercent(sumMoney(fees.map(({ amount }) => amount)), percent);
}
