import type { ColumnRole } from '../../../shared/billing/drafts.api.ts';
import type { Day } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { DayOrder } from '../../../shared/sheet-account.ts';
import { cellDay } from '../../platform/sheets/cell-day.ts';
import { cellText, hasControls, plainWords } from '../../platform/sheets/cell-text.ts';
import { type Decimals, doubtfulWords } from '../../platform/sheets/decimals.ts';
import { cutText } from '../../platform/sheets/mapping/problems.ts';
import { saysTotal } from '../../platform/sheets/mapping/rows.ts';
import type { SheetRow } from '../../platform/sheets/sheet.types.ts';
import { whyNoDay } from '../ledger/payment-day.ts';
import { conceptCalled, conceptKey } from '../settings/concept-names.ts';
import { amountOf, saysNothing } from './column-values.ts';
import { type Meaning, mayBeCharge, meaningOf, natureOf } from './column-words.ts';
import type { ColumnFound, ConceptNamed, MonthSheetRow, UnitGrounds } from './month-sheet.types.ts';
import { chargedUnitOf } from './unit-columns.ts';

/**
 * Columns of a month's spreadsheet grouped by role, to read a row cell by cell (`readMonthRow`). Column
 * indexes count from 0.
 */
export interface Layout {
  /** Indexes of the columns with the unit's name. */
  unit: number[];
  /** Indexes of the columns with the tower. */
  tower: number[];
  /** Column with the name of the row's charge; undefined without one. */
  concept: ColumnFound | undefined;
  /** Column with the due date of the row's charge; undefined without one. */
  dueDate: ColumnFound | undefined;
  /** Column with the day of the payment; undefined without one. */
  paidOn: ColumnFound | undefined;
  /** Columns with amounts to read. */
  money: ColumnFound[];
  /** Decimal separator, as shown by the unambiguous amounts. */
  decimals: Decimals;
  /** Order of day and month, for each date column. Default: day first. */
  orders: Readonly<Partial<Record<ColumnRole, DayOrder>>>;
  /** Columns of late interest left unread, because the ledger computes interest. */
  leftOut: ColumnFound[];
  /** Columns with amounts and without a role: the user must still choose the role. */
  unknown: ColumnFound[];
  /** Keys of concepts that the user charges, although the names may mean a payment, a total or interest. */
  charged: ReadonlySet<string>;
}

/**
 * Row of a month's spreadsheet with everything read from the cells: unit, amounts, dates, and the problems of
 * the row.
 */
export interface RowRead extends Omit<MonthSheetRow, 'apartmentId'> {
  /** Unit of the row; null if the row names no unit of the joint. */
  apartmentId: string | null;
  /** Name of the unit as written in the sheet; '' if empty. */
  unitText: string;
  /** Due date of the row; null without a date. */
  dueDate: Day | null;
  /** True if the unit is spelled as in the joint's table of units, except for case and spaces. */
  same: boolean;
  /** Tower of the row: '2'; '' without a tower. */
  tower: string;
  /** Amounts in the row. Key: index of the column, from 0. Value: centavos. */
  amounts: Map<number, Centavos>;
  /** True if a column of amounts has content, valid or not. */
  hasMoney: boolean;
  /** True if all columns to read are empty. */
  blank: boolean;
  /** Concept of the row that may be a charge or no charge; absent without a doubt. */
  doubtfulConcept?: string;
  problems: ImportProblem[];
}

const moneyRoles: ReadonlySet<ColumnRole> = new Set([
  ...([
    'charge',
    'credit',
    'discount',
    'opening',
    'openingInterest',
    'interest',
    'payment',
    'balance',
    'total',
  ] as const),
]);
const MAX_CONCEPT = 120;
/** Largest amount of a cell, in centavos: a hundred thousand million pesos. Sums of a row stay exact. */
const MAX_AMOUNT = 1e13;

/**
 * Groups the columns of a month's table by role (unit, tower, money …), to read the rows cell by cell. Orders
 * of day and month and the decimal separator keep their defaults; the caller sets them.
 */
