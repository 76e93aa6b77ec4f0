import type { PaymentColumnRole } from '../../../shared/billing/payment-columns.ts';
import { cellDay } from '../../platform/sheets/cell-day.ts';
import { cellText } from '../../platform/sheets/cell-text.ts';
import type { Sheet, SheetRow } from '../../platform/sheets/sheet.types.ts';
import { moneyIn } from './movement-words.ts';

/** Columns of a bank's account extract, recognized by header words without accents, case or punctuation. */
interface BankProfile {
  name: string;
  /**
   * Columns by preference; each matches at most one column of the sheet. A missing `needed` column means another
   * layout.
   */
  columns: readonly { words: RegExp; role: PaymentColumnRole; needed?: true }[];
}

/**
 * Layouts of extracts exported by banks, as described by public programs (sources in docs/why/payments.md).
 * Additional or missing optional columns do not matter.
 */
const profiles: readonly BankProfile[] = [
  {
    name: 'Bancolombia (personas)',
    columns: [
      { words: /^fecha$/, role: 'date', needed: true },
      { words: /^descripcion$/, role: 'text', needed: true },
      { words: /^sucursal( canal)?$/, role: 'ignore', needed: true },
      { words: /^(dcto|documento|referencia)$/, role: 'reference', needed: true },
      { words: /^valor$/, role: 'amount', needed: true },
      { words: /^saldo$/, role: 'balance' },
    ],
  },
  {
    name: 'Davivienda',
    columns: [
      { words: /^fecha( de (sistema|movimiento))?$/, role: 'date', needed: true },
      { words: /^descripcion( motivo)?$/, role: 'text', needed: true },
      { words: /^transaccion$/, role: 'direction' },
      { words: /^valor total$/, role: 'amount', needed: true },
      { words: /^valor (cheque|efectivo)$/, role: 'ignore' },
      { words: /^oficina( de recaudo)?$/, role: 'ignore' },
      { words: /^(id origen( destino)?|nit( (del )?originador)?)$/, role: 'document' },
      { words: /^referencia 1$/, role: 'reference', needed: true },
      { words: /^referencia 2$/, role: 'reference' },
      { words: /^documento$/, role: 'ignore' },
    ],
  },
  {
    name: 'BBVA',
    columns: [
      { words: /^fecha (de )?operacion$/, role: 'date', needed: true },
      { words: /^fecha (de )?valor$/, role: 'ignore', needed: true },
      { words: /^concepto$/, role: 'text', needed: true },
      { words: /^(observaciones|detalle)$/, role: 'text' },
      { words: /^importe$/, role: 'amount', needed: true },
      { words: /^saldo( disponible)?$/, role: 'balance' },
      { words: /^(oficina|codigo|divisa|moneda)$/, role: 'ignore' },
      { words: /^((nro |numero )?documento|referencia)$/, role: 'reference' },
    ],
  },
  {
    name: 'Banco de Bogotá',
    columns: [
      { words: /^fecha( (de )?movimiento)?$/, role: 'date', needed: true },
      { words: /^(transaccion|descripcion)$/, role: 'text', needed: true },
      { words: /^oficina$/, role: 'ignore', needed: true },
      { words: /^debitos?$/, role: 'debit', needed: true },
      { words: /^creditos?$/, role: 'credit', needed: true },
      { words: /^saldo$/, role: 'balance' },
      { words: /^(documento|referencia)$/, role: 'reference' },
      { words: /^(ciudad|hora)$/, role: 'ignore' },
    ],
  },
];

/**
 * Recognizes the bank of an account extract (list of incoming and outgoing money) by the words of the header
 * row. Returns the name of the bank, and the role of each column (key: index of the column, from 0; value:
 * date, amount …). Null for an unknown bank; then general header words decide.
 * @param words header texts in column order
 */
export function bankOfHeader(
  words: readonly string[],
): { name: string; roles: Map<number, PaymentColumnRole> } | null {
  for (const { name, columns } of profiles) {
    const roles = new Map<number, PaymentColumnRole>();
    const isComplete = columns.every(({ words: pattern, role, needed }) => {
      const column = words.findIndex((text, at) => !roles.has(at) && pattern.test(text));
      if (column === -1) return needed === undefined;
      roles.set(column, role);
      return true;
    });
    if (isComplete) return { name, roles };
  }
  return null;
}

/**
 * Columns (0-based) of Bancolombia's export for businesses, a sheet without a header: account, branch, empty, day
 * as yyyymmdd, empty, signed value, code, description, empty.
 */
const BUSINESS = { name: 'Bancolombia (empresas)', date: 3, amount: 5, code: 6, text: 7, least: 8 } as const;
/** Number of rows inspected to recognize a sheet. */
const INSPECTED_ROWS = 200;

/**
 * Recognizes the bank of an extract without a header row, by the form of the cells. Returns the name of the
 * bank, and the role of each column (key: index of the column, from 0; value: date, amount …). Null for an
 * unknown bank.
 */
export function bankOfRows({ rows }: Sheet): { name: string; roles: Map<number, PaymentColumnRole> } | null {
  const looked = rows.slice(0, INSPECTED_ROWS);
  const fit = looked.filter(isBusinessRow).length;
  if (fit === 0 || fit * 10 < looked.length * 9) return null;
  const roles = new Map<number, PaymentColumnRole>([
    [0, 'ignore'],
    [1, 'ignore'],
    [BUSINESS.date, 'date'],
    [BUSINESS.amount, 'amount'],
    [BUSINESS.code, 'ignore'],
    [BUSINESS.text, 'text'],
  ]);
  return { name: BUSINESS.name, roles };
}

function isBusinessRow(row: SheetRow): boolean {
  if (row.cells.length < BUSINESS.least) return false;
  if (!/^20\d{6}$/.test(cellText(row, BUSINESS.date)) || cellDay(row, BUSINESS.date) === null) return false;
  return moneyIn(row, BUSINESS.amount).money !== null && /\p{L}/u.test(cellText(row, BUSINESS.text));
}
