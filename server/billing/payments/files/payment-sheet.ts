import type { Day } from '../../../../shared/days.ts';
import type { Centavos } from '../../../../shared/money.ts';
import { parseMoney } from '../../../../shared/money-text.ts';
import type { ImportProblem } from '../../../../shared/properties/apartments.api.ts';
import { cellDay } from '../../../platform/sheets/cell-day.ts';
import { cellText, hasControls, idText, plainWords } from '../../../platform/sheets/cell-text.ts';
import { type Decimals, decimalsIn, doubtfulWords } from '../../../platform/sheets/decimals.ts';
import {
  columnLetter,
  type Sheet,
  type SheetFile,
  type SheetRow,
} from '../../../platform/sheets/sheet.types.ts';
import { whyNoDay } from './payment-day.ts';
import type { ReadPayment, ReadPaymentFile } from './payment-file.types.ts';

/** As much of a reference as a payment keeps. */
const MAX_REFERENCE = 120;
/** Rows that a warning names, before it only counts. */
const NAMED_ROWS = 10;
/** Marks that turn the direction of what follows, and others that nobody sees: copied along, and never meant. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * Reads payments out of a spreadsheet: finds the sheet and its header by their words, and names every problem by
 * row and column. Rows that name a unit without date or amount are nobody's payment, and left out. Pure.
 */
export function readPaymentSheet({ sheets }: SheetFile, today: Day): ReadPaymentFile {
  const usable = sheets.flatMap((sheet) => {
    const header = findPaymentHeader(sheet);
    return header === null ? [] : [{ sheet, header }];
  });
  const [chosen, ...others] = usable;
  if (chosen === undefined) {
    const message =
      'No se encontró el encabezado. Una fila debe nombrar la fecha y el valor de los pagos, por ejemplo «Fecha», «Inmueble», «Valor», «Referencia».';
    return {
      kind: 'sheet',
      rows: [],
      unitColumn: null,
      problems: [aboutFile('error', 'headerMissing', message)],
    };
  }
  const { sheet, header } = chosen;
  const problems: ImportProblem[] = [];
  if (others.length > 0) {
    const names = others.map((other) => `«${other.sheet.name}»`).join(', ');
    const message = `Se usó la hoja «${sheet.name}». También tienen pagos y no se leyeron: ${names}.`;
    problems.push(aboutFile('warning', 'otherSheets', message));
  }
  if (header.otherAmounts.length > 0) {
    const names = header.otherAmounts.map((column) => `«${header.label(column)}»`).join(', ');
    const message = `El valor se tomó de la columna «${header.label(header.amount)}». No se leyeron: ${names}.`;
    problems.push(aboutFile('warning', 'otherAmounts', message));
  }
  const rows = readRows(sheet, header, today, problems);
  if (rows.length === 0 && !problems.some(({ severity }) => severity === 'error')) {
    problems.push(aboutFile('error', 'noPayments', 'No hay pagos debajo del encabezado.'));
  }
  const unitColumn = header.unit.map(header.label).join(' + ') || null;
  return { kind: 'sheet', rows, unitColumn, problems };
}

function readRows(sheet: Sheet, header: PaymentHeader, today: Day, problems: ImportProblem[]): ReadPayment[] {
  const rows: ReadPayment[] = [];
  const unpaid: number[] = [];
  const debits: number[] = [];
  const money = [header.amount, ...(header.debit === null ? [] : [header.debit]), ...header.otherAmounts];
  const decimals = decimalsIn(sheet.rows, money);
  for (const sheetRow of sheet.rows) {
    if (sheetRow.number <= header.row) continue;
    const said = saidIn(sheetRow, header);
    if (said.blank) continue;
    const ignored = whyIgnored(sheetRow, header, said);
    if (ignored !== null) {
      const row = sheetRow.number;
      problems.push({ row, column: null, severity: 'warning', code: 'rowIgnored', message: ignored });
    } else if (isDebit(sheetRow, header, said)) debits.push(sheetRow.number);
    else if (said.date === '' && (said.amount === '' || said.money === 0)) unpaid.push(sheetRow.number);
    else {
      const payment = readRow(sheetRow, header, said, { today, decimals }, problems);
      if (payment !== null) rows.push(payment);
    }
  }
  if (debits.length > 0) {
    const message = `Son débitos, y no pagos, y no se leyeron: ${debits.length} filas (${someOf(debits)}).`;
    problems.push(aboutFile('warning', 'rowsDebit', message));
  }
  if (unpaid.length > 0) {
    const message = `Sin fecha ni valor, no son pagos y no se leyeron: ${unpaid.length} filas (${someOf(unpaid)}).`;
    problems.push(aboutFile('warning', 'rowsUnpaid', message));
  }
  return rows;
}

const someOf = (rows: readonly number[]): string =>
  rows.slice(0, NAMED_ROWS).join(', ') + (rows.length > NAMED_ROWS ? '…' : '');