export function layoutOf(columns: readonly ColumnFound[]): Layout {
  const at = (role: ColumnRole) => columns.filter((column) => column.role === role);
  return {
    unit: at('unit').map(({ column }) => column),
    tower: at('tower').map(({ column }) => column),
    concept: at('concept')[0],
    dueDate: at('dueDate')[0],
    paidOn: at('paidOn')[0],
    money: columns.filter(({ role }) => moneyRoles.has(role)),
    decimals: () => null,
    orders: {},
    leftOut: columns.filter(({ leftOut }) => leftOut === true),
    unknown: columns.filter(({ unknown }) => unknown !== undefined),
    charged: new Set(),
  };
}

/**
 * Reads a row below the header of a month's spreadsheet: unit, amounts in centavos and dates, with the
 * problems of the row. Never throws.
 * @param lastTower tower named by an earlier row or heading; '' without one
 * @param today latest allowed day of a payment
 */
export function readMonthRow(
  row: SheetRow,
  layout: Layout,
  lastTower: string,
  grounds: UnitGrounds,
  today?: Day,
): RowRead {
  const problems: ImportProblem[] = [];
  const add = (column: string | null, severity: ImportProblem['severity'], code: string, message: string) =>
    problems.push({ row: row.number, column, severity, code, message });
  const { unitText, match, tower } = chargedUnitOf(row, layout, lastTower, grounds.units);
  const name = unitText === '' ? '' : ` del inmueble «${cutText(unitText)}»`;
  const concept = conceptOf(row, layout, grounds, add);
  const isCharged =
    concept !== null &&
    mayBeCharge(concept.name) &&
    (layout.charged.has(conceptKey(concept.name)) ||
      conceptCalled(grounds.concepts, concept.name) !== undefined);
  const dueDate = dueDateOf(row, layout, add);
  const read: RowRead = {
    row: row.number,
    apartmentId: match?.apartmentId ?? null,
    unitText,
    dueDate,
    same: match?.same ?? true,
    tower,
    charges: [],
    openings: [],
    interest: NO_MONEY,
    payment: NO_MONEY,
    discount: null,
    paidOn: null,
    balance: null,
    totals: [],
    leftOut: NO_MONEY,
    amounts: new Map(),
    hasMoney: false,
    problems,
    blank: unitText === '' && tower === '' && concept === null,
  };
  for (const column of layout.money) {
    const amount = readAmount(row, column, name, layout.decimals, add);
    if (amount !== undefined) read.hasMoney = true;
    if (typeof amount !== 'number') continue;
    read.amounts.set(column.column, amount);
    put(read, column, amount, { concept, dueDate, name, isCharged }, add);
  }
  for (const column of layout.leftOut) {
    const amount = amountOf(row.cells[column.column]) ?? NO_MONEY;
    if (Math.abs(amount) <= MAX_AMOUNT) read.leftOut = centavos(read.leftOut + amount);
  }
  for (const { column } of layout.unknown) {
    const amount = amountOf(row.cells[column]);
    if (amount !== null) read.amounts.set(column, amount);
  }
  if (read.payment !== 0) read.paidOn = paidOnOf(row, layout, today, add);
  read.blank &&= !read.hasMoney;
  return read;
}

type Add = (
  column: string | null,
  severity: ImportProblem['severity'],
  code: string,
  message: string,
) => void;

