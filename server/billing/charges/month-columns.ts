import type { ColumnRole, SheetColumn } from '../../../shared/billing/drafts.api.ts';
import { chargeNatureWords } from '../../../shared/billing/natures.ts';
import { monthOf } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { capitalized } from '../../../shared/format.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { cellDay } from '../../platform/sheets/cell-day.ts';
import { cellText } from '../../platform/sheets/cell-text.ts';
import { columnLetter, type SheetRow } from '../../platform/sheets/sheet.types.ts';
import { conceptCalled, conceptKey } from '../settings/concept-names.ts';
import {
  about,
  aboutDoubtful,
  aboutSigns,
  datesNotRead,
  type MonthColumn,
  notRead,
  repeatedConcepts,
} from './column-problems.ts';
import {
  amountOf,
  holdsAmounts,
  lookAt,
  lookedAt,
  looksCounted,
  looksNumbered,
  mayBePesos,
} from './column-values.ts';
import {
  chargedByMeasure,
  conceptOfHeader,
  isFeeOfMonth,
  isRawName,
  type Meaning,
  meaningOf,
  monthOfHeader,
  natureOf,
  wordsApart,
} from './column-words.ts';
import type { MonthHeader } from './month-header.ts';
import type { ColumnFound, MonthChoices, UnitGrounds } from './month-sheet.types.ts';
import { chooseUnit } from './unit-columns.ts';

/** Roles that at most one column may have. A column chosen by the user replaces the guess. */
const single: ReadonlySet<ColumnRole> = new Set(['balance', 'total', 'concept', 'dueDate', 'paidOn']);

/**
 * Decides the role of each column: (1) chosen in the request, (2) chosen earlier for the same header, (3) guessed
 * by words and values. Amounts under an unknown header are a question to the user and not read. Other unread
 * amounts give a warning, so that no money is lost silently.
 * @param hidden 0-based columns hidden in the sheet
 * @param mayRepeat true if a header may repeat with further amounts of the same kind, as in a report of blocks
 */
export function findColumns(
  rows: readonly SheetRow[],
  header: MonthHeader,
  grounds: UnitGrounds,
  { columns: byHand = [], month }: Pick<MonthChoices, 'columns' | 'month'>,
  hidden: readonly number[] = [],
  mayRepeat = false,
): { columns: ColumnFound[]; problems: ImportProblem[] } {
  const problems: ImportProblem[] = [];
  const width = rows.reduce((most, row) => Math.max(most, row.cells.length), header.labels.length);
  const looked = lookedAt(rows, width);
  const columns = Array.from({ length: width }, (_, column): MonthColumn => {
    const label = header.labels[column] ?? '';
    const values = lookAt(looked, column);
    const rest = { role: 'ignore', byHand: false } as const;
    const named = label !== '';
    return {
      ...defined({ hidden: hidden.includes(column) ? true : undefined }),
      column,
      header: named ? label : columnLetter(column),
      named,
      values,
      ...rest,
      meaning: named ? meaningIn(label, grounds) : null,
      ...defined({ titleless: header.row === 0 ? true : undefined }),
    };
  });
  const unknown = byHand.filter(({ column }) => column >= width);
  for (const { column } of unknown) {
    problems.push(about(columnLetter(column), 'error', 'columnUnknown', 'La hoja no tiene esa columna.'));
  }
  remember(columns, grounds);
  problems.push(...guessRoles(columns, grounds, looked));
  const ofMonth = feeOf(columns, month);
  if (ofMonth !== undefined) rememberMonth(ofMonth, columns, grounds);
  if (mayRepeat) repeatRoles(columns);
  for (const sheetColumn of byHand) {
    const column = columns[sheetColumn.column];
    map(column, sheetColumn);
    if (column) column.chosenNow = true;
  }
  for (const { role } of byHand.filter((sheetColumn) => single.has(sheetColumn.role))) {
    for (const column of columns) if (column.role === role && !column.byHand) column.role = 'ignore';
  }
  for (const column of columns) {
    // A second interest column, beside the earlier debt, is the month's interest.
    const isOfMonth = grounds.begun || firstOf(columns, 'openingInterest') !== undefined;
    if (column.role === 'ignore' && column.meaning?.kind === 'interest' && isOfMonth) column.leftOut = true;
  }
  chooseUnit(rows, columns, grounds.units);
  if (ofMonth !== undefined) ofMonth.ofMonth = keysOf(chargesBeside(ofMonth, columns));
  for (const column of columns) {
    if (column.role === 'charge' || column.role === 'credit')
      problems.push(...nameConcept(column, columns, grounds));
  }
  problems.push(...aboutSigns(columns, grounds), ...repeatedConcepts(columns));
  problems.push(...aboutDoubtful(columns, grounds));
  for (const column of columns) {
    if (column.role !== 'ignore' || column.meaning?.kind !== 'dueDate' || column.isReported) continue;
    // The same day in all rows is the bills' due date, reported elsewhere.
    const filled = looked.filter((row) => cellText(row, column.column) !== '');
    const days = new Set(filled.map((row) => cellDay(row, column.column)));
    if (days.size === 1 && !days.has(null)) column.isReported = true;
  }
  problems.push(...notRead(columns), ...datesNotRead(columns));
  return { columns: columns.map(toFound), problems };
}

