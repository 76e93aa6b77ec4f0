import { incomeConceptWords, itemNatureWords } from '../../../shared/billing/natures.ts';
import { accountingExport } from '../../../shared/billing/reports.api.ts';
import {
  type Day,
  firstDayOf,
  lastDayOf,
  type Month,
  monthOf,
  monthTitle,
  shortDay,
} from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { defineReport } from '../../platform/documents/define-report.ts';
import { fileNameOf } from '../../platform/documents/file-name.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type BilledUnit, listBilledUnits } from '../ledger/accounts.repository.ts';
import { readAccounts } from '../ledger/ledger.repository.ts';
import type { LedgerItem } from '../ledger/ledger.types.ts';
import { readUnidentifiedMoves, type Taking, type UnidentifiedMove } from './accounting.repository.ts';
import { readHeading } from './heading.ts';
import { listPaymentsOfMonth, type ReceiptOfMonth } from './month-payments.repository.ts';

/**
 * Row of the export of a month's movements for accounting programs, in centavos. docs/why/accounting.md
 * describes the fields.
 */
export interface AccountingRow {
  postingDate: Day;
  valueDate: Day;
  document: 'Cuenta de cobro' | 'Recibo de caja' | 'Consignación' | 'Otro ingreso' | 'Nota';
  /** Number of the document (bill, receipt or payment); null for a note. */
  number: number | null;
  /** Number of the ledger item; null for unidentified money. */
  item: number | null;
  /** Id of the billed unit (account); '' for unidentified money. */
  apartmentId: string;
  /** Id of the unit that caused the movement. */
  forApartmentId: string;
  owner: string;
  ownerDocument: string;
  /** Kind of the movement in Spanish words. */
  nature: string;
  /** Text of the movement: 'Administración'. */
  concept: string;
  month: Month | null;
  dueDate: Day | null;
  /** Centavos; null for a credit. */
  debit: Centavos | null;
  /** Centavos; null for a debit. */
  credit: Centavos | null;
  /** Number of the item undone by the movement; null for others. */
  reverses: number | null;
  /** Item number of the receipt that caused the movement; null for others. */
  causedBy: number | null;
  /** Reason of a correction; '' for others. */
  reason: string;
  /** Division of a receipt into interest, capital and credit, in centavos; null for other movements. */
  split: Pick<ReceiptOfMonth, 'interest' | 'capital' | 'credit'> | null;
}

/**
 * Reads the rows of the accounting export of a month, in order of posting day: movements of all accounts, of
 * payments without a known unit, and of other income.
 * @throws Problem monthNotFound for a month without postings
 */
export async function readAccounting(
  trx: Db,
  { jointId, month }: { jointId: number; month: Month },
): Promise<AccountingRow[]> {
  await readHeading(trx, jointId);
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const units = await listBilledUnits(trx, jointId, last);
  const unitOf = new Map(units.map((unit) => [unit.apartmentId, unit]));
  const { receipts } = await listPaymentsOfMonth(trx, jointId, month);
  const receiptOf = new Map(receipts.map((receipt) => [receipt.receipt, receipt]));
  const accounts = await readAccounts(trx, jointId, false);
  const items = [...accounts.values()]
    .flatMap((account) => account.items)
    .filter(({ postingDate }) => postingDate >= first && postingDate <= last)
    .sort((a, b) => a.item - b.item)
    .map((item) => itemRow(item, unitOf.get(item.apartmentId), receiptOf));
  const waiting = (await readUnidentifiedMoves(trx, jointId, month)).map(unidentifiedRow);
  const rows = [...items, ...waiting].sort((a, b) =>
    a.postingDate === b.postingDate ? 0 : a.postingDate < b.postingDate ? -1 : 1,
  );
  if (rows.length === 0) throw new Problem('monthNotFound');
  return rows;
}

function itemRow(
  item: LedgerItem,
  unit: BilledUnit | undefined,
  receiptOf: ReadonlyMap<number, ReceiptOfMonth>,
): AccountingRow {
  const { bill, receipt, nature, reverses } = item;
  const isReceipt = nature === 'receipt' && reverses === null;
  return {
    postingDate: item.postingDate,
    valueDate: item.valueDate,
    document: receipt !== null ? 'Recibo de caja' : bill !== null ? 'Cuenta de cobro' : 'Nota',
    number: receipt ?? bill,
    item: item.item,
    apartmentId: item.apartmentId,
    forApartmentId: item.forApartmentId,
    owner: unit?.owner ?? '',
    ownerDocument: unit?.ownerDocument ?? '',
    nature: itemNatureWords[nature],
    concept: item.description,
    month: item.month,
    dueDate: item.dueDate,
    debit: item.side === 'debit' ? item.amount : null,
    credit: item.side === 'credit' ? item.amount : null,
    reverses,
    causedBy: item.causedBy,
    reason: item.reason ?? '',
    split: (isReceipt && receipt !== null ? receiptOf.get(receipt) : undefined) ?? null,
  };
}

