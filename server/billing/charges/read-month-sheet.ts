import type { MonthReading, MonthReport } from '../../../shared/billing/drafts.api.ts';
import type { ChargeConcept } from '../../../shared/billing/settings.api.ts';
import {
  type Day,
  firstDayOf,
  type Month,
  monthName,
  monthOf,
  monthWords,
  shiftMonth,
} from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { type Centavos, formatMoney, NO_MONEY, sumMoney, toPesos } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { type RowsText, rowsIn } from '../../platform/db/pack-rows.ts';
import { packedJson } from '../../platform/lib/packed-json.ts';
import { titleText } from '../../platform/sheets/cell-text.ts';
import type { SheetFile } from '../../platform/sheets/sheet.types.ts';
import type { BillingUnitRow } from '../../properties/index.ts';
import { accountsIn, type MainUnitRow } from '../ledger/account.ts';
import type { BalanceRow } from '../ledger/ledger.repository.ts';
import { isLongAgo, isTooLate } from '../settings/month-bounds.ts';
import type {
  KnownMonth,
  MonthToStore,
  PromptDiscountRow,
  ReceivedRow,
  RememberedColumn,
  SheetCheck,
} from '../store/months.repository.ts';
import { UnitIndex } from '../store/unit-index.ts';
import { about } from './column-problems.ts';
import { titleMoney } from './column-words.ts';
import { asksOf } from './month-asks.ts';
import { type CheckedRow, checkMonth, monthToStore } from './month-check.ts';
import { bounded, readMonthSheet } from './month-sheet.ts';
import type { ColumnFound, MonthSheet, UnitGrounds } from './month-sheet.types.ts';
import { aboutSaid, type MonthSaid, monthsSaid } from './months-said.ts';
import { sheetsAsTables } from './other-tables.ts';
import { aboutOwners } from './owner-names.ts';

/**
 * Stored data of a joint (co-owned property) for a worker that reads a month's spreadsheet. Lists with a row
 * for each unit are sent as text and parsed in the worker.
 */
export interface MonthGrounds {
  /** Prepared and issued months of the joint. */
  months: readonly KnownMonth[];
  /** Units of the joint with billing, in the order of the joint's table of units. */
  units: RowsText<BillingUnitRow>;
  /** Main unit of each unit, including retired units. */
  mains: RowsText<MainUnitRow>;
  /** True if parking spaces and store rooms are billed with the main unit. */
  groupUnits: boolean;
  concepts: readonly ChargeConcept[];
  /** Roles of columns chosen for earlier sheets. */
  remembered: readonly RememberedColumn[];
  /** Balance of each account. */
  balances: RowsText<BalanceRow>;
  /** Valid receipts of the previous month, by account: payments in the sheet are of the previous month. */
  received: RowsText<ReceivedRow>;
  /** Discounts offered by valid bills. Default: empty. */
  discounts?: RowsText<PromptDiscountRow>;
  /** Percentage of the joint's prompt-payment discount; null or omitted without a discount. */
  discountPercent?: number | null;
  /** Day of the month for the payment of the joint's bills. Default: the last day. */
  dueDay?: number;
  /** True if the joint rounds its bills to whole pesos. */
  roundToPeso: boolean;
}

/** Input for the worker that reads a month's spreadsheet of charges, besides the file. */
export interface MonthToRead {
  /** Choices of the user in the request. */
  reading: MonthReading;
  /** Stored data of the joint. */
  grounds: MonthGrounds;
  /** Current day: the latest allowed day of a payment. */
  today: Day;
  /** True to store the month afterwards, false for a preview. */
  toStore: boolean;
}

/** Task for a worker: compare a spreadsheet, read as a month without errors, with the bills of an issue. */
export interface DraftForecast {
  kind: 'draftForecast';
  jointId: number;
  /** Current day in Bogotá. */
  today: Day;
  read: MonthRead;
}

/**
 * Payment in a month's spreadsheet dated before the previous month. An early date may save late interest, so
 * the preview shows the effect before the month is stored. Amount in centavos.
 */
export interface EarlyPayment {
  sheet?: string;
  row: number;
  apartmentId: string;
  /** Id of the account's main unit, receiver of the payment. */
  account: string;
  amount: Centavos;
  valueDate: Day;
}

/**
 * Answer of the worker that read a month's spreadsheet of charges: the report for the user, and the data to
 * store.
 */
