import { chargeNatureWords } from '../../../shared/billing/natures.ts';
import { type Day, firstDayOf, type Month, monthName } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';
import type { TableInFile } from '../../platform/sheets/mapping/header.ts';
import { cutText, someRows } from '../../platform/sheets/mapping/problems.ts';
import type { Sheet, SheetFile } from '../../platform/sheets/sheet.types.ts';
import {
  aboutAfterBalance,
  aboutEqualRows,
  aboutSameCharges,
  aboutSumColumn,
  equalRowsIn,
} from './charged-twice.ts';
import { about } from './column-problems.ts';
import type { Meaning } from './column-words.ts';
import { accounted } from './month-account.ts';
import { conceptDoubt } from './month-asks.ts';
import { headerAt, likelyHeader, type MonthHeader, monthSheet, NO_HEADER } from './month-header.ts';
import { layoutOf, type RowRead } from './month-rows.ts';
import type {
  ColumnFound,
  DueDaySaid,
  MonthChoices,
  MonthSheet,
  MonthSheetRow,
  RowPlace,
  UnitGrounds,
} from './month-sheet.types.ts';
import {
  joinedTable,
  type MonthTable,
  type MonthTableRows,
  placed,
  readRows,
  tableOf,
} from './month-table.ts';
import { aboutDueDay, dueDaySaid, isOfMonth } from './months-said.ts';
import {
  aboutAbove,
  aboutBlocks,
  aboutOthers,
  type SheetTable,
  unitsIn,
  unreadTables,
} from './other-tables.ts';

/** Most problems listed; more are usually a single mistake repeated. */
const MOST_PROBLEMS = 1_000;
/** Most unknown units compared with all units of the joint to suggest a spelling. */
const MOST_SUGGESTIONS = 50;
/** Largest sum of a sheet's amounts, in centavos: sums stay exact, and no joint in the country comes near. */
const MOST_MONEY = 1e15;

/**
 * Reads a month's charges from any spreadsheet: finds the sheet, the header and the column roles, joins split
 * units, leaves out totals, and reports every problem by row and column. Choices of the user have priority. Has no
 * side effects and never throws. If a problem is an error, no row may be stored.
 */
export function readMonthSheet(
  { sheets }: SheetFile,
  grounds: UnitGrounds,
  choices: MonthChoices,
): MonthSheet {
  const names = sheets.map(({ name }) => name);
  const all = monthSheet.tablesIn(sheets, []);
  const chosen = chooseSheet(all, grounds, choices);
  if ('problem' in chosen) {
    const account = monthSheet.account(all, []);
    return { ...NO_MONTH, sheets: names, account, problems: [chosen.problem] };
  }
  const { sheet, header } = chosen;
  const { main, tables, others, apart } = tablesToRead(chosen, grounds, choices);
  const { columns } = main;
  const unread = apart.map(({ sheet: { name } }) => name);
  const general = tables.flatMap((table) => table.problems);
  general.push(...aboutAbove(chosen, grounds, choices), ...aboutOthers(sheet, others, apart, choices));
  const dayAsks = tables.flatMap((table) => table.dayAsks);
  const found = { dayAsks, sheets: names, sheet: sheet.name, headerRow: header.row, columns, unread };
  if (general.some(({ code }) => unreadable.has(code))) {
    const bare = tables.map((table) => accounted(table, new Map(), []));
    const account = monthSheet.account(all, bare);
    return { ...NO_MONTH, ...found, account, problems: general };
  }
  const { read, aboutRows } = chosenRows(tables, grounds, choices);
  const reads = read.flatMap((table) => table.reads);
  const problems = read.flatMap(({ rowProblems }) => rowProblems);
  turnPayments(reads, columns, problems);
  general.push(...aboutSpelling(reads));
  for (const table of read) addProblemsOf(table, general, choices);
  const doubtfulConcepts = [...new Set(reads.flatMap((one) => one.doubtfulConcept ?? []))];
  general.push(...aboutRows, ...aboutPaymentsAlone(reads, columns), ...doubtfulConcepts.map(aboutConcept));
  problems.push(...aboutUnits(read, grounds));
  const errors = problems.filter(({ severity }) => severity === 'error');
  const wrongIn = (name: string | undefined) =>
    errors.flatMap(({ sheet: of, row }) => (of === name && row !== null ? [row] : []));
  const wrong = new Map(read.map(({ placeName }) => [placeName, new Set(wrongIn(placeName))]));
  const rows = reads.filter(
    (one): one is RowRead & MonthSheetRow => one.apartmentId !== null && !wrong.get(one.sheet)?.has(one.row),
  );
  if (rows.length === 0 && errors.length === 0) {
    general.push(about(null, 'error', 'noRows', 'No hay inmuebles debajo del encabezado.'));
  }
  const tooMuch = aboutTooMuch(reads);
  general.push(...tooMuch);
  const named = new Set(reads.flatMap(({ apartmentId }) => apartmentId ?? []));
  const saidDueDay = dueDaySaid(sheet, { headerRow: header.row, columns, read: rows, month: choices.month });
  general.push(...aboutDueDay(saidDueDay, choices));
  const dueDay = dueDayOf(saidDueDay, columns, choices);
  const account = monthSheet.account(
    all,
    read.map((table) => accounted(table, table.left, wrongIn(table.placeName))),
  );
  return {
    ...found,
    doubtfulConcepts,
    account,
    named,
    dueDay,
    rows: tooMuch.length > 0 ? [] : rows,
    problems: bounded([...general, ...problems]),
  };
}