/** Reads the amount of a cell, in centavos. Undefined for an empty cell, null for an invalid amount. */
function readAmount(
  row: SheetRow,
  column: ColumnFound,
  name: string,
  decimals: Decimals,
  add: Add,
): Centavos | null | undefined {
  const cell = row.cells[column.column];
  const text = cellText(row, column.column);
  if (cell?.uncalculated) {
    const message = `El valor${name} es una fórmula sin valor guardado. Abra el archivo en Excel, guárdelo y vuelva a subirlo.`;
    add(column.header, 'error', 'amountUncalculated', message);
    return null;
  }
  if (!cell || saysNothing(text)) return undefined;
  const amount = amountOf(cell);
  if (amount === null) {
    const message = `El valor${name} no es un valor en pesos con máximo dos decimales: «${cutText(text)}».`;
    add(column.header, 'error', 'amountInvalid', message);
    return null;
  }
  if (Math.abs(amount) > MAX_AMOUNT) {
    add(column.header, 'error', 'amountTooLarge', `El valor${name} es demasiado grande: ${cutText(text)}.`);
    return null;
  }
  const shown = cell.number === undefined ? decimals(text, column.column) : null;
  if (shown !== null) {
    add(column.header, 'error', 'amountDoubtful', doubtfulWords(cutText(text), shown, name));
    return null;
  }
  if (cell.merged && amount !== 0) {
    const message = `El valor${name} está en una celda combinada con la de arriba. Sepárelas y escriba el de cada inmueble.`;
    add(column.header, 'error', 'amountMerged', message);
    return null;
  }
  return amount;
}

function put(
  read: RowRead,
  column: ColumnFound,
  amount: Centavos,
  {
    concept,
    dueDate,
    name,
    isCharged,
  }: { concept: ConceptNamed | null; dueDate: Day | null; name: string; isCharged: boolean },
  add: Add,
): void {
  const { header, role } = column;
  const signed = column.inFavour === true ? centavos(-Math.abs(amount)) : amount;
  if (role === 'total') read.totals.push({ amount, column: header });
  else if (role === 'balance') {
    // Two columns are possible: a debt and a credit.
    const before = read.balance?.amount ?? NO_MONEY;
    read.balance = { amount: centavos(before + signed), dueDate, column: read.balance?.column ?? header };
  } else if (amount === 0) return;
  else if (role === 'discount') {
    const before = read.discount?.amount ?? NO_MONEY;
    read.discount = { amount: centavos(before + Math.abs(amount)), column: read.discount?.column ?? header };
  } else if (role === 'payment') read.payment = centavos(read.payment + amount);
  else if (role === 'interest') {
    if (amount < 0) add(header, 'error', 'interestNegative', `Los intereses${name} no pueden ser negativos.`);
    read.interest = centavos(read.interest + amount);
  } else if (role === 'charge' || role === 'credit') {
    const charged = column.conceptOfRow
      ? concept
      : { name: column.concept ?? header, nature: column.nature ?? 'other' };
    if (charged === null) add(header, 'error', 'conceptMissing', `Falta el concepto del cobro${name}.`);
    else if (column.conceptOfRow && !isCharged && mayBeCharge(charged.name))
      read.doubtfulConcept = charged.name;
    else if (column.conceptOfRow && !isCharged && isNoCharge(charged, amount)) {
      const message = `«${cutText(charged.name)}»${name} no parece un cobro del mes, y se cobraría. Póngalo en una columna propia («Saldo anterior», «Pagos», «Intereses», «Descuento», «Total»), o borre la fila; si sí se cobra, escríbale otro nombre.`;
      add(header, 'error', 'conceptNotCharged', message);
    } else if (role === 'credit')
      read.charges.push({ concept: charged, amount: centavos(-Math.abs(amount)) });
    else read.charges.push({ concept: charged, amount });
    if (role === 'charge' && amount < 0)
      add(header, 'warning', 'chargeNegative', `El cobro${name} es negativo: será una nota crédito.`);
  } else if (role === 'opening' || role === 'openingInterest') {
    if (role === 'openingInterest' && amount < 0) {
      add(header, 'error', 'interestNegative', `Los intereses${name} no pueden ser negativos.`);
    }
    const columnConcept =
      column.concept === undefined ? null : { name: column.concept, nature: column.nature ?? 'other' };
    read.openings.push({
      role,
      concept: columnConcept ?? concept,
      dueDate: column.owedSince ?? dueDate,
      amount: signed,
      column: header,
    });
  }
}

