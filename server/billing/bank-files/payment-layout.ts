import { createHash } from 'node:crypto';
import type { PaymentMeans } from '../../../shared/billing/natures.ts';
import {
  type PaymentColumn,
  type PaymentColumnRole,
  type PaymentsReading,
  paymentRoleWords,
} from '../../../shared/billing/payment-columns.ts';
import { centavos } from '../../../shared/money.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import { defineSheet, type LeftRows } from '../../platform/sheets/mapping/define-sheet.ts';
import { rowOfMostWords } from '../../platform/sheets/mapping/find-header.ts';
import {
  type Assigned,
  labelsOf,
  SheetHeader,
  sheetWidth,
  type Titles,
  titleWords,
  withChosen,
} from '../../platform/sheets/mapping/header.ts';
import type { Cell, Sheet, SheetRow } from '../../platform/sheets/sheet.types.ts';
import { bankOfHeader, bankOfRows } from './bank-profiles.ts';
import { directionColumn } from './movement-sides.ts';
import { moneyIn, type SaidAmount, saysBothSides } from './movement-words.ts';
import { meansOfHeader } from './payment-means.ts';
import {
  columnsByWords,
  isCurrencyHeader,
  isInCents,
  isStateHeader,
  MEANS_OF_PAYMENT,
  mayCountRows,
  OTHER_AMOUNT,
  saysNature,
  saysNotPaid,
  saysPaid,
} from './payment-words.ts';

/** Column roles chosen by a user for a payment sheet, kept for later sheets with an equal header. */
export interface RememberedLayout {
  /** Key of the header: sheets with an equal header have an equal key. */
  key: string;
  /** Roles for the columns of the sheets. */
  columns: readonly PaymentColumn[];
}

type PaymentRole = Exclude<PaymentColumnRole, 'ignore'>;

/**
 * Origin of the roles of a payment sheet: chosen by a person now, chosen earlier for the same header, a known bank
 * layout, or header words. `key`: key of the header, to find roles that a user chose.
 */
interface LayoutOrigin {
  source: 'hand' | 'remembered' | 'bank' | 'words';
  /** Name of the bank, for a layout known from a bank; else null. */
  bank: string | null;
  key: string;
}

/**
 * Header row of a payment sheet, with the columns for each role (date, amount, unit …). Columns count from 0.
 * Row 0: the sheet has no header.
 */
export class PaymentLayout extends SheetHeader<PaymentRole> {
  readonly origin: LayoutOrigin;
  /** Indexes of the columns in the sheet, from 0. */
  readonly columns: readonly number[];
  /** Column of the day; -1 in a sheet without days. */
  readonly date = this.first('date') ?? -1;
  readonly amount = this.first('amount');
  /** Columns of credits: several are means of payment that add up, 'Efectivo' and 'Banco'. */
  readonly credits = this.all('credit');
  readonly debit = this.first('debit');
  /** Columns of amounts. */
  readonly moneys = this.all('amount', 'credit', 'debit');
  readonly direction = this.first('direction');
  /** True for amounts below a header of both sides: 'Débito / Crédito'. */
  readonly namesBothSides = saysBothSides(titleWords(this.name(this.amount ?? -1)));
  readonly balance = this.first('balance');
  /** Columns of tower and unit. A tower alone does not identify a unit. */
  readonly unit = this.first('unit') === undefined ? [] : this.all('tower', 'unit');
  readonly reference = this.all('reference');
  readonly transaction = this.first('transaction');
  readonly meansColumn = this.first('means');
  readonly text = this.all('text');
  readonly payer = this.all('payer');
  readonly document = this.all('document');
  /** Columns of amounts by means of payment. */
  readonly means: readonly { column: number; means: PaymentMeans }[];
  /** Columns with words for money out, read as no direction. */
  readonly undirected: readonly number[];
  /** Columns with the state of a transaction in a payment gateway (paid, rejected, …), under any header. */
  readonly states: readonly number[];
  /** Columns of states with an approved transaction: any other state there is a doubt. */
  readonly approving: readonly number[];
  readonly currencies: readonly number[];
  /** Columns with an amount given back. */
  readonly refunds: readonly number[];
  /** Columns with amounts in cents. */
  readonly #inCents: readonly number[];

