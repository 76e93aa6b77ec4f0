import type { PaymentsReading } from '../../../shared/billing/payment-columns.ts';
import type { PaymentAsk } from '../../../shared/billing/payments.api.ts';
import { type Day, firstDayOf, monthOfDay, shiftMonth } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { date } from '../../../shared/format.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { cellDay } from '../../platform/sheets/cell-day.ts';
import { cellText } from '../../platform/sheets/cell-text.ts';
import { type OrderRead, readOrder } from '../../platform/sheets/day-order.ts';
import { fileProblem } from '../../platform/sheets/mapping/problems.ts';
import type { Sheet, SheetFile } from '../../platform/sheets/sheet.types.ts';
import { readExtractPages } from './extract-pages.ts';
import { aboutColumns, aboutOtherSheets, aboutTableBeside, toldLayout } from './layout-told.ts';
import type { ReadPaymentFile } from './payment-file.types.ts';
import {
  chooseLayout,
  isReadable,
  lacksDays,
  type PaymentLayout,
  type RememberedLayout,
} from './payment-layout.ts';
import { RowReader } from './row-reader.ts';

/**
 * Options to read a spreadsheet of payments: the current day, and the user's choices of sheet, header row and
 * column roles, now and in earlier imports.
 */
export interface SheetReading {
  /** Current day: a later date in the sheet is an error. */
  today: Day;
  /** Choices of the user in the current request: sheet, header row, roles of columns. */
  choices?: PaymentsReading;
  /** Roles chosen in earlier imports of the joint. */
  remembered?: readonly RememberedLayout[];
}

/**
 * Reads payments from an uploaded spreadsheet, for example a bank's extract: finds the sheet, the header and
 * the column roles, and reports every problem by row and column. Money out is counted and left out; rows with
 * a unit but without date or amount are left out too. Has no side effects.
 */
export function readPaymentSheet(
  file: SheetFile,
  { today, choices = {}, remembered = [] }: SheetReading,
): ReadPaymentFile {
  const byHand = choices.columns !== undefined || choices.headerRow !== undefined;
  const problems: ImportProblem[] = [];
  const { sheets, sheet: chosen, layout, others, accountOf } = chooseLayout(file.sheets, choices, remembered);
  if (others.length > 0) problems.push(aboutOtherSheets(chosen, others, choices.sheet === chosen.name));
  const shown = {
    kind: 'sheet' as const,
    unitColumn: layout.unit.map((column) => layout.name(column)).join(' + ') || null,
    layout: toldLayout(sheets, chosen, layout),
  };
  const unread = { ...shown, rows: [], problems, movements: null, account: accountOf(null) };
  const day = lacksDays(layout) ? choices.day : undefined;
  if (lacksDays(layout) && day === undefined) {
    const ask = askOfDay(chosen, layout, today);
    problems.push(fileProblem('error', ask.code, ask.text));
    return { ...unread, asks: [ask] };
  }
  if (!isReadable(layout) && day === undefined) {
    problems.push(fileProblem('error', 'headerMissing', byHand ? COLUMNS_MISSING : HEADER_MISSING));
    return unread;
  }
  problems.push(...aboutColumns(chosen, layout), ...aboutTableBeside(chosen, layout));
  const pages = readExtractPages(chosen, layout);
  const ordered = orderOf(pages.sheet, layout, choices, today);
  problems.push(...ordered.problems);
  const reader = new RowReader(
    pages,
    layout,
    { today, order: ordered.order, isDoubtful: ordered.asks.length > 0, ...defined({ ofAll: day }) },
    problems,
  );
  const read = reader.all();
  if (read.rows.length === 0 && !problems.some(({ severity }) => severity === 'error')) {
    const noDebits = read.movements.debits === 0;
    problems.push(fileProblem('error', 'noPayments', noDebits ? NO_PAYMENTS : NO_CREDITS));
  }
  const uses = [
    ...layout.states.map((column) => [column, 'estado del pago'] as const),
    ...layout.currencies.map((column) => [column, 'moneda'] as const),
    ...layout.refunds.map((column) => [column, 'valor devuelto'] as const),
  ];
  return { ...shown, ...read, problems, asks: ordered.asks, account: accountOf(reader.left, new Map(uses)) };
}

/** Number of months before today with usual payments; days outside are questioned. */
const USUAL_MONTHS = 2;

/** Reads the order of day and month in the date column. */
function orderOf(
  { rows }: Sheet,
  layout: PaymentLayout,
  { dayOrder: chosen }: PaymentsReading,
  today: Day,
): OrderRead {
  const { date: column } = layout;
  const near = { from: firstDayOf(shiftMonth(monthOfDay(today), -USUAL_MONTHS)), to: today };
  const below = rows.filter(({ number }) => number > layout.row);
  // A single day shows no order. A day long before the debts is asked about with its price.
  const isAlone = new Set(below.flatMap((row) => cellText(row, column) || [])).size < 2;
  const header = layout.name(column);
  return readOrder(below, { column, header, chosen }, { near, latest: today }, isAlone);
}

/** Day in words, with or without a year: '5 de octubre', '5 de octubre de 2026'. */
const DAY_IN_WORDS = /\b(\d{1,2}) de ([a-z]{4,10})(?: (?:de |del )?(20\d\d))?\b/i;
const DAY_IN_FIGURES = /\b\d{1,2}[/.-]\d{1,2}[/.-]20\d\d\b/;

/** Returns the day named above the table or in the sheet's name, as the latest up to today; null without a day. */
function dayInTitles({ name, rows }: Sheet, { row: headerRow }: PaymentLayout, today: Day): Day | null {
  const titles = rows.filter(({ number }) => number < headerRow);
  const texts = [...titles.flatMap((row) => row.cells.map((_, column) => cellText(row, column))), name];
  const days = texts.flatMap((text) => {
    const [, day, month, year] = DAY_IN_WORDS.exec(text) ?? [];
    const written = day === undefined ? DAY_IN_FIGURES.exec(text) : null;
    const years = year === undefined ? [today.slice(0, 4), String(Number(today.slice(0, 4)) - 1)] : [year];
    const possible = written === null ? years.map((of) => `${day} ${month} ${of}`) : [written[0]];
    return possible.flatMap((one) => cellDay({ number: 0, cells: [{ text: one }] }, 0) ?? []);
  });
  return days.find((day) => day <= today) ?? null;
}

/** Returns the question about the day of all payments in a sheet without days. */
function askOfDay(sheet: Sheet, layout: PaymentLayout, today: Day): PaymentAsk {
  const day = dayInTitles(sheet, layout, today);
  const words = day && date(`${day}T17:00:00Z`);
  return {
    code: 'daysMissing',
    title: '¿De qué día son los pagos?',
    text: `La planilla no tiene una columna con la fecha de los pagos.${words === null ? '' : ` El título dice ${words}.`} Diga de qué día son todos; si son de varios días, agregue la columna y cargue el archivo de nuevo.`,
    choices: day === null ? [] : [{ label: `Todos son del ${words}`, day }],
  };
}

const HEADER_MISSING =
  'No se encontró el encabezado. Una fila debe nombrar la fecha y el valor de los pagos, por ejemplo «Fecha», «Inmueble», «Valor», «Referencia». Si el archivo es de un banco, diga abajo qué contiene cada columna.';
const COLUMNS_MISSING = 'Diga cuál columna es la fecha y cuál el valor (o el crédito).';
const NO_PAYMENTS = 'No hay pagos debajo del encabezado.';
const NO_CREDITS = 'El archivo solo tiene salidas de dinero: no hay pagos.';