/** Words of a concept that are no charge of the month: a charge of the same amount would be billed twice, or bear interest. */
const NO_CHARGE: ReadonlySet<string> = new Set<Meaning['kind']>([
  ...(['opening', 'after', 'age', 'favour', 'payment', 'total', 'interest'] as const),
]);
const IN_FAVOUR: ReadonlySet<string> = new Set<Meaning['kind']>(['discount', 'credit', 'credited']);

/** True for a row of a concept that is a balance, a payment, a total, interest, or a discount with a positive amount. */
function isNoCharge(concept: ConceptNamed, amount: Centavos): boolean {
  const kind = meaningOf(concept.name)?.kind ?? 'charge';
  return NO_CHARGE.has(kind) || (amount > 0 && IN_FAVOUR.has(kind));
}

function conceptOf(row: SheetRow, { concept }: Layout, grounds: UnitGrounds, add: Add): ConceptNamed | null {
  if (!concept) return null;
  const name = cellText(row, concept.column);
  if (saysNothing(name)) return null;
  if (name.length > MAX_CONCEPT || hasControls(name) || conceptKey(name) === '') {
    const message = `El concepto no se puede leer, o tiene más de ${MAX_CONCEPT} caracteres.`;
    add(concept.header, 'error', 'conceptInvalid', message);
    return null;
  }
  const stored = conceptCalled(grounds.concepts, name);
  return stored ?? { name, nature: natureOf(name) };
}

function dueDateOf(row: SheetRow, { dueDate, orders }: Layout, add: Add): Day | null {
  if (!dueDate) return null;
  const text = cellText(row, dueDate.column);
  if (saysNothing(text)) return null;
  const day = cellDay(row, dueDate.column, orders.dueDate);
  if (day === null) {
    const message = `La fecha no es válida: «${cutText(text)}». Escríbala como día/mes/año.`;
    add(dueDate.header, 'error', 'dueDateInvalid', message);
  }
  return day;
}

/** Returns the day of the row's payment, to decide about a discount; null without a day. */
function paidOnOf(row: SheetRow, { paidOn, orders }: Layout, today: Day | undefined, add: Add): Day | null {
  if (!paidOn) return null;
  const text = cellText(row, paidOn.column);
  if (saysNothing(text)) return null;
  const day = cellDay(row, paidOn.column, orders.paidOn);
  const why = day === null || today === undefined ? null : whyNoDay(day, today);
  if (day === null) {
    const message = `La fecha del pago no es válida: «${cutText(text)}». Escríbala como día/mes/año.`;
    add(paidOn.header, 'error', 'paidOnInvalid', message);
  } else if (why !== null) add(paidOn.header, 'error', 'paidOnInvalid', why);
  return why === null ? day : null;
}

/**
 * True for a row of totals in a month's spreadsheet, so no charge to a unit: named as total in the unit
 * column (or in any cell of a row without unit), or without unit and with amounts equal to the sums so far.
 * @param sums sums to compare with, each by column. Key: index of the column. Value: centavos
 * @param rows number of unit rows read so far
 */
export function isTotalRow(
  row: SheetRow,
  read: RowRead,
  sums: readonly ReadonlyMap<number, number>[],
  rows: number,
): boolean {
  if (read.apartmentId !== null) return false;
  if (saysTotal(read.unitText) || saysTotal(read.tower)) return true;
  if (read.unitText !== '') return false;
  if (row.cells.some(({ text }) => saysTotal(text))) return true;
  const amounts = [...read.amounts].filter(([, amount]) => amount !== 0);
  if (rows < 3 || amounts.length === 0) return false;
  return sums.some((of) => amounts.every(([column, amount]) => of.get(column) === amount));
}

/**
 * True if a text in the unit column is a heading above a group of units ('TORRE 2', 'LOCALES'), so the row is
 * no unit.
 */
export function isHeading(text: string): boolean {
  return /^((torre|bloque|interior|manzana|etapa)( \w{1,3})?|apartamentos|casas|viviendas|parqueaderos|garajes|depositos|locales|oficinas)$/.test(
    plainWords(text),
  );
}