  constructor(header: SheetHeader<PaymentRole>, sheet: Sheet, origin: LayoutOrigin) {
    super(header.row, header.labels, header);
    this.origin = origin;
    this.means = header.labels.flatMap((label, column) => {
      const isPart =
        this.role(column) === 'ignore' || (this.credits.length > 1 && this.credits.includes(column));
      const means = isPart ? meansOfHeader(titleWords(label)) : null;
      return means === null ? [] : [{ column, means }];
    });
    this.columns = Array.from({ length: sheetWidth(sheet.rows) }, (_, column) => column);
    const { direction, doubtful } = directionColumn(sheet, header.row, header.roles);
    this.undirected = direction === null ? doubtful : [...doubtful, direction];
    const below = sheet.rows.filter(({ number }) => number > header.row);
    const words = this.columns.map((column) => plainWords(this.name(column)));
    const headed = (is: (words: string) => boolean) => this.columns.filter((at) => is(words[at] ?? ''));
    const holdsStates = (column: number) => {
      const texts = below.map((row) => plainWords(cellText(row, column))).filter((text) => text !== '');
      return (
        this.role(column) === 'ignore' &&
        texts.some((text) => saysNotPaid(text, '')) &&
        texts.every((text) => saysPaid(text) || saysNotPaid(text, ''))
      );
    };
    this.states = [...new Set([...headed(isStateHeader), ...this.columns.filter(holdsStates)])];
    this.approving = this.states.filter((at) => below.some((row) => saysPaid(plainWords(cellText(row, at)))));
    this.currencies = headed(isCurrencyHeader);
    const isRefund = (row: SheetRow, at: number) => Math.abs(moneyIn(row, at).money ?? 0) > LEAST_REFUND;
    this.refunds = headed((title) => isStateHeader(title) && saysNotPaid('1', title)).filter((column) =>
      below.some((row) => isRefund(row, column)),
    );
    this.#inCents = headed(isInCents).filter((column) => !below.some((row) => hasDecimals(row, column)));
  }

  /** Reads the amount in a cell, in centavos; also of a column in cents. */
  moneyIn(row: SheetRow, column: number | undefined): SaidAmount {
    const { text, money } = moneyIn(row, column);
    const isInCents = column !== undefined && this.#inCents.includes(column);
    return { text, money: isInCents && money !== null ? centavos(money / 100) : money };
  }

  /** Returns the sum given back in a row, in centavos. */
  refundIn = (row: SheetRow): number =>
    this.refunds.reduce((sum, at) => sum + Math.abs(this.moneyIn(row, at).money ?? 0), 0);
}

/** Largest number in a column of refunds, in centavos, that may only be a mark: '1'. */
export const LEAST_REFUND = 10_00;

/** True for an amount with decimals, also '1.500,00'. */
const hasDecimals = (row: SheetRow, column: number): boolean => {
  const { text, money } = moneyIn(row, column);
  const isWritten = row.cells[column]?.number === undefined && /[.,]\d{1,2}\D*$/.test(text);
  return money !== null && (isWritten || money % 100 !== 0);
};

/** Roles that at most one column may have. A choice of the user replaces the column found. */
const single = (
  [
    'date',
    'amount',
    'credit',
    'debit',
    'direction',
    'unit',
    'document',
    'balance',
    'transaction',
    'means',
  ] as const
).map((role) => [role]);

/** Column roles chosen by users, by key of the header. */
type KnownLayouts = ReadonlyMap<string, readonly PaymentColumn[]>;

const { ignore: _, ...roleWords } = paymentRoleWords;
const accountWords = Object.fromEntries(
  Object.entries({ ...roleWords, balance: `${roleWords.balance}, para verificarlo` }).map(([role, words]) => [
    role,
    words.charAt(0).toLowerCase() + words.slice(1),
  ]),
) as Record<PaymentRole, string>;

/** True for a cell of text without digits. */
const isTitle = ({ text }: Cell): boolean => /\p{L}/u.test(text) && !/\d/.test(text);

const UNKNOWN_COLUMN = 'No se reconoce su título como parte de un pago.';

/**
 * Description of a payment sheet for the reader of tables: a day and an amount, with or without a header.
 * @param first role of a payment sheet beside the amount: the day, or the unit in a sheet without days
 */
const paymentsSheet = (layouts: KnownLayouts, first: 'date' | 'unit' = 'date') =>
  defineSheet<PaymentRole>({
    roles: accountWords,
    required: [[first], ['amount', 'credit']],
    searchedRows: 1_000,
    mayLackHeader: true,
    assign: (titles) => assignRoles(titles, layouts),
    twoRows: {
      joinsChosen: true,
      continues: (below, above) =>
        !layouts.has(layoutKey(headerWords(labelsOf(above)))) && continuesHeader(below, above),
      join: (over, below) => below || over,
    },
    likely: (sheet) => rowOfMostWords(sheet, isTitle, { searched: 1_000, least: 3 }),
    texts: {
      sheet: ({ isBesideRead }) =>
        isBesideRead
          ? 'Los pagos se leyeron de otra hoja.'
          : 'No se sabe qué columnas son la fecha y el valor.',
      unread: (why) => why ?? UNKNOWN_COLUMN,
    },
  });