export interface MonthRead {
  /** MonthReport as packed JSON, possibly megabytes; passed to the client without unpacking. */
  report: Uint8Array;
  /** Payments dated before the previous month: the effect on interest is computed later from the ledger. */
  early: EarlyPayment[];
  /** True if the month must not be stored because a problem is an error. */
  refused: boolean;
  /** Number of rows read. */
  rows: number;
  /** Month data to store; without rows if refused. */
  store: MonthToStore;
  /** Totals of the sheet to store with the month; empty if refused. */
  check: Omit<SheetCheck, 'lastItem'>;
  /** Due date chosen by the user or found in the sheet; null: the joint's usual due day. */
  dueDate: Day | null;
  /** Totals of the rows read, in centavos. */
  totals: Record<keyof MonthReport['totals'], Centavos>;
  /** Roles of columns, to remember for later sheets. */
  columns: RememberedColumn[];
}

/**
 * Reads a spreadsheet as a month of charges and compares the amounts with the ledger: the task of the worker
 * behind preview and preparation of a month. Takes seconds for a large file: only for workers.
 */
export function parseMonthSheet(
  uploaded: SheetFile,
  { reading, grounds, today, toStore }: MonthToRead,
  fileName: string,
): MonthRead {
  const { year, month: number, ...asked } = reading;
  const month = monthOf(year, number);
  const { concepts, roundToPeso } = grounds;
  const owners = new Map(rowsIn(grounds.units).map((row) => [row.apartment_id, row.owner_name ?? '']));
  const ids = [...owners.keys()];
  const accountOf = accountsIn(rowsIn(grounds.mains), grounds.groupUnits);
  const balances = new Map(rowsIn(grounds.balances).map((row) => [row.apartment_id, row.balance]));
  const received = new Map(rowsIn(grounds.received).map((row) => [row.apartment_id, row.amount]));
  const { discountPercent = null } = grounds;
  const offers = grounds.discounts === undefined ? [] : rowsIn(grounds.discounts);
  const hasDiscounts = discountPercent !== null || offers.length > 0;
  const unitGrounds = unitGroundsOf(grounds, ids, { begun: balances.size > 0, discounts: hasDiscounts });
  const file = { sheets: sheetsAsTables(uploaded.sheets, unitGrounds) };
  const sheet = readMonthSheet(file, unitGrounds, { ...asked, month, today });
  const checked = checkMonth(sheet, month, { accountOf, balances, roundToPeso, offers, discountPercent });
  const totals = totalsOf(checked.rows);
  const months = saidIn(file, sheet, fileName, month);
  const problems = [
    ...aboutSaid(months, month),
    ...aboutThousands(file, sheet),
    ...aboutMonths(month, today, grounds.months),
    ...aboutOwners(file, sheet, owners),
    ...aboutPayments(checked.rows, accountOf, received, monthWords(shiftMonth(month, -1))),
    ...sheet.problems,
    ...checked.problems,
  ];
  if (sheet.rows.length > 0 && checked.store.length === 0) {
    problems.push(about(null, 'warning', 'nothingCharged', 'La planilla no trae ningún valor.'));
  }
  const refused = problems.some(({ severity }) => severity === 'error');
  const dueDate = reading.dueDate === undefined ? (sheet.dueDay?.day ?? null) : reading.dueDate;
  const report: MonthReport = {
    dueDate,
    committed: toStore && !refused,
    year,
    month: number,
    sheets: sheet.sheets,
    sheet: sheet.sheet,
    headerRow: sheet.headerRow,
    columns: sheet.columns.map(toColumn),
    asks: asksOf(problems, sheet, months, reading),
    account: sheet.account,
    rows: checked.rows.map((row) => toRow(row, owners.get(row.apartmentId) ?? '')),
    totals: totalsInPesos(totals),
    problems: bounded(problems),
    differences: null,
    missing: missingOf(sheet, ids),
  };
  return {
    dueDate,
    early: earlyPayments(sheet, month, accountOf),
    report: packedJson(report),
    refused,
    rows: report.rows.length,
    totals,
    store: monthToStore(concepts, refused ? [] : checked.store),
    check: checkOf(sheet, refused ? [] : checked.units, problems),
    columns: sheet.columns.map(toRemembered),
  };
}