/** Table with the rows read. */
type ReadTable = MonthTable & MonthTableRows;

const NO_MONTH = {
  doubtfulConcepts: [],
  sheet: null,
  headerRow: null,
  columns: [],
  rows: [],
  named: new Set<string>(),
  unread: [],
  dayAsks: [],
  dueDay: null,
};

/**
 * Codes of problems that concern the whole table: no rows are read. With a doubt about a single column, rows are
 * still shown.
 */
const unreadable: ReadonlySet<string> = new Set([
  ...['unitColumnMissing', 'amountColumnMissing', 'columnUnknown', 'monthsSeveral', 'creditMixed'],
]);

/**
 * Returns the chosen table (`main`) with the joined tables, the other tables, and the tables `apart`: other tables
 * with units to ask the user about.
 */
function tablesToRead(
  chosen: SheetTable & { others: readonly SheetTable[] },
  grounds: UnitGrounds,
  choices: MonthChoices,
): { main: MonthTable; tables: MonthTable[]; others: SheetTable[]; apart: SheetTable[] } {
  const joins = new Set(choices.joinSheets ?? []);
  const others = chosen.others.filter((other) => !joins.has(other.sheet.name));
  const joined = chosen.others.filter((other) => joins.has(other.sheet.name));
  const main = tableOf(chosen, grounds, choices, joined.length > 0 ? chosen.sheet.name : undefined);
  const tables = [main, ...joined.map((table) => joinedTable(table, main, grounds, choices))];
  const skipped = new Set(choices.skipSheets ?? []);
  const unread = unreadTables(others, tables, grounds, choices);
  const apart = unread.filter(({ sheet: { name } }) => !skipped.has(name));
  return { main, tables, others, apart };
}

/**
 * Adds the problems of amounts of a table to the general problems. The problem of a sum column
 * replaces the problem of the unknown header.
 */
function addProblemsOf(table: ReadTable, general: ImportProblem[], choices: MonthChoices): void {
  const { reads, columns, placeName } = table;
  const sums = aboutSumColumn(reads, columns);
  for (const { column } of sums) {
    const at = general.findIndex((one) => one.code === 'headerUnknown' && one.column === column);
    if (at !== -1) general.splice(at, 1);
  }
  const found = [
    ...aboutAfterBalance(reads, columns),
    ...sums,
    ...aboutSameCharges(reads, columns),
    ...aboutInstalments(reads, columns, choices),
  ];
  general.push(...placed(found, placeName));
}

/** Reports amounts too large to add exactly. */
function aboutTooMuch(reads: readonly RowRead[]): ImportProblem[] {
  const money = reads.flatMap(({ amounts }) => [...amounts.values()]);
  if (money.reduce((sum, amount) => sum + Math.abs(amount), 0) <= MOST_MONEY) return [];
  const message = 'Los valores suman demasiado. Revise las columnas de valores.';
  return [about(null, 'error', 'amountsTooLarge', message)];
}