/**
 * True if the column roles are enough to read payments from a sheet: a date, and an amount or a credit.
 * Otherwise the user must choose the missing role.
 * @param of `roles` — key: index of the column, from 0
 */
export const isReadable = (of: { roles: ReadonlyMap<number, PaymentColumnRole> }): boolean =>
  has(of, 'date') && (has(of, 'amount') || has(of, 'credit'));

/** True for payments of units without a column of days: a day of all payments makes the sheet readable. */
export const lacksDays = (of: { roles: ReadonlyMap<number, PaymentColumnRole> }): boolean =>
  !has(of, 'date') && has(of, 'unit') && (has(of, 'amount') || has(of, 'credit'));

const has = ({ roles }: { roles: ReadonlyMap<number, PaymentColumnRole> }, role: PaymentColumnRole) =>
  [...roles.values()].includes(role);

/**
 * Chooses the sheet with payments, the header row and the role of each column. The user's choices come first,
 * then roles remembered for the same header, then the words of the header. The date or amount column may
 * still be missing. Also returns the names of other sheets with payments.
 */
export function chooseLayout(
  sheets: readonly Sheet[],
  { sheet: name, headerRow, columns }: PaymentsReading,
  remembered: readonly RememberedLayout[],
) {
  const layouts = new Map(remembered.map((layout) => [layout.key, layout.columns]));
  const dated = paymentsSheet(layouts);
  const isDated = headerRow !== undefined || dated.tablesIn(sheets, []).some(({ header }) => header !== null);
  const { tablesIn, choose, account } = isDated ? dated : paymentsSheet(layouts, 'unit');
  const found = tablesIn(sheets, []);
  const at = found.findIndex((table) => table.name === name);
  const tables = at === -1 ? undefined : [at];
  const { all, first, withHeader } = choose(found, [], { tables, headerRow, columns });
  const { sheet, header, index } = first;
  const { source, bank, key } = originOf(header.labels, header.row, sheet, layouts);
  const origin = { source: columns === undefined ? source : 'hand', bank, key } as const;
  const layout = new PaymentLayout(header, sheet, origin);
  const others = withHeader.flatMap((other) => (other === index ? [] : (all[other]?.name ?? [])));
  const accountOf = (left: LeftRows | null, used: ReadonlyMap<number, string> = new Map()) =>
    account(all, left === null ? [] : [{ index, header, left, used }]);
  return { sheets: all.map((table) => table.sheet), sheet, layout, others, accountOf };
}

/**
 * True if a row continues the header row above: 'TORRE' and 'APTO' under 'INMUEBLE'. False if the row is a complete
 * header under a title.
 */
function continuesHeader(row: SheetRow, above: SheetRow): boolean {
  const [over, below] = [headerWords(labelsOf(above)), headerWords(labelsOf(row))];
  const filled = row.cells.filter(({ text }) => text.trim() !== '');
  const isOfWords = filled.every(
    ({ text, number, date }) => !date && number === undefined && !/\d/.test(text),
  );
  if (over.filter((text) => text !== '').length < 2 || filled.length < 2 || !isOfWords) return false;
  const { roles } = columnsByWords(below);
  return roles.size * 2 >= filled.length && (!isReadable({ roles }) || isReadable(columnsByWords(over)));
}

/** Column roles with a position that matters for reading a row. */
const placed: ReadonlySet<PaymentColumnRole> = new Set([
  ...(['date', 'amount', 'credit', 'debit', 'direction', 'unit', 'tower'] as const),
]);

/**
 * Tells if a row below the header of a payment sheet is a header again. 'same': the header repeated on a new
 * printed page; 'other': the header of another table, so reading ends; null: an ordinary row.
 */
export function headerAgain(layout: PaymentLayout, row: SheetRow): 'same' | 'other' | null {
  if (layout.row === 0) return null;
  const words = headerWords(labelsOf(row));
  const isSame = layout.columns.every(
    (column) => !placed.has(layout.role(column)) || words[column] === plainWords(layout.name(column)),
  );
  if (isSame) return 'same';
  return isReadable(bankOfHeader(words) ?? columnsByWords(words)) ? 'other' : null;
}

