import { createHash } from 'node:crypto';
import type {
  PaymentColumn,
  PaymentColumnRole,
  PaymentsReading,
} from '../../../shared/billing/payment-columns.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import { columnLetter, type Sheet, type SheetRow } from '../../platform/sheets/sheet.types.ts';
import { bankOfHeader, bankOfRows } from './bank-profiles.ts';
import { directionOf, moneyIn } from './movement.ts';
import { columnsByWords, OTHER_AMOUNT } from './payment-words.ts';
import { saysTotal } from './running-totals.ts';

/** Layout chosen earlier for a header. */
export interface RememberedLayout {
  key: string;
  columns: readonly PaymentColumn[];
}

/** Role of each column of a payment sheet. */
export interface PaymentLayout {
  /** Source: chosen by a person now, the same header chosen earlier, a known bank layout, or header words. */
  source: 'hand' | 'remembered' | 'bank' | 'words';
  /** Name of the bank, for a known layout. */
  bank: string | null;
  /** 1-based; 0 if the sheet has no header. */
  headerRow: number;
  /** Roles by 0-based column, for all columns of the sheet. */
  roles: PaymentColumnRole[];
  /** Reasons for unread columns, except unknown columns. */
  why: ReadonlyMap<number, string>;
  /** Header text of a column, or its letter. */
  label: (column: number) => string;
  /** Key to find a layout chosen by hand. */
  key: string;
}

/** Rows searched for a header. */
const SEARCHED_ROWS = 1_000;
/** Maximum length of a column name. Longer texts and texts with values are no column names. */
const MAX_LABEL = 60;

/** Roles with at most a single column. A choice by hand replaces the found column. */
const single: ReadonlySet<PaymentColumnRole> = new Set([
  ...(['date', 'amount', 'credit', 'debit', 'direction', 'unit', 'document', 'balance'] as const),
]);

/** True if the layout has a day and an amount. */
export const isReadable = ({ roles }: Pick<PaymentLayout, 'roles'>): boolean =>
  roles.includes('date') && (roles.includes('amount') || roles.includes('credit'));

/** Finds the layout of a sheet by its header, else by its rows; null if unknown. */
export function findLayout(sheet: Sheet, remembered: readonly RememberedLayout[]): PaymentLayout | null {
  const looked: LookedAt = { sheet, width: widthOf(sheet), columnsByHeader: toKnown(remembered) };
  for (const [index, row] of sheet.rows.slice(0, SEARCHED_ROWS).entries()) {
    const found = layoutAt(looked, row);
    const both = joinedHeader(row, sheet.rows[index + 1]);
    const joined = both === null || found.source === 'remembered' ? null : layoutAt(looked, both);
    if (joined !== null && isReadable(joined)) return joined;
    if (isReadable(found)) return found;
  }
  const bare = layoutWithoutHeader(looked);
  return isReadable(bare) ? bare : null;
}

/**
 * Joins a header of two rows, such as 'TORRE' and 'APTO' under 'INMUEBLE'. The lower row wins. Null if the lower row
 * does not continue the header or is a complete header.
 */
function joinedHeader(row: SheetRow, next: SheetRow | undefined): SheetRow | null {
  if (next === undefined) return null;
  const [over, below] = [wordsOf(row), wordsOf(next)];
  const filled = next.cells.filter(({ text }) => text.trim() !== '');
  const isOfWords = filled.every(
    ({ text, number, date }) => !date && number === undefined && !/\d/.test(text),
  );
  const roles = rolesIn(below);
  if (over.filter((text) => text !== '').length < 2 || filled.length < 2 || !isOfWords) return null;
  // A row above a complete header is a title.
  if (
    roles.length * 2 < filled.length ||
    (isReadable({ roles: roles }) && !isReadable({ roles: rolesIn(over) }))
  )
    return null;
  const width = Math.max(row.cells.length, next.cells.length);
  const cells = Array.from({ length: width }, (_, column) => {
    const own = next.cells[column];
    return own !== undefined && own.text.trim() !== '' ? own : (row.cells[column] ?? { text: '' });
  });
  return { number: next.number, cells };
}

const rolesIn = (words: readonly string[]): PaymentColumnRole[] => [...columnsByWords(words).roles.values()];

/** Roles with a position that matters for reading a row. */
const placed: ReadonlySet<PaymentColumnRole> = new Set([
  ...(['date', 'amount', 'credit', 'debit', 'direction', 'unit', 'tower'] as const),
]);

/**
 * Detects a header below the header: 'same' if repeated (as on printed pages), 'other' for a table with other
 * columns, null for any other row.
 */