/** Returns the due date found in the sheet and marks the column; null if the date is not of the month. */
function dueDayOf(
  dueDay: DueDaySaid | null,
  columns: readonly ColumnFound[],
  { month }: MonthChoices,
): DueDaySaid | null {
  if (dueDay === null || month === undefined || !isOfMonth(dueDay, month)) return null;
  const dated = columns[dueDay.column ?? -1];
  if (dated !== undefined) dated.isDueDay = true;
  return dueDay;
}

/** Returns the table that the user chose, else the table with the most units of the joint below the header. */
function chooseSheet(
  all: readonly TableInFile<Meaning['kind']>[],
  grounds: UnitGrounds,
  choices: MonthChoices,
): (SheetTable & { others: SheetTable[] }) | { problem: ImportProblem } {
  const { sheet: name, headerRow: row } = choices;
  const withHeader = (headerOf: (table: (typeof all)[number]) => MonthHeader | null): SheetTable[] =>
    all.flatMap((table, index) => {
      const header = headerOf(table);
      return header ? [{ index, sheet: table.sheet, header }] : [];
    });
  const isChosen = ({ sheet }: { sheet: Sheet }) => name === undefined || sheet.name === name;
  if (!all.some(isChosen)) {
    const message = `El archivo no tiene una hoja visible «${cutText(name ?? '')}» con datos.`;
    return { problem: about(null, 'error', 'sheetUnknown', message) };
  }
  const found = withHeader(({ header }) => header);
  const tables = row === undefined ? found : withHeader(({ sheet }) => headerAt(sheet, row));
  const best = mostUnits(tables.filter(isChosen), grounds, choices.month);
  if (row === undefined && (best === undefined || unitsIn(best, grounds, INSPECTED.rows).size === 0)) {
    const [problem] = all.flatMap(({ sheet }) => aboutBlocks(sheet, grounds) ?? []);
    if (problem) return { problem };
  }
  if (best) return { ...best, others: found.filter(({ index }) => index !== best.index) };
  if (row !== undefined) {
    return {
      problem: about(null, 'error', 'headerEmpty', `La fila ${row} está vacía: no es el encabezado.`),
    };
  }
  const bare = withHeader(() => NO_HEADER).filter((table) => isChosen(table) && isHeaderless(table, grounds));
  const headerless = mostUnits(bare, grounds, choices.month);
  if (headerless) return { ...headerless, others: [] };
  const [likely] = withHeader(({ sheet }) => likelyHeader(sheet)).filter(isChosen);
  if (likely) return { ...likely, others: [] };
  const message =
    'No se encontró el encabezado de la tabla. Se necesita una fila con una columna «Inmueble» (o «Torre» y «Apto») y las de los cobros.';
  return { problem: about(null, 'error', 'headerMissing', message) };
}

/** True for a sheet without a header: the first filled row already names a unit of the joint. */
const isHeaderless = ({ index, sheet }: SheetTable, grounds: UnitGrounds): boolean => {
  const first = sheet.rows.find(({ cells }) => cells.some(({ text }) => text.trim() !== ''));
  if (first === undefined) return false;
  return unitsIn({ index, sheet: { ...sheet, rows: [first] }, header: NO_HEADER }, grounds).size > 0;
};

/** Most rows per table, and most tables, inspected for units. */
const INSPECTED = { rows: 200, tables: 30 };

/**
 * Chooses among the tables with at least half the units of the largest: (1) the table named like the month, (2) the
 * largest, (3) the first.
 */
function mostUnits(
  tables: readonly SheetTable[],
  grounds: UnitGrounds,
  month: Month | undefined,
): SheetTable | undefined {
  if (tables.length < 2) return tables[0];
  const counted = tables.slice(0, INSPECTED.tables).map((table) => {
    const units = unitsIn(table, grounds, INSPECTED.rows).size;
    const named = month === undefined ? 0 : monthNamed(table.sheet.name, month);
    return { table, units, named };
  });
  const most = Math.max(...counted.map(({ units }) => units));
  const full = counted.filter(({ units }) => units * 2 >= most);
  return full.sort((a, b) => b.named - a.named || b.units - a.units)[0]?.table;
}

