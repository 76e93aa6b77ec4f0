import { cellText, plainWords } from '../../../platform/sheets/cell-text.ts';
import { columnLetter, type Sheet, type SheetRow } from '../../../platform/sheets/sheet.types.ts';

/** Where each thing stands in a sheet of payments, as 0-based columns. */
export interface PaymentHeader {
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
export function findPaymentHeader(sheet: Sheet): PaymentHeader | null {
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