/** What went out of the account, in a bank's extract. */
function isDebit(row: SheetRow, { debit }: PaymentHeader, { amount, money }: Said): boolean {
  if (debit === null || (amount !== '' && money !== 0)) return false;
  const cell = row.cells[debit];
  const out = cell === undefined ? null : parseMoney(cell.number ?? cell.text.trim());
  return out !== null && out !== 0;
}

/** What a row says under the header, as text. */
interface Said {
  date: string;
  amount: string;
  money: Centavos | null;
  unit: string;
  reference: string;
  blank: boolean;
}

function saidIn(row: SheetRow, header: PaymentHeader): Said {
  const date = cellText(row, header.date);
  const amount = cellText(row, header.amount);
  const parts = header.unit.map((column) => idText(row, column).replace(UNSEEN, '').trim());
  // A tower alone names no unit.
  const unit = (parts.at(-1) ?? '') === '' ? '' : parts.filter((part) => part !== '').join('-');
  const reference = header.reference === null ? '' : idText(row, header.reference).replace(UNSEEN, '').trim();
  const money = parseMoney(row.cells[header.amount]?.number ?? amount);
  const uncalculated = [header.date, header.amount, ...header.unit].some(
    (column) => row.cells[column]?.uncalculated,
  );
  const blank = [date, amount, unit, reference].every((text) => text === '') && !uncalculated;
  return { date, amount, money, unit, reference, blank };
}

/** Totals and the header once more, as programs print them on every page. */
function whyIgnored(row: SheetRow, header: PaymentHeader, said: Said): string | null {
  if (
    /^(sub ?)?(total|suma)/.test(plainWords(row.cells.find(({ text }) => text.trim() !== '')?.text ?? '')) &&
    cellDay(row, header.date) === null
  ) {
    return 'La fila es un total y no se leyó.';
  }
  const again = said.date !== '' && plainWords(said.date) === plainWords(header.label(header.date));
  return again ? 'La fila repite el encabezado y no se leyó.' : null;
}

function readRow(
  sheetRow: SheetRow,
  header: PaymentHeader,
  said: Said,
  { today, decimals }: { today: Day; decimals: Decimals },
  problems: ImportProblem[],
): ReadPayment | null {
  const { number: row } = sheetRow;
  const before = problems.length;
  const wrong = (column: number, code: string, message: string) =>
    problems.push({ row, column: header.label(column), severity: 'error', code, message });
  const uncalculated = [header.date, header.amount, ...header.unit].find(
    (column) => sheetRow.cells[column]?.uncalculated,
  );
  if (uncalculated !== undefined) {
    const message =
      'La celda es una fórmula sin valor guardado. Abra el archivo en Excel, guárdelo y vuelva a subirlo.';
    wrong(uncalculated, 'uncalculated', message);
    return null;
  }
  const valueDate = cellDay(sheetRow, header.date);
  if (said.date === '') wrong(header.date, 'dateMissing', 'Falta la fecha del pago.');
  else if (valueDate === null) {
    const message = `«${shorten(said.date)}» no es una fecha. Escríbala como dd/mm/aaaa.`;
    wrong(header.date, 'dateInvalid', message);
  } else {
    const why = whyNoDay(valueDate, today);
    if (why !== null) wrong(header.date, 'dateInvalid', why);
  }
  const amount = said.money;
  const isText = sheetRow.cells[header.amount]?.number === undefined;
  const shown = isText ? decimals(said.amount, header.amount) : null;
  if (said.amount === '') wrong(header.amount, 'amountMissing', 'Falta el valor del pago.');
  else if (amount === null) {
    wrong(header.amount, 'amountInvalid', `«${shorten(said.amount)}» no es un valor en pesos.`);
  } else if (amount <= 0) {
    wrong(header.amount, 'amountZero', 'El valor de un pago es mayor que cero.');
  } else if (shown !== null) {
    wrong(header.amount, 'amountDoubtful', doubtfulWords(shorten(said.amount), shown));
  } else if (sheetRow.cells[header.amount]?.merged) {
    const message =
      'El valor está en una celda combinada con la de arriba. Separe las celdas y escriba cada valor.';
    wrong(header.amount, 'amountMerged', message);
  }
  if (hasControls(said.unit) || hasControls(said.reference)) {
    const column = hasControls(said.unit) ? header.unit.at(-1) : header.reference;
    wrong(
      column ?? header.date,
      'textInvalid',
      'La celda contiene caracteres no permitidos. Escríbala de nuevo.',
    );
  }
  if (problems.length > before || valueDate === null || amount === null) return null;
  const reference = [...said.reference].slice(0, MAX_REFERENCE).join('');
  const identity = JSON.stringify([valueDate, said.unit.toLowerCase(), amount, reference]);
  return { row, valueDate, amount, reference, unit: said.unit, identity };
}

const aboutFile = (severity: ImportProblem['severity'], code: string, message: string): ImportProblem => ({
  row: null,
  column: null,
  severity,
  code,
  message,
});

const shorten = (text: string): string => {
  const plain = text.replace(/[\p{Cc}\p{Cs}]/gu, '�');
  return plain.length > 40 ? `${plain.slice(0, 40)}…` : plain;
};