/**
 * Decides the roles of the columns under a header (or of a sheet without a header), then applies the roles that the
 * user chose.
 */
function assignRoles(
  { labels, byHand, sheet, row }: Titles<PaymentRole>,
  layouts: KnownLayouts,
): Assigned<PaymentRole> {
  const { roles: found, why } = originOf(labels, row, sheet, layouts);
  const width = sheetWidth(sheet.rows);
  const roles = new Map(withChosen({ roles: found }, byHand, single).roles);
  // A signed value and a pair of in/out columns exclude each other. The chosen column wins.
  const wanted = new Set(byHand.values());
  const isExcluded = (role: PaymentColumnRole) =>
    wanted.has('amount') ? role === 'credit' || role === 'debit' : wanted.has('credit') && role === 'amount';
  for (const [column, role] of roles) if (isExcluded(role) || column >= width) roles.delete(column);
  return { roles, unread: why };
}

/** Words of a header row by column; '' for a cell with a sentence or a value. */
const headerWords = (labels: readonly string[]): string[] =>
  labels.map((label) => (/:\s*\S|\d{2}/.test(label) ? '' : titleWords(label)));

/** Column roles found for a header, with the origin of the roles. */
interface Origin extends LayoutOrigin {
  /** Reasons to leave columns unread, by column, except columns with an unknown header. */
  why: Map<number, string>;
  roles: Map<number, PaymentColumnRole>;
}

/**
 * Finds the column roles of a header: (1) as chosen earlier for the same header, (2) a bank's layout, (3) header
 * words and values. Row 0 means a sheet without a header.
 */
function originOf(labels: readonly string[], row: number, sheet: Sheet, layouts: KnownLayouts): Origin {
  const words = headerWords(labels);
  const isNamed = row !== 0 && words.some((text) => text !== '');
  const end = labels.findLastIndex((label) => label !== '') + 1;
  const key = layoutKey(isNamed ? words.slice(0, end) : [`${sheetWidth(sheet.rows)}`]);
  const before = isNamed || row === 0 ? layouts.get(key) : undefined;
  if (before !== undefined) {
    const roles = new Map(before.map(({ column, role }) => [column, role]));
    return { source: 'remembered', bank: null, why: new Map(), roles, key };
  }
  const bank = row === 0 ? bankOfRows(sheet) : bankOfHeader(words);
  if (bank !== null) {
    const { name, roles } = bank;
    // Columns unknown to a bank's layout may still name the payer or the unit.
    for (const [column, role] of columnsByWords(words).roles) {
      if (saying.has(role) && !roles.has(column)) roles.set(column, role);
    }
    // The header may match a layout without the column of directions: each debit would become a payment.
    const { direction } = directionColumn(sheet, row, roles);
    if (direction !== null) roles.set(direction, 'direction');
    const why = new Map([...roles.keys()].map((column) => [column, NOT_NEEDED]));
    return { source: 'bank', bank: name, why, roles, key };
  }
  const { direction } = directionColumn(sheet, row, columnsByWords(words).roles);
  const isCount = (text: string, column: number) => mayCountRows(text) && !holdsIds(sheet, row, column);
  const isLetters = (text: string, column: number) =>
    saysBothSides(text) && !sheet.rows.some((of) => of.number > row && moneyIn(of, column).money !== null);
  // Searches again without the direction column and numbers of rows: another column may have the role.
  const { roles, why } = columnsByWords(
    words.map((text, column) =>
      (column === direction ? !saysNature(text) : isCount(text, column) || isLetters(text, column))
        ? ''
        : text,
    ),
    direction !== null,
  );
  if (direction !== null) roles.set(direction, 'direction');
  const whole = wholeOf(sheet, row, { words, roles });
  if (whole !== null) {
    const { amount, total, parts } = whole;
    for (const part of parts) {
      const isMeans = meansOfHeader(words[part] ?? '') !== null;
      why.set(part, isMeans ? MEANS_OF_PAYMENT : OTHER_AMOUNT);
    }
    if (amount !== undefined) roles.delete(amount);
    roles.set(total, 'amount');
    why.delete(total);
  }
  const byMeans = whole === null ? columnsOfMeans(sheet, row, { words, roles }) : { parts: [], others: [] };
  for (const column of byMeans.others) why.set(column, OTHER_AMOUNT);
  for (const column of byMeans.parts) {
    roles.set(column, 'credit');
    why.delete(column);
  }
  return { source: 'words', bank: null, why, roles, key };
}