function unidentifiedRow({
  amount,
  payment,
  reference,
  by,
  isIncome,
  ...days
}: UnidentifiedMove): AccountingRow {
  const income = isIncome && by !== null ? by : null;
  return {
    postingDate: days.postingDate,
    valueDate: days.valueDate,
    document: income === null ? 'Consignación' : 'Otro ingreso',
    number: income === null ? payment : income.number,
    item: null,
    apartmentId: '',
    forApartmentId: '',
    owner: '',
    ownerDocument: '',
    nature: income === null ? 'Consignación por identificar' : 'Otro ingreso',
    concept: income?.concept == null ? (reference ?? '') : incomeConceptWords[income.concept],
    month: null,
    dueDate: null,
    debit: null,
    credit: amount,
    reverses: null,
    causedBy: null,
    reason: by === null ? '' : reasonOfMove(by, amount < 0 !== isIncome),
    split: null,
  };
}

/** Names the receipt or exit of a movement, with the reason. */
function reasonOfMove({ kind, number, reason, back }: Taking, isTaken: boolean): string {
  if (kind === 'receipt')
    return isTaken ? `Identificada: recibo de caja ${number}` : `Anulado el recibo de caja ${number}`;
  if (!isTaken) return `Anulado: ${back?.reason ?? ''}`;
  return kind === 'income' ? `Otro ingreso ${number}: ${reason}` : `Devuelta a quien pagó: ${reason}`;
}

const columns: readonly (readonly [title: string, value: (row: AccountingRow) => string])[] = [
  ['Fecha contable', (row) => shortDay(row.postingDate)],
  ['Fecha del hecho', (row) => shortDay(row.valueDate)],
  ['Comprobante', (row) => row.document],
  ['Número', (row) => whole(row.number)],
  ['Movimiento', (row) => whole(row.item)],
  ['Inmueble', (row) => singleLine(row.apartmentId)],
  ['Inmueble del cobro', (row) => singleLine(row.forApartmentId)],
  ['Propietario', (row) => singleLine(row.owner)],
  ['Documento del propietario', (row) => singleLine(row.ownerDocument)],
  ['Naturaleza', (row) => row.nature],
  ['Concepto', (row) => singleLine(row.concept)],
  ['Mes', (row) => row.month ?? ''],
  ['Vencimiento', (row) => (row.dueDate === null ? '' : shortDay(row.dueDate))],
  ['Débito', (row) => amountOf(row.debit)],
  ['Crédito', (row) => amountOf(row.credit)],
  ['Reversa', (row) => whole(row.reverses)],
  ['Causado por', (row) => whole(row.causedBy)],
  ['Motivo', (row) => singleLine(row.reason)],
  ['A intereses', (row) => amountOf(row.split?.interest ?? null)],
  ['A capital', (row) => amountOf(row.split?.capital ?? null)],
  ['A favor', (row) => amountOf(row.split?.credit ?? null)],
];

/**
 * Writes the accounting export of a month as CSV for Excel in Colombia: UTF-8 with BOM, semicolons, decimal
 * commas, amounts in pesos.
 */
export function accountingCsv(rows: readonly AccountingRow[]): Uint8Array {
  const lines = [
    columns.map(([title]) => quoted(title)),
    ...rows.map((row) => columns.map(([, value]) => quoted(value(row)))),
  ];
  return Buffer.from(`\ufeff${lines.map((cells) => `${cells.join(';')}\r\n`).join('')}`);
}

/** Formats an amount without thousands separators: '1234567,50', '-1000,00'. */
function amountOf(amount: Centavos | null): string {
  if (amount === null) return '';
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

const whole = (number: number | null): string => (number === null ? '' : String(number));

/** Joins a text typed by a user to a single line. A leading apostrophe prevents formulas in spreadsheets. */
function singleLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return /^\s*[=+\-@]/.test(line) ? `'${line}` : line;
}

const quoted = (cell: string): string => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * Report for accounting programs: the movements of a month as CSV. File name as in docs/why/accounting.md:
 * 'Movimientos Mayo - 2026'.
 */
export default defineReport(accountingExport, {
  read: (trx, { params: { jointId }, query: { year, month } }) =>
    readAccounting(trx, { jointId, month: monthOf(year, month) }),
  formats: {
    csv: (rows, { query: { year, month } }) => ({
      name: fileNameOf(`Movimientos ${monthTitle(monthOf(year, month))}`, 'csv'),
      mediaType: 'text/csv; charset=utf-8',
      bytes: accountingCsv(rows),
    }),
  },
});