/** Where each thing stands in a sheet of payments, as 0-based columns. */
interface PaymentHeader {
  /** 1-based row of the header. */
  row: number;
  date: number;
  amount: number;
  /** Columns that could also be the amount, left out. */
  otherAmounts: number[];
  /** Of a bank's extract, whose credits are the payments: what went out. Null otherwise. */
  debit: number | null;
  /** Left to right: a tower and what stands in it. Empty where no column names the unit. */
  unit: number[];
  reference: number | null;
  /** Header text of a column, or its letter. */
  label: (column: number) => string;
}

/** No title is this long, and a file without a header should not be searched to its end on the main thread. */
const SEARCHED_ROWS = 1_000;
const MAX_LABEL = 60;

const DATE = /\b(fechas?|dia)\b/;
const OTHER_DATE = /\b(vencimiento|limite|expedicion|emision|corte|nacimiento|desde|hasta)\b/;
/** Of payments, but no amount of money. */
const NO_AMOUNT =
  /\b(fecha|medio|forma|tipo|modo|metodo|referencia|ref|numero|nro|no|comprobante|recibo|banco|entidad|estado|saldo|cuenta|lugar|canal|codigo)\b/;
const amounts = [
  /\b(valor|monto|importe|total)\b.*\b(pagos?|pagad[oa]s?|abonos?|abonad[oa]|consignad[oa]|consignacion|recibid[oa]|recaudad[oa]|recaudo)\b/,
  /\b(pagos?|pagado|abonos?|abonado|consignado|consignacion|recaudado|recaudo|recibido)\b/,
  /\b(valor|vr|vlr|monto|importe)\b/,
];
/** Of a bank's extract, where nothing else says which amounts were paid. */
const CREDIT = /^(valor |movimientos? )?creditos?$/;
const DEBIT = /^(valor |movimientos? )?(debitos?|cargos?|retiros?)$/;
const references = [
  /\b(referencias?|ref)\b/,
  /\b(comprobante|transaccion|autorizacion|operacion|consignacion|soporte)\b/,
  /\b(descripcion|detalle|concepto|observacion|observaciones|nota|notas)\b/,
];
const GROUP = /^(no |numero |n )?(de )?(torre|bloque|bl|interior|int|manzana|mz|etapa|edificio|agrupacion)$/;
const units = [
  /\b(inmueble|unidad|und|nomenclatura|bien privado)\b/,
  /\b(apartamento|apto|apt|casa|predio|apartaestudio|vivienda)\b/,
  /\b(local|oficina|consultorio|lote|parqueadero|garaje|deposito)\b/,
];
const NO_UNIT = /\b(fecha|tipo|valor|propietari[oa]|nombre|coeficiente)\b/;

/** The first row that names a date and an amount in different columns; null where the sheet has none. */
function findPaymentHeader(sheet: Sheet): PaymentHeader | null {
  for (const row of sheet.rows.slice(0, SEARCHED_ROWS)) {
    const header = headerOf(row);
    if (header !== null) return header;
  }
  return null;
}

function headerOf(row: SheetRow): PaymentHeader | null {
  const labels = row.cells.map((_, column) => cellText(row, column));
  const words = labels.map((label) =>
    label.length > MAX_LABEL || /:\s*\S|\d{2}/.test(label) ? '' : plainWords(label),
  );
  const taken = new Set<number>();
  const columns = (fits: (text: string) => boolean): number[] =>
    words.flatMap((text, column) => (text !== '' && !taken.has(column) && fits(text) ? [column] : []));
  const ranked = (patterns: readonly RegExp[], none: RegExp): number[] =>
    columns((text) => !none.test(text) && patterns.some((pattern) => pattern.test(text))).sort(
      (a, b) => rankOf(patterns, words[a] ?? '') - rankOf(patterns, words[b] ?? '') || a - b,
    );
  const take = (column: number | undefined): number | undefined => {
    if (column !== undefined) taken.add(column);
    return column;
  };

  const date = take(columns((text) => DATE.test(text) && !OTHER_DATE.test(text))[0]);
  const [named] = ranked(units, NO_UNIT);
  take(named);
  const groups = columns((text) => GROUP.test(text));
  for (const column of groups) take(column);
  const [said, ...otherAmounts] = ranked(amounts, NO_AMOUNT);
  const credits = said === undefined ? columns((text) => CREDIT.test(text) && !NO_AMOUNT.test(text)) : [];
  const amount = take(said ?? (credits.length === 1 ? credits[0] : undefined));
  const debit = said === undefined ? take(columns((text) => DEBIT.test(text))[0]) : undefined;
  if (date === undefined || amount === undefined) return null;
  const [reference] = ranked(references, /\b(fecha|valor)\b/);
  const unit = named === undefined ? [] : [...groups, named].sort((a, b) => a - b);
  const label = (column: number) => labels[column] || columnLetter(column);
  return {
    row: row.number,
    date,
    amount,
    otherAmounts,
    debit: debit ?? null,
    unit,
    reference: reference ?? null,
    label,
  };
}

const rankOf = (patterns: readonly RegExp[], text: string): number =>
  patterns.findIndex((pattern) => pattern.test(text));