/** Least length of an id: shorter numbers count the rows, and repeat in the next file. */
const LEAST_ID = 8;

/** True if all cells of a column are long ids. */
function holdsIds({ rows }: Sheet, headerRow: number, column: number): boolean {
  const below = rows.filter(({ number }) => number > headerRow).map((row) => cellText(row, column));
  const ids = below.filter((text) => text !== '');
  return ids.length > 0 && ids.every((text) => text.length >= LEAST_ID && /\d/.test(text));
}

/** A thousand pesos, in centavos. */
const THOUSAND = 1_000_00;

const WHOLE = /^(gran )?total( (de )?(recibos?|recibido|recaudado|recaudo|pagado|pagos?|ingresos?))?$/;

/**
 * Finds a 'Total' column equal in each row to the sum of partial amounts ('Efectivo', 'Consignación'), if a partial
 * amount, or no column, was taken as the amount. Returns the columns of the partial amount (undefined without), of the
 * total and of all parts; null if not found.
 */
function wholeOf(
  { rows }: Sheet,
  headerRow: number,
  { words, roles }: { words: readonly string[]; roles: ReadonlyMap<number, PaymentColumnRole> },
): { amount: number | undefined; total: number; parts: number[] } | null {
  const [amount] = [...roles].find(([, role]) => role === 'amount') ?? [];
  const total = words.findIndex((text, column) => !roles.has(column) && WHOLE.test(text));
  if (total === -1) return null;
  const isPart = (text: string) => text !== '' && (amount !== undefined || meansOfHeader(text) !== null);
  const parts = words.flatMap((text, column) =>
    column === amount || (column !== total && isPart(text) && !roles.has(column)) ? [column] : [],
  );
  const below = rows.filter((row) => row.number > headerRow && moneyIn(row, total).money !== null);
  const figures = below.map((row) => ({
    whole: moneyIn(row, total).money,
    part: amount === undefined ? null : (moneyIn(row, amount).money ?? 0),
    sum: parts.reduce((sum, column) => sum + (moneyIn(row, column).money ?? 0), 0),
  }));
  const isSum = figures.every(({ whole, sum }) => whole === sum);
  return isSum && figures.some(({ whole, part }) => whole !== part) ? { amount, total, parts } : null;
}

/**
 * Finds columns of amounts by means of payment ('Efectivo', 'Banco') without a column of the whole amount: the parts add
 * up. Empty if a single column, or another column, has the amount. `others` are columns of numbers beside the parts.
 */
function columnsOfMeans(
  { rows }: Sheet,
  headerRow: number,
  { words, roles }: { words: readonly string[]; roles: ReadonlyMap<number, PaymentColumnRole> },
): { parts: number[]; others: number[] } {
  const isFree = (column: number) => [undefined, 'ignore', 'amount'].includes(roles.get(column));
  const below = rows.filter((row) => row.number > headerRow);
  const columns = words.flatMap((text, column) => {
    if (!isFree(column) || meansOfHeader(text) === null) return [];
    const filled = below.filter((row) => cellText(row, column) !== '');
    // A number of eight digits without separators identifies a transfer.
    const isMoney = (row: SheetRow) =>
      moneyIn(row, column).money !== null &&
      (row.cells[column]?.number !== undefined || !/^\d{8,}$/.test(cellText(row, column)));
    return filled.length > 0 && filled.every(isMoney) ? [column] : [];
  });
  // A number of a cheque or receipt, or a bank's code, is mostly beside an amount.
  const isPart = (column: number) => {
    const amountAt = (row: SheetRow, one: number) => moneyIn(row, one).money ?? 0;
    const filled = below.filter((row) => amountAt(row, column) !== 0);
    const alone = filled.filter((row) => columns.every((one) => one === column || amountAt(row, one) === 0));
    return alone.length * 2 >= filled.length || filled.every((row) => amountAt(row, column) % THOUSAND === 0);
  };
  const parts = columns.filter(isPart);
  const found = [...roles].filter(([, role]) => ['amount', 'credit', 'debit'].includes(role));
  const isOther = found.some(([column]) => !parts.includes(column)) || words.some((text) => WHOLE.test(text));
  if (parts.length < 2 || isOther) return { parts: [], others: [] };
  return { parts, others: columns.filter((column) => !parts.includes(column)) };
}

/** Column roles that identify the payer. */
const saying: ReadonlySet<PaymentColumnRole> = new Set(['reference', 'text', 'document', 'payer']);

const NOT_NEEDED = 'No hace falta para identificar el pago.';

const layoutKey = (words: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('base64url');