/** Makes payments positive if all payments are negative. A negative payment among positive payments is an error. */
function turnPayments(
  reads: readonly RowRead[],
  columns: readonly ColumnFound[],
  problems: ImportProblem[],
): void {
  const column = columns.find(({ role }) => role === 'payment')?.header ?? null;
  const negative = reads.filter(({ payment }) => payment < 0);
  if (negative.length === 0) return;
  if (reads.some(({ payment }) => payment > 0)) {
    for (const one of negative) {
      problems.push(about(column, 'error', 'paymentNegative', 'El pago es negativo.', one));
    }
    return;
  }
  for (const read of negative) read.payment = centavos(-read.payment);
  const message = 'Todos los pagos están escritos como negativos; se leyeron como pagos.';
  problems.push(about(column, 'warning', 'paymentsTurned', message));
}

function aboutSpelling(reads: readonly RowRead[]): ImportProblem[] {
  const other = new Map(reads.flatMap((read) => (read.same ? [] : [[read.unitText, read.apartmentId]])));
  if (other.size === 0) return [];
  const some = [...other].slice(0, 5).map(([unitText, id]) => `«${cutText(unitText)}» es «${id}»`);
  const message = `Inmuebles escritos de otra forma que en la copropiedad (${other.size}): ${some.join(', ')}.`;
  return [about(null, 'warning', 'unitSpelling', message)];
}

/** Reports rows without a known unit, and units repeated in a sheet with a row per unit. */
function aboutUnits(
  tables: readonly { columns: readonly ColumnFound[]; reads: readonly RowRead[] }[],
  grounds: UnitGrounds,
): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const first = new Map<string, RowRead>();
  let suggestions = 0;
  for (const { columns, reads } of tables) {
    const layout = layoutOf(columns);
    const header = columns
      .filter(({ role }) => role === 'unit' || role === 'tower')
      .map((column) => column.header)
      .join(' + ');
    for (const read of reads) {
      const add = (code: string, message: string) =>
        problems.push(about(header, 'error', code, message, read));
      if (read.unitText === '') add('unitMissing', 'La fila trae valores y falta el inmueble.');
      else if (read.apartmentId === null) {
        const near = suggestions++ < MOST_SUGGESTIONS ? grounds.units.suggest(read.unitText) : null;
        const tail = near === null ? '' : ` ¿Quiso decir «${near}»?`;
        add('unitUnknown', `El inmueble «${cutText(read.unitText)}» no está en la copropiedad.${tail}`);
      } else {
        const seen = first.get(read.apartmentId);
        if (seen === undefined) first.set(read.apartmentId, read);
        else if (!layout.concept && !layout.dueDate) {
          add(
            'unitRepeated',
            `El inmueble «${read.apartmentId}» está repetido: ${bothPlaces(seen, read)}. ${ONCE}`,
          );
        }
      }
    }
  }
  return problems;
}

/** Spanish advice for a sheet with several rows per unit. */
const ONCE =
  'Si cada fila es otro cobro, asigne como «Concepto» la columna que dice cuál; si no, deje una fila por inmueble.';

const bothPlaces = (a: RowPlace, b: RowPlace): string =>
  a.sheet === b.sheet
    ? `aparece en las filas ${a.row} y ${b.row}`
    : `aparece en la fila ${a.row} de «${a.sheet}» y en la ${b.row} de «${b.sheet}»`;

/**
 * Sorts the problems of a month's spreadsheet by row, with problems of the whole file first, and cuts a long
 * list to a length fit for the screen. Errors are kept before warnings.
 */
export function bounded(problems: readonly ImportProblem[]): ImportProblem[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  const sheets = [...new Set(problems.flatMap(({ sheet }) => sheet ?? []))];
  const placeOf = ({ sheet, row }: ImportProblem) => (row === null ? -1 : sheets.indexOf(sheet ?? ''));
  const listed = [...errors, ...warnings]
    .slice(0, MOST_PROBLEMS)
    .sort(
      (a, b) =>
        (a.row === null || b.row === null ? 0 : placeOf(a) - placeOf(b)) || (a.row ?? 0) - (b.row ?? 0),
    );
  const more = problems.length - listed.length;
  if (more === 0) return listed;
  const severity = errors.length > MOST_PROBLEMS ? 'error' : 'warning';
  return [about(null, severity, 'moreProblems', `Hay ${more} problemas más que no se muestran.`), ...listed];
}