export function headerAgain(
  { headerRow, roles, label }: PaymentLayout,
  row: SheetRow,
): 'same' | 'other' | null {
  if (headerRow === 0) return null;
  const words = wordsOf(row);
  const isSame = roles.every(
    (role, column) => !placed.has(role) || words[column] === plainWords(label(column)),
  );
  if (isSame) return 'same';
  const named = bankOfHeader(words)?.roles ?? columnsByWords(words).roles;
  return isReadable({ roles: [...named.values()] }) ? 'other' : null;
}

/** Sheet during the search for its layout. */
interface LookedAt {
  sheet: Sheet;
  /** Number of columns. */
  width: number;
  /** Layouts chosen by hand, by key. */
  columnsByHeader: ReadonlyMap<string, readonly PaymentColumn[]>;
}

const toKnown = (remembered: readonly RememberedLayout[]): LookedAt['columnsByHeader'] =>
  new Map(remembered.map(({ key, columns }) => [key, columns]));

/** Builds the layout chosen by the user on top of the found layout. May still be unreadable. */
export function layoutByHand(
  sheet: Sheet,
  byHand: PaymentsReading,
  remembered: readonly RememberedLayout[],
): PaymentLayout {
  const base = baseOf(
    { sheet, width: widthOf(sheet), columnsByHeader: toKnown(remembered) },
    byHand,
    remembered,
  );
  if (byHand.columns === undefined) return base;
  const taken = new Set(byHand.columns.flatMap(({ role }) => (single.has(role) ? [role] : [])));
  const roles = base.roles.map((role) => (taken.has(role) ? 'ignore' : role));
  for (const { column, role } of byHand.columns) if (column < roles.length) roles[column] = role;
  // A signed value and a pair of in/out columns exclude each other. The chosen column wins.
  const chosen = new Set(byHand.columns.map(({ role }) => role));
  const excluded: PaymentColumnRole[] = chosen.has('amount')
    ? ['credit', 'debit']
    : chosen.has('credit')
      ? ['amount']
      : [];
  const usedRoles = roles.map((role) => (excluded.includes(role) ? 'ignore' : role));
  return { ...base, source: 'hand', roles: usedRoles };
}

function baseOf(
  looked: LookedAt,
  { headerRow }: PaymentsReading,
  remembered: readonly RememberedLayout[],
): PaymentLayout {
  const { sheet } = looked;
  if (headerRow === 0) return layoutWithoutHeader(looked);
  const index = sheet.rows.findIndex(({ number }) => number === headerRow);
  const row = sheet.rows[index];
  if (row !== undefined) {
    const above = sheet.rows[index - 1];
    return layoutAt(looked, (above && joinedHeader(above, row)) ?? row);
  }
  const found = findLayout(sheet, remembered);
  if (found !== null) return found;
  const likely = likelyHeader(sheet);
  return likely === null ? layoutWithoutHeader(looked) : layoutAt(looked, likely);
}

/** Words of a header row; '' for a cell with a sentence or a value. */
const wordsOf = (row: SheetRow): string[] =>
  row.cells.map((_, column) => {
    const label = cellText(row, column);
    return label.length > MAX_LABEL || /:\s*\S|\d{2}/.test(label) ? '' : plainWords(label);
  });

function layoutAt({ sheet, width, columnsByHeader }: LookedAt, row: SheetRow): PaymentLayout {
  const words = wordsOf(row);
  const label = (column: number) => cellText(row, column) || columnLetter(column);
  const isNamed = words.some((text) => text !== '');
  const own = { headerRow: row.number, label, key: isNamed ? keyOf(words) : keyOf([`${width}`]) };
  const before = isNamed ? columnsByHeader.get(own.key) : undefined;
  if (before !== undefined) return { ...own, ...rememberedIn(before, width) };
  const bank = bankOfHeader(words);
  if (bank !== null) {
    // Columns unknown to a bank's layout may still name the payer or the unit.
    for (const [column, role] of columnsByWords(words).roles) {
      if (saying.has(role) && !bank.roles.has(column)) bank.roles.set(column, role);
    }
    return { ...own, ...ofBank(bank, width) };
  }
  const direction = directionColumn(sheet, row.number, columnsByWords(words).roles);
  // Searches again without the direction column: another column may have the role.
  const { roles, why } = columnsByWords(words.map((text, column) => (column === direction ? '' : text)));
  if (direction !== null) roles.set(direction, 'direction');
  const [amount, total] = wholeOf(sheet, row.number, { words, roles }) ?? [];
  if (amount !== undefined && total !== undefined) {
    roles.set(total, 'amount').delete(amount);
    why.set(amount, OTHER_AMOUNT).delete(total);
  }
  return { ...own, source: 'words', bank: null, why, roles: inWidth(roles, width) };
}