/**
 * Meaning of a header in this joint: the name of an existing charge concept is a charge, despite other meanings.
 */
function meaningIn(label: string, { concepts }: UnitGrounds): Meaning | null {
  const meaning = meaningOf(label);
  if (meaning?.kind === 'credit') return meaning; // credit concepts are stored with the nature of the subtracted charge
  const stored = conceptCalled(concepts, label);
  return stored ? { kind: 'charge', nature: stored.nature } : meaning;
}

function map(column: MonthColumn | undefined, { role, concept, nature }: Omit<SheetColumn, 'column'>): void {
  if (!column) return;
  Object.assign(column, { role, byHand: true });
  if (concept !== undefined) column.concept = concept;
  if (nature !== undefined) column.nature = nature;
  if (column.meaning?.kind === 'favour' && (role === 'opening' || role === 'balance')) column.inFavour = true;
}

/** Header meanings never remembered as ignored: balances and totals are compared again in each sheet. */
const compared: ReadonlySet<Meaning['kind'] | undefined> = new Set([
  ...(['opening', 'favour', 'after', 'total'] as const),
]);

const rememberedRoles: ReadonlySet<ColumnRole> = new Set([
  ...(['charge', 'credit', 'ignore', 'interest', 'payment', 'paidOn', 'total'] as const),
]);

/**
 * Applies the column roles that the user chose for earlier sheets. Balances depend on the ledger and are guessed
 * again. Columns of months too: the fee of a month is a debt in the next month.
 */
function remember(columns: readonly MonthColumn[], grounds: UnitGrounds): void {
  const months = columns.filter(isOfMonth);
  for (const column of columns) {
    if (column.byHand || !column.named) continue;
    if (months.includes(column) && (months.length > 1 || monthOfHeader(column.header) !== null)) continue;
    const key = conceptKey(column.header);
    const same = grounds.remembered.filter(({ header, byHand }) => byHand && conceptKey(header) === key);
    // An earlier debt under an unknown name is never charged as a concept.
    if (same.some(({ role }) => role === 'opening' || role === 'balance')) {
      column.meaning = { kind: 'opening' };
      column.remembered = true;
      continue;
    }
    const before = same.find(({ role }) => rememberedRoles.has(role));
    if (before === undefined || (before.role === 'ignore' && compared.has(column.meaning?.kind))) continue;
    map(column, before);
    column.remembered = true;
  }
}

const isOfMonth = ({ named, header }: MonthColumn): boolean => named && isFeeOfMonth(header);

/** Returns the only fee of a month, if named after the read month. */
function feeOf(columns: readonly MonthColumn[], month: MonthChoices['month']): MonthColumn | undefined {
  const [first, second] = columns.filter(isOfMonth);
  return first !== undefined && second === undefined && isFeeOf(first.header, month) ? first : undefined;
}

const chargesBeside = (fee: MonthColumn, columns: readonly MonthColumn[]): MonthColumn[] =>
  columns.filter((column) => column.role === 'charge' && column !== fee);

const keysOf = (columns: readonly MonthColumn[]): string[] =>
  columns.map(({ header }) => conceptKey(header)).sort();

/**
 * Gives the fee of the month the role of the fee of the month in an earlier sheet with the same other charges. The only
 * fee is never left out.
 */