/** Returns 2 if a sheet's name has the month and year, 1 for the month without a year, 0 for another month or year. */
function monthNamed(name: string, month: Month): 0 | 1 | 2 {
  const words = plainWords(name);
  const year = month.slice(0, 4);
  const number = Number(month.slice(5));
  const full = plainWords(monthName(number));
  const isNamed = new RegExp(`\\b(${full}|${full.slice(0, 3)})(?![a-z])`).test(words);
  const isNumbered = new RegExp(`\\b(0?${number} ${year}|${year} 0?${number})\\b`).test(words);
  if (!isNamed && !isNumbered) return 0;
  const years: readonly string[] = words.match(/20\d\d/g) ?? [];
  if (years.length === 0) return 1;
  return years.includes(year) ? 2 : 0;
}

/** Column of the amounts of rows with a concept and a due date, without a choice of the user. */
const instalmentsOf = (columns: readonly ColumnFound[]): ColumnFound | undefined =>
  columns.some(({ role }) => role === 'dueDate')
    ? columns.find(
        ({ role, byHand, meaning, conceptOfRow }) =>
          !byHand && meaning === 'amount' && (role === 'opening' || conceptOfRow === true),
      )
    : undefined;

/**
 * Asks about rows that each have a concept and a date: read as earlier debts, but possibly the month's charges if no
 * date is before the month; and about dates before and in the month. An error until the user chooses.
 */
function aboutInstalments(
  reads: readonly RowRead[],
  columns: readonly ColumnFound[],
  { month, dueRows }: MonthChoices,
): ImportProblem[] {
  const column = instalmentsOf(columns);
  const days = reads.flatMap(({ dueDate }) => dueDate ?? []);
  if (column === undefined || month === undefined || days.length === 0) return [];
  const first = firstDayOf(month);
  const earlier = days.filter((day) => day < first).length;
  const words = monthName(Number(month.slice(5)));
  const isOpening = column.role === 'opening';
  if (earlier === 0) {
    if (!isOpening) return [];
    const message = `Todas las fechas son de ${words} o de después, y «${column.header}» se leyó como deuda de antes. Diga si son los cobros del mes.`;
    return [about(column.header, 'error', 'instalmentsDoubtful', message)];
  }
  if (dueRows !== undefined || (isOpening && earlier === days.length)) return [];
  const others = isOpening ? 'y todas se leyeron como deuda de antes' : 'y todas se cobrarían otra vez';
  const message = `${earlier} de ${days.length} filas vencen antes de ${words}, ${others}. Diga si las de ${words} son los cobros del mes, y las otras lo que se debe de antes.`;
  return [about(column.header, 'error', 'instalmentsMixed', message)];
}

/**
 * Charges the rows due from the month on, if the user chose so. Earlier rows stay opening debts; without openings, the
 * books have the debts, and the rows are left out.
 */
function chargedByDue(table: ReadTable, { month, dueRows }: MonthChoices): ReadTable {
  const column = instalmentsOf(table.columns);
  if (dueRows !== 'month' || month === undefined || column === undefined) return table;
  const first = firstDayOf(month);
  const isEarlier = ({ dueDate }: { dueDate: Day | null }) => dueDate !== null && dueDate < first;
  if (column.role !== 'opening') {
    const why = 'Vence antes del mes: usted dijo que es deuda de antes, y ya está en las cuentas.';
    return without(table, table.reads.filter(isEarlier), why);
  }
  const reads = table.reads.map((read) => {
    if (isEarlier(read)) return read;
    const isCharged = ({ role, column: header }: (typeof read.openings)[number]) =>
      role === 'opening' && header === column.header;
    const charges = read.openings.filter(isCharged).map(({ concept, amount }) => ({
      concept: concept ?? { name: chargeNatureWords.fee, nature: 'fee' as const },
      amount,
    }));
    const openings = read.openings.filter((opening) => !isCharged(opening));
    return { ...read, openings, charges: [...read.charges, ...charges] };
  });
  return { ...table, reads };
}