/**
 * Finds a 'Total' column equal in each row to the sum of the partial amounts ('Efectivo', 'Consignación'), if a part
 * was taken as the amount. Returns the columns of the part and the total.
 */
function wholeOf(
  { rows }: Sheet,
  headerRow: number,
  { words, roles }: { words: readonly string[]; roles: ReadonlyMap<number, PaymentColumnRole> },
): [amount: number, total: number] | null {
  const [amount] = [...roles].find(([, role]) => role === 'amount') ?? [];
  const total = words.findIndex((text, column) => !roles.has(column) && /^(gran )?total$/.test(text));
  if (amount === undefined || total === -1) return null;
  const parts = words.flatMap((text, column) =>
    column === amount || (column !== total && text !== '' && !roles.has(column)) ? [column] : [],
  );
  const below = rows.filter((row) => row.number > headerRow && moneyIn(row, total).money !== null);
  const figures = below.map((row) => ({
    whole: moneyIn(row, total).money,
    part: moneyIn(row, amount).money ?? 0,
    sum: parts.reduce((sum, column) => sum + (moneyIn(row, column).money ?? 0), 0),
  }));
  const isSum = figures.every(({ whole, sum }) => whole === sum);
  return isSum && figures.some(({ whole, part }) => whole !== part) ? [amount, total] : null;
}

/** Roles that identify the payer. */
const saying: ReadonlySet<PaymentColumnRole> = new Set(['reference', 'text', 'document', 'payer']);

/** Rows inspected. */
const LOOKED_AT = 500;

/**
 * Finds the column with the direction of each amount, by its cells and not by its header. Without this column, debits
 * would be read as payments.
 */
function directionColumn(
  { rows }: Sheet,
  headerRow: number,
  roles: ReadonlyMap<number, PaymentColumnRole>,
): number | null {
  const named = [...roles.values()];
  if (!named.includes('date') || !named.includes('amount')) return null;
  const header = rows.find(({ number }) => number === headerRow);
  const below = rows
    .filter((row) => row.number > headerRow && !saysTotal(row))
    .filter(({ cells }) => !cells.every(({ text }, column) => text === header?.cells[column]?.text))
    .slice(0, LOOKED_AT);
  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  for (let column = 0; column < width; column++) {
    const role = roles.get(column);
    if (role !== undefined && role !== 'reference') continue;
    const texts = below.map((row) => cellText(row, column)).filter((text) => text !== '');
    const ways = texts.map((text) => (/\d/.test(text) ? null : directionOf(text)));
    const directions = ways.filter((way) => way !== null).length;
    if (ways.includes('out') && directions * 3 >= texts.length * 2) return column;
  }
  return null;
}

function layoutWithoutHeader({ sheet, width, columnsByHeader }: LookedAt): PaymentLayout {
  const own = { headerRow: 0, label: columnLetter, key: keyOf([`${width}`]) };
  const before = columnsByHeader.get(own.key);
  if (before !== undefined) return { ...own, ...rememberedIn(before, width) };
  const bank = bankOfRows(sheet);
  if (bank !== null) return { ...own, ...ofBank(bank, width) };
  return { ...own, source: 'words', bank: null, why: new Map(), roles: inWidth(new Map(), width) };
}

const rememberedIn = (columns: readonly PaymentColumn[], width: number) => {
  const roles = new Map(columns.map(({ column, role }) => [column, role]));
  return { source: 'remembered', bank: null, why: new Map(), roles: inWidth(roles, width) } as const;
};

const ofBank = ({ name, roles }: { name: string; roles: Map<number, PaymentColumnRole> }, width: number) => {
  const why = new Map([...roles.keys()].map((column) => [column, NOT_NEEDED]));
  return { source: 'bank', bank: name, why, roles: inWidth(roles, width) } as const;
};

const NOT_NEEDED = 'No hace falta para identificar el pago.';

const inWidth = (roles: ReadonlyMap<number, PaymentColumnRole>, width: number): PaymentColumnRole[] =>
  Array.from({ length: width }, (_, column) => roles.get(column) ?? 'ignore');

/** Returns the maximum number of columns of a row. */
const widthOf = ({ rows }: Sheet): number =>
  rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);

const keyOf = (words: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('base64url');

/** Returns the probable header of unknown words: the early row with the most texts without digits. */
function likelyHeader(sheet: Sheet): SheetRow | null {
  let best: { row: SheetRow; texts: number } | null = null;
  for (const row of sheet.rows.slice(0, SEARCHED_ROWS)) {
    const texts = row.cells.filter(({ text }) => /\p{L}/u.test(text) && !/\d/.test(text)).length;
    if (texts > Math.max(2, best?.texts ?? 0)) best = { row, texts };
  }
  return best?.row ?? null;
}