function rememberMonth(fee: MonthColumn, columns: readonly MonthColumn[], grounds: UnitGrounds): void {
  const beside = chargesBeside(fee, columns);
  const before = grounds.remembered.find(
    ({ byHand, role, ofMonth }) =>
      byHand && rememberedRoles.has(role) && ofMonth !== undefined && `${ofMonth}` === `${keysOf(beside)}`,
  );
  const isFee = ({ nature, meaning }: MonthColumn) =>
    (nature ?? (meaning?.kind === 'charge' ? meaning.nature : null)) === 'fee';
  if (before === undefined || (before.role === 'ignore' && !beside.some(isFee))) return;
  if (single.has(before.role) && firstOf(columns, before.role) !== undefined) return;
  // The name of an earlier month is no concept of the read month.
  const isNameOfMonth = before.concept === conceptOfHeader(before.header);
  map(fee, isNameOfMonth ? { role: before.role } : before);
  fee.remembered = true;
  fee.isByMonth = true;
}

/** True for the header of the fee of a month, with or without the year. */
function isFeeOf(header: string, month: MonthChoices['month']): boolean {
  const named = monthOfHeader(header);
  if (named === null || month === undefined) return false;
  return monthOf(named.year ?? Number(month.slice(0, 4)), named.month) === month;
}

function guessRoles(
  columns: readonly MonthColumn[],
  { begun, remembered, discounts = false }: UnitGrounds,
  rows: readonly SheetRow[],
): ImportProblem[] {
  const free = columns.filter(({ byHand }) => !byHand);
  const all = (kind: Meaning['kind']) => free.filter(({ meaning }) => meaning?.kind === kind);
  const give = (column: MonthColumn | undefined, role: ColumnRole): void => {
    if (column && !firstOf(columns, role)) column.role = role;
  };
  give(all('concept')[0], 'concept');
  // Due dates belong to instalments only beside a concept column. Otherwise they are the new bill's due date.
  if (firstOf(columns, 'concept')) give(all('dueDate')[0], 'dueDate');
  const wasRead = ({ header }: MonthColumn, as: readonly ColumnRole[]) =>
    remembered.some((one) => as.includes(one.role) && conceptKey(one.header) === conceptKey(header));
  give(all('payment')[0] ?? all('credited')[0], 'payment');
  // Further columns read in the former sheet are read again: the sum is in the books.
  for (const column of all('payment')) if (wasRead(column, ['payment'])) column.role = 'payment';
  if (firstOf(columns, 'payment')) give(all('paidOn')[0], 'paidOn');
  const totals = all('total');
  give(totals.find(({ header }) => /pagar|general|gran/i.test(header)) ?? totals.at(-1), 'total');
  for (const column of free) {
    const { meaning, values } = column;
    const money = meaning?.kind === 'place' && holdsAmounts(values) && !looksNumbered(values);
    if (meaning?.kind === 'credit') column.role = 'credit';
    if (meaning?.kind === 'discount' && discounts && holdsAmounts(values)) column.role = 'discount';
    const byMeasure = meaning?.kind === 'measure' && mayBePesos(values) && isByCoefficient(column);
    if (meaning?.kind === 'charge' || meaning?.kind === 'amount' || money || byMeasure)
      column.role = 'charge';
  }
  // 'Cargos pendientes' (2, 1, 0) beside 'Saldo adeudado' counts bills.
  const owed = all('opening');
  const inPesos = owed.filter(({ values }) => !looksCounted(values));
  const balances = inPesos.length > 0 ? inPesos : owed;
  const instalment = firstOf(columns, 'dueDate') && !begun ? all('amount')[0] : undefined;
  const [favour] = all('favour');
  const chosen =
    balances.find(({ header }) => /anterior|inicial|\bant\b/i.test(header)) ??
    balances[0] ??
    instalment ??
    favour;
  const role = begun ? 'balance' : 'opening';
  give(chosen, role);
  const debts = ['opening', 'balance'] as const;
  if (chosen && wasRead(chosen, debts))
    for (const column of owed) if (wasRead(column, debts)) column.role = role;
  if (chosen && chosen === favour) chosen.inFavour = true;
  if (!begun) give(all('interest')[0], 'openingInterest');
  const balance = firstOf(columns, role);
  if (!favour || !balance || favour === balance || !holdsAmounts(favour.values)) return [];
  return besideBalance(favour, balance, rows);
}

/** Gives the role of a payment or debt to further columns with the same header. */
function repeatRoles(columns: readonly MonthColumn[]): void {
  const repeated: ReadonlySet<ColumnRole> = new Set(['payment', 'opening', 'balance', 'openingInterest']);
  for (const column of columns) {
    if (column.role !== 'ignore' || column.byHand) continue;
    const first = columns.find(({ role, header }) => repeated.has(role) && header === column.header);
    if (first !== undefined) column.role = first.role;
  }
}

/** True for a fee by coefficient ('Cuota por coeficiente'): not metered, so pesos are a charge. */
const isByCoefficient = ({ header }: MonthColumn): boolean => chargedByMeasure(header)?.isMetered === false;