/** Reports rows of a concept that may be a charge or no charge. The rows are not read until the user decides. */
const aboutConcept = (concept: string): ImportProblem =>
  about(null, 'error', 'conceptDoubtful', conceptDoubt(concept));

/** Warns about a sheet with payments but no charge: the column may be the amount to pay. */
function aboutPaymentsAlone(reads: readonly RowRead[], columns: readonly ColumnFound[]): ImportProblem[] {
  if (reads.some(({ charges }) => charges.length > 0) || reads.every(({ payment }) => payment === 0))
    return [];
  // Instalments with due dates open the books and need no charges.
  if (columns.some(({ role }) => role === 'dueDate')) return [];
  const header = columns.find(({ role }) => role === 'payment')?.header ?? null;
  const message = `La planilla trae pagos y ningún cobro: las cuentas no cobrarán nada este mes, y lo pagado se abona o queda a favor. Si «${header ?? ''}» es lo que se debe pagar, asigne la columna como cobro del mes.`;
  return [about(header, 'warning', 'paymentsAlone', message)];
}

/** Hidden rows of a table, with amounts. */
function hiddenIn({ sheet, reads }: ReadTable): RowRead[] {
  const hidden = new Set(sheet.hiddenRows);
  return reads.filter(({ row, hasMoney }) => hasMoney && hidden.has(row));
}

/**
 * Reads the rows of all tables. Leaves out hidden rows, and rows equal to an earlier row, if the user chose to.
 * `aboutRows` reports both kinds of rows.
 */
function chosenRows(
  tables: readonly MonthTable[],
  grounds: UnitGrounds,
  choices: MonthChoices,
): { read: ReadTable[]; aboutRows: ImportProblem[] } {
  const all = tables.map((table) => ({ ...table, ...readRows(table, grounds, choices) }));
  const aboutRows = all.flatMap((table) => aboutHidden(table, choices));
  const seen =
    choices.hiddenRows === 'skip'
      ? all.map((table) => without(table, hiddenIn(table), 'Está oculta: usted eligió no leerla.'))
      : all;
  const equal = equalRowsIn(seen);
  aboutRows.push(...aboutEqualRows(equal, choices));
  const again = equal.map(({ one }) => one);
  const why = 'Es igual a otra fila: usted eligió leerla una vez.';
  const unique = choices.equalRows === 'once' ? seen.map((table) => without(table, again, why)) : seen;
  return { read: unique.map((table) => chargedByDue(table, choices)), aboutRows };
}

/** Leaves rows of a table out, with a Spanish reason. Ignores rows of other tables. */
function without(table: ReadTable, rows: readonly RowRead[], why: string): ReadTable {
  const out = new Set(rows);
  const left = new Map(table.reads.flatMap((read) => (out.has(read) ? [[read.row, why] as const] : [])));
  return {
    ...table,
    left: new Map([...table.left, ...left]),
    reads: table.reads.filter((read) => !out.has(read)),
    rowProblems: table.rowProblems.filter(({ row }) => row === null || !left.has(row)),
  };
}

/** Reports hidden rows with amounts, as a forgotten filter leaves: an error until the user chooses, then a warning. */
function aboutHidden(table: ReadTable, { hiddenRows }: MonthChoices): ImportProblem[] {
  const rows = hiddenIn(table).map(({ row }) => row);
  if (rows.length === 0) return [];
  const list = `Hay filas ocultas con valores (${someRows(rows)}).`;
  const outcome = {
    read: 'Se leyeron.',
    skip: `No se leyeron: ${rows.length}. Para leerlas, cámbielo arriba en «Filas ocultas».`,
  };
  const found =
    hiddenRows === undefined
      ? about(null, 'error', 'rowsHidden', `${list} Diga si se leen.`)
      : about(null, 'warning', 'rowsHidden', `${list} ${outcome[hiddenRows]}`);
  return placed([found], table.placeName);
}