const unitGroundsOf = (
  { concepts, remembered, dueDay }: MonthGrounds,
  units: readonly string[],
  ledger: Pick<UnitGrounds, 'begun' | 'discounts'>,
): UnitGrounds => ({
  ...ledger,
  units: new UnitIndex(units),
  concepts,
  remembered,
  ...defined({ dueDay }),
});

/** Returns the payments dated before the month before the read month; none while the dates are ambiguous. */
function earlyPayments(
  { rows, dayAsks }: MonthSheet,
  month: Month,
  accountOf: ReadonlyMap<string, string>,
): EarlyPayment[] {
  const first = firstDayOf(shiftMonth(month, -1));
  return rows.flatMap(({ sheet, row, apartmentId, payment: amount, paidOn }): EarlyPayment[] => {
    if (paidOn === null || paidOn >= first || dayAsks.length > 0) return [];
    const account = accountOf.get(apartmentId) ?? apartmentId;
    return [{ ...defined({ sheet }), row, apartmentId, account, amount, valueDate: paidOn }];
  });
}

const toRemembered = ({ header, role, concept, nature, byHand, ofMonth }: ColumnFound): RememberedColumn => ({
  header,
  role,
  byHand,
  ...defined({ concept, nature, ofMonth }),
});

/** Codes of warnings about money of the whole sheet, shown again before the issue. */
const aboutMoney: ReadonlySet<string> = new Set([
  ...['chargesAlike', 'rowsHidden', 'paymentsAlone', 'paymentsTurned', 'paymentsTwice', 'totalsDiscounted'],
  ...['chargeNegative', 'amountsInNotes', 'balanceIgnored', 'columnTotalDiffers', 'conceptRepeated'],
  ...['measureCharged', 'signDoubtful'],
]);
/** Most warnings about money stored with a month. */
const MOST_MONEY_WARNINGS = 20;

/** Returns the totals and warnings of a sheet to store with the month. */
const checkOf = (
  { columns }: MonthSheet,
  units: SheetCheck['units'],
  problems: readonly ImportProblem[],
): MonthRead['check'] => ({
  units,
  hasTotals: columns.some(({ role }) => role === 'total'),
  warnings: problems
    .flatMap(({ code, severity, message: text }) =>
      severity === 'warning' && aboutMoney.has(code) ? [{ code, text }] : [],
    )
    .slice(0, MOST_MONEY_WARNINGS),
});

/** Smallest charge in centavos never written in thousands of pesos. */
const NOT_THOUSANDS = 10_000_00;

/** Refuses a table under a title like 'Cifras en miles de pesos' without a charge of 10.000: amounts are never multiplied. */
function aboutThousands({ sheets }: SheetFile, { sheet, headerRow, rows }: MonthSheet): ImportProblem[] {
  const titles = sheets
    .filter(({ name }) => name === sheet)
    .flatMap((read) => read.rows.filter(({ number }) => number < (headerRow ?? 0)));
  const title = titles
    .flatMap((row) => row.cells.map((_, column) => titleText(row.cells[column])))
    .find((text) => titleMoney(text) !== null);
  const isLarge = rows.some(({ charges }) => charges.some(({ amount }) => Math.abs(amount) >= NOT_THOUSANDS));
  if (title === undefined || isLarge) return [];
  const message = `El título «${title}» dice que los valores están ${titleMoney(title)}, y se leen en pesos. Escriba los valores en pesos completos y cargue el archivo de nuevo.`;
  return [about(null, 'error', 'titleNotPesos', message)];
}

function saidIn(
  { sheets }: SheetFile,
  { sheet, headerRow }: MonthSheet,
  fileName: string,
  month: Month,
): MonthSaid[] {
  const read = sheets.find(({ name }) => name === sheet);
  if (read === undefined || headerRow === null) return [];
  return monthsSaid({ sheet: read, headerRow, fileName }, month);
}

/**
 * Returns the last issued month; null if no month was issued.
 * @param months months of a joint, from oldest to newest
 */
export const lastIssuedOf = (months: readonly KnownMonth[]): Month | null =>
  months.filter(({ state }) => state === 'issued').at(-1)?.month ?? null;

/**
 * Reports problems of the chosen month: an impossible or doubtful year, skipped months, earlier months not issued
 * yet.
 */