/**
 * Decides if a credit balance beside another balance is read: only if no row has both, because otherwise the other
 * balance may already include the credit.
 */
function besideBalance(
  favour: MonthColumn,
  balance: MonthColumn,
  rows: readonly SheetRow[],
): ImportProblem[] {
  const has = (row: SheetRow, { column }: MonthColumn) => (amountOf(row.cells[column]) ?? 0) !== 0;
  const names = `«${favour.header}» y «${balance.header}»`;
  if (rows.some((row) => has(row, favour) && has(row, balance))) {
    favour.isReported = true;
    const message = `Hay inmuebles con valores en ${names}: no se leyó «${favour.header}», que puede estar ya restado. Si no lo está, asígnela también como saldo.`;
    return [about(favour.header, 'warning', 'favourIgnored', message)];
  }
  Object.assign(favour, { role: balance.role, inFavour: true });
  const message = `Se leyeron los dos saldos, ${names}: los de «${favour.header}», a favor de los inmuebles.`;
  return [about(favour.header, 'warning', 'favourRead', message)];
}

const firstOf = (columns: readonly MonthColumn[], role: ColumnRole) =>
  columns.find((column) => column.role === role);

/** Gives a charge column the concept to charge. An existing concept of the joint keeps the spelling and nature. */
function nameConcept(
  column: MonthColumn,
  columns: readonly MonthColumn[],
  { concepts }: UnitGrounds,
): ImportProblem[] {
  const ofRow = column.concept === undefined && column.meaning?.kind === 'amount';
  if (ofRow && firstOf(columns, 'concept')) {
    column.conceptOfRow = true;
    return [];
  }
  const unnamed = column.concept === undefined;
  const sameConcept = conceptCalled(concepts, column.header);
  const name = column.concept ?? sameConcept?.name ?? columnName(column, columns);
  const stored = conceptCalled(concepts, name);
  const wanted = column.nature ?? natureOf(name);
  column.concept = stored?.name ?? name;
  column.nature = stored?.nature ?? wanted;
  if (unnamed && stored === undefined && saysNoName(column)) {
    const why = isRawName(column.header) ? 'es el nombre que le da un programa' : 'no dice qué se cobra';
    const message = `«${column.header}» ${why}. En las cuentas de los propietarios dirá «${name}»: confírmelo o escriba otro nombre.`;
    return [about(column.header, 'warning', 'conceptRaw', message)];
  }
  if (!column.chosenNow || column.nature === wanted) return [];
  const message = `El concepto «${column.concept}» ya existe como «${chargeNatureWords[column.nature]}», y así se cobra. Cámbielo en los conceptos de la copropiedad.`;
  return [about(column.header, 'warning', 'natureKept', message)];
}

/** True if a header is unsuitable as name of a charge: a program's name, only 'Valor', or empty. */
const saysNoName = ({ header, named, meaning }: MonthColumn): boolean =>
  !named || isRawName(header) || meaning?.kind === 'amount';

/**
 * Returns a readable name for a program's header ('expensa_A'): the nature of the charge for the only fee of a
 * sheet, else the separated words.
 */
function columnName(column: MonthColumn, columns: readonly MonthColumn[]): string {
  const { header, named, meaning } = column;
  if (!saysNoName(column)) return conceptOfHeader(header);
  if (meaning?.kind === 'amount' || !named) {
    const isOnly = columns.filter(({ role }) => role === 'charge').length === 1;
    if (isOnly) return chargeNatureWords.fee;
    return named ? header : `Cobro de la columna ${header}`;
  }
  const isFee = (one: MonthColumn) =>
    one.role === 'charge' && one.meaning?.kind === 'charge' && one.meaning.nature === 'fee';
  const isOnlyFee =
    meaning?.kind === 'charge' && meaning.nature === 'fee' && columns.filter(isFee).length === 1;
  if (isOnlyFee) return chargeNatureWords.fee;
  const words = wordsApart(header).replace(/([a-z])(\d)/g, '$1 $2');
  return words === '' ? header : capitalized(conceptOfHeader(words));
}

function toFound(column: MonthColumn): ColumnFound {
  const {
    named: _named,
    meaning,
    isReported: _isReported,
    hidden: _hidden,
    titleless: _titleless,
    values,
    ...rest
  } = column;
  // Guessed single roles beside a mapped column were never assigned.
  return { ...rest, meaning: meaning?.kind ?? null, samples: values.samples };
}