function aboutMonths(month: Month, today: Day, months: readonly KnownMonth[]): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const issued = lastIssuedOf(months);
  if (isTooLate(month, today, issued)) {
    const message = `${nameOfMonth(month)} comienza más de dos meses después de hoy y del último mes emitido. Revise el año y el mes.`;
    problems.push(about(null, 'error', 'monthTooLate', message));
  } else if (isLongAgo(month, today, issued)) {
    const message = `${nameOfMonth(month)} comenzó hace más de un año y sería el primer mes de la copropiedad. Revise el año.`;
    problems.push(about(null, 'warning', 'monthLongAgo', message));
  }
  if (issued !== null && month > shiftMonth(issued, 1)) {
    const message = `El último mes emitido es ${nameOfMonth(issued)}: se saltan meses.`;
    problems.push(about(null, 'warning', 'monthSkipped', message));
  }
  const pending = months.filter(({ state, month: other }) => state === 'prepared' && other < month);
  for (const { month: other } of pending) {
    const message = `${nameOfMonth(other)} está preparado y sin emitir: los saldos cambiarán cuando se emita.`;
    problems.push(about(null, 'warning', 'monthPending', message));
  }
  return problems;
}

const nameOfMonth = (month: Month): string => `${monthName(Number(month.slice(5)))} de ${month.slice(0, 4)}`;

function toColumn({
  column,
  role,
  concept,
  nature,
  header,
  samples,
  remembered,
}: ColumnFound): MonthReport['columns'][number] {
  const named = {
    ...defined({ concept, nature }),
  };
  return { column, role, header, samples, remembered: remembered === true, ...named };
}

const toRow = (
  { sheet, row, apartmentId, opening, payment, discount, charges, total }: CheckedRow,
  owner: string,
): MonthReport['rows'][number] => ({
  sheet,
  row,
  apartmentId,
  owner,
  opening: toPesos(opening),
  payment: toPesos(payment),
  discount: toPesos(discount),
  charges: charges.map(({ concept, amount }) => ({ concept, amount: toPesos(amount) })),
  total: toPesos(total),
});

function totalsOf(rows: readonly CheckedRow[]): MonthRead['totals'] {
  const sum = (of: (row: CheckedRow) => Centavos) => sumMoney(rows.map(of));
  return {
    opening: sum(({ opening }) => opening),
    payment: sum(({ payment }) => payment),
    charges: sum(({ charges }) => sumMoney(charges.map(({ amount }) => amount))),
    total: sum(({ total }) => total),
  };
}

const totalsInPesos = (totals: MonthRead['totals']): MonthReport['totals'] => ({
  opening: toPesos(totals.opening),
  payment: toPesos(totals.payment),
  charges: toPesos(totals.charges),
  total: toPesos(totals.total),
});

const missingOf = ({ sheet, named }: MonthSheet, units: readonly string[]): string[] =>
  sheet === null ? [] : units.filter((unit) => !named.has(unit));

/** Most rows reported individually, besides the general warning. */
const MOST_REPORTED_ROWS = 100;

/**
 * Warns about payments in a sheet that may already have receipts in the same month. Without a balance in the sheet,
 * the duplicate would stay unnoticed. Has no side effects.
 * @param received receipts by account, in the month of the sheet's payments
 */
function aboutPayments(
  rows: readonly CheckedRow[],
  accountOf: ReadonlyMap<string, string>,
  received: ReadonlyMap<string, Centavos>,
  month: string,
): ImportProblem[] {
  const paying = rows.filter(({ payment }) => payment !== 0);
  if (paying.length === 0 || received.size === 0) return [];
  const twice = paying.flatMap(({ sheet, row, apartmentId, payment }) => {
    // A grouped unit may have paid its own earlier debt.
    const accounts = new Set([accountOf.get(apartmentId) ?? apartmentId, apartmentId]);
    const receivedSum = sumMoney([...accounts].map((account) => received.get(account) ?? NO_MONEY));
    if (receivedSum === 0) return [];
    const message = `El inmueble «${apartmentId}» ya tiene recibos de ${month} por ${formatMoney(receivedSum)}, y la planilla trae un pago de ${formatMoney(payment)}: si es el mismo dinero, contará dos veces.`;
    return [about(null, 'warning', 'paymentTwice', message, { sheet, row })];
  });
  const message = `Ya hay recibos de ${month} de ${received.size} inmuebles, y los pagos de la planilla harán otros. Si son los mismos, no lea la columna de pagos.`;
  return [about(null, 'warning', 'paymentsTwice', message), ...twice.slice(0, MOST_REPORTED_ROWS)];
}
