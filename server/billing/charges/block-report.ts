import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import { saysTotal } from '../../platform/sheets/mapping/rows.ts';
import type { Cell, Sheet, SheetRow } from '../../platform/sheets/sheet.types.ts';
import type { UnitIndex } from '../store/unit-index.ts';
import { amountOf, saysNothing } from './column-values.ts';
import { type Meaning, meaningOf } from './column-words.ts';

/** Fewest units of the joint with a block, and fewest blocks with the same word, in a report of blocks. */
const LEAST_BLOCKS = 2;
/** Most different words in all blocks: more words mean another kind of sheet. */
const MOST_WORDS = 60;
/** Number of rows searched for headings of units before all rows are. */
const SEARCHED = 300;
/** Most characters of a cell searched for a word and a unit or amount. */
const LONGEST = 120;

/** Cell with content, with column and row. `text` is without invisible characters. */
interface Filled {
  cell: Cell;
  column: number;
  row: number;
  text: string;
}

/** Word with an amount beside: 'Saldo anterior', 300.000. `value` has only the amount, `amount` is the written cell. */
interface Line {
  label: string;
  key: string;
  amount: Filled;
  value: Cell;
}

/** First row of the block of a unit. */
interface Heading {
  unit: Filled;
  unitText: string;
  owner: Filled | undefined;
}

interface Block extends Heading {
  lines: Line[];
  /** Lines below the block with the totals of the report. */
  foot: Line[];
}

/** Report with a block of rows for each unit, as found in a sheet. */
interface Blocks {
  blocks: Block[];
  /** Rows above the first block. */
  titles: SheetRow[];
  /** First row with several amounts for a word; null if each word has a single amount. */
  several: number | null;
  /** Number of units of the joint with a block. */
  unitCount: number;
}

const LABEL_WITH_COLON = /^([^\d:]*\p{L}[^\d:]*?)\s*[:#]+\s*(.*)$/u;
const LABEL_AND_UNIT = /^(\p{L}{2,})[\s.#°-]+(.*)$/u;
/** Word and amount in the same cell: 'Saldo anterior ..... 300.000'. */
const IN_ONE_CELL = /^(\P{N}*\p{L}.*?)[\s:._]*[\s:._$](\(?-?\$? ?\d[\d.,]*\)?-?)$/u;
const PAGE = /^(pagina|pag|hoja|folio|hora|usuario)\b/;
const SUMMARY = /^(resumen|consolidado|total(es)?( general(es)?)?|gran(des)? total(es)?)\b/;
/** Meanings of words with money. */
const money: ReadonlySet<Meaning['kind']> = new Set([
  ...(['charge', 'credit', 'credited', 'opening', 'payment', 'total', 'interest', 'amount'] as const),
  ...(['favour', 'after', 'discount', 'agreement', 'place', 'age'] as const),
]);

const filledIn = (row: SheetRow): Filled[] =>
  row.cells.flatMap((cell, column) => {
    const text = cellText(row, column);
    return text === '' && cell.uncalculated !== true ? [] : [{ cell, column, row: row.number, text }];
  });

const isAmount = ({ cell, text }: Filled): boolean =>
  cell.uncalculated === true || (amountOf(cell) !== null && /\d|^\W+$/.test(text));

const hasLetters = ({ text }: Filled): boolean => /\p{L}/u.test(text);

/** Finds the longest beginning of a text with the name of a unit: 'L102 ANA RUIZ' gives 'L102'. */
function unitAtStart(text: string, units: UnitIndex): string | null {
  const words = text.replaceAll(':', ' ').split(/\s+/).slice(0, 6);
  for (let count = words.length; count > 0; count -= 1) {
    const start = words
      .slice(0, count)
      .join(' ')
      .replace(/[\s,;–-]+$/, '');
    if (units.find(start) !== null) return start;
  }
  return null;
}

/**
 * Returns the heading in a row with a word for units: 'LOCAL: L102', or the unit in the next cell.
 * @param labels words of the headings with a unit of the joint: below the same words a unit may be unknown
 */
function labelledHeading(
  cells: readonly Filled[],
  units: UnitIndex,
  labels: ReadonlySet<string>,
): (Heading & { label: string }) | null {
  for (const [at, one] of cells.slice(0, 6).entries()) {
    const text = one.text.slice(0, LONGEST);
    const [, before = text, rest = ''] = LABEL_WITH_COLON.exec(text) ?? LABEL_AND_UNIT.exec(text) ?? [];
    const kind = meaningOf(before)?.kind;
    if (kind !== 'unit' && (kind !== 'place' || rest === '')) continue;
    const unit = rest === '' ? cells[at + 1] : one;
    const written = rest === '' ? (unit?.text ?? '') : rest;
    const label = plainWords(before);
    const unitFound = unitAtStart(written, units);
    const otherUnit = labels.has(label) ? written.split(/\s+/).find((word) => /\d/.test(word)) : undefined;
    const unitText = unitFound ?? otherUnit;
    if (unit === undefined || unitText === undefined) continue;
    return { label, unit, unitText, owner: ownerIn(cells, unit) };
  }
  return null;
}

/**
 * Returns the heading in a row with a unit at the start and no amount.
 * @param starts words of the first lines of the blocks: above the same words a unit may be unknown
 */
function bareHeading(
  { cells, lines }: Written,
  next: Written | undefined,
  units: UnitIndex,
  starts: ReadonlySet<string>,
): Heading | null {
  const [first] = cells;
  if (first === undefined || lines.length > 0 || cells.some((one) => one !== first && isAmount(one)))
    return null;
  const [unitText = ''] = first.text.split(/ [-–] /);
  const isUnknown = /\d/.test(unitText) && starts.has(next?.lines[0]?.key ?? '');
  if (units.find(unitText) === null && !isUnknown) return null;
  return { unit: first, unitText, owner: ownerIn(cells, first) };
}

/** Returns the cell with the owner's name: with or behind the word 'Propietario', else the name beside the unit. */
function ownerIn(cells: readonly Filled[], unit?: Filled): Filled | undefined {
  const named = cells.findIndex(({ text }) => meaningOf(text)?.kind === 'owner');
  if (named !== -1) return /:\s*\p{L}/u.test(cells[named]?.text ?? '') ? cells[named] : cells[named + 1];
  const beside = unit && cells[cells.indexOf(unit) + 1];
  const isName =
    beside && hasLetters(beside) && !/[\d:]/.test(beside.text) && meaningOf(beside.text) === null;
  return isName ? beside : undefined;
}

/**
 * Returns the lines in a row: each amount with the first word before, a word for money first. `spare` has the
 * amounts without a word of their own behind a line.
 */
function linesIn(cells: readonly Filled[]): { lines: Line[]; spare: Filled[] } {
  const lines: Line[] = [];
  const spare: Filled[] = [];
  let words: string[] = [];
  for (const one of cells) {
    if (!isAmount(one)) {
      if (hasLetters(one) && !one.cell.date && amountOf({ text: one.text.replaceAll('%', '') }) === null)
        words.push(one.text);
      continue;
    }
    const label = words.find((word) => money.has(kindOf(word))) ?? words[0];
    words = [];
    if (label !== undefined) lines.push(lineOf(label, one, one.cell));
    else if (lines.length > 0 && !saysNothing(one.text)) spare.push(one);
  }
  const [only] = cells;
  const text = cells.length === 1 ? (only?.text ?? '') : '';
  const [, label, written = ''] = (text.length <= LONGEST && IN_ONE_CELL.exec(text)) || [];
  const isYear = /^(19|20)\d\d$/.test(written);
  if (
    only &&
    label &&
    written.replace(/\D/g, '').length > 2 &&
    !isYear &&
    amountOf({ text: written }) !== null
  )
    lines.push(lineOf(label, only, { text: written }));
  return { lines, spare };
}

const lineOf = (label: string, amount: Filled, value: Cell): Line => {
  const name = label.replace(/[\s:._]+$/, '');
  return { label: name, key: plainWords(name), amount, value };
};

/** Row of a report with the cells and the lines. */
interface Written {
  row: SheetRow;
  cells: Filled[];
  lines: Line[];
  spare: Filled[];
}

/**
 * Adds the lines with a text in the place of the amount: 'Saldo anterior', 'exento'. The text is then a wrong amount
 * of the unit.
 */
function addTextLines(rows: readonly Written[]): void {
  const amountsAt = new Map<string, Set<number>>();
  for (const { key, amount } of rows.flatMap(({ lines }) => lines)) {
    if (money.has(kindOf(key))) amountsAt.set(key, (amountsAt.get(key) ?? new Set()).add(amount.column));
  }
  for (const { cells, lines } of rows) {
    const [label, ...others] = cells;
    if (label === undefined || lines.length > 0) continue;
    const columns = amountsAt.get(lineOf(label.text, label, label.cell).key);
    const value = others.find(({ column }) => columns?.has(column));
    if (value !== undefined) lines.push(lineOf(label.text, value, value.cell));
  }
}

const kindOf = (key: string) => meaningOf(key)?.kind ?? 'quiet';

/** Returns the heading of each row; null for rows inside a block. */
function headingsIn(rows: readonly Written[], units: UnitIndex): (Heading | null)[] {
  const none: ReadonlySet<string> = new Set();
  const labelled = rows.flatMap(({ cells }) => labelledHeading(cells, units, none) ?? []);
  if (labelled.length >= LEAST_BLOCKS) {
    const labels = new Set(labelled.map(({ label }) => label));
    return rows.map(({ cells }) => labelledHeading(cells, units, labels));
  }
  const bare = (starts: ReadonlySet<string>) =>
    rows.map((row, at) => bareHeading(row, rows[at + 1], units, starts));
  const first = bare(none).flatMap((heading, at) => (heading ? (rows[at + 1]?.lines[0]?.key ?? []) : []));
  return bare(new Set(first.filter((key) => first.filter((other) => other === key).length >= LEAST_BLOCKS)));
}

function writtenIn(row: SheetRow): Written {
  const cells = filledIn(row);
  return { row, cells, ...linesIn(cells) };
}

/** True if the first rows of a sheet have headings of units: a search of all rows is then worth the time. */
function mayHaveBlocks({ rows }: Sheet, units: UnitIndex): boolean {
  const first = headingsIn(rows.slice(0, SEARCHED).map(writtenIn), units);
  return first.filter((heading) => heading !== null).length >= LEAST_BLOCKS;
}

/** Finds the blocks of a report; null for another kind of sheet. */
function blocksIn(sheet: Sheet, units: UnitIndex): Blocks | null {
  if (!mayHaveBlocks(sheet, units)) return null;
  const all = sheet.rows.map(writtenIn);
  addTextLines(all);
  const headings = headingsIn(all, units);
  const start = headings.findIndex((heading) => heading !== null);
  if (start === -1) return null;
  const titles = sheet.rows.slice(0, start);
  const ofTitles = new Set(titles.flatMap((row) => filledIn(row).map(({ text }) => plainWords(text))));
  const isTitle = ({ key }: Line) => {
    return PAGE.test(key) || (ofTitles.has(key) && !money.has(kindOf(key)));
  };
  const blocks: Block[] = [];
  let several: number | null = null;
  let isSummary = false;
  for (const [at, { row, cells, ...own }] of all.entries()) {
    const heading = headings[at] ?? null;
    const before = blocks.at(-1);
    if (heading !== null) {
      isSummary = false;
      // A page break repeats the heading.
      if (before?.unitText !== heading.unitText) blocks.push({ ...heading, lines: [], foot: [] });
    }
    const block = blocks.at(-1);
    if (block === undefined) continue;
    const { lines, spare } =
      heading === null ? own : linesIn(cells.filter(({ column }) => column > heading.unit.column));
    const ofBlock = lines.filter((line) => !isTitle(line) && meaningOf(line.key)?.kind !== 'quiet');
    if (spare.length > 0 && ofBlock.length > 0) several ??= row.number;
    if (heading === null && lines.length === 0 && SUMMARY.test(plainWords(cells[0]?.text ?? '')))
      isSummary = true;
    block[isSummary ? 'foot' : 'lines'].push(...ofBlock);
    block.owner ??= ownerIn(cells);
  }
  const named = new Set(blocks.flatMap(({ unitText }) => units.find(unitText)?.apartmentId ?? []));
  const words = wordCounts(blocks);
  if (named.size < LEAST_BLOCKS || words.size > MOST_WORDS) return null;
  if ([...words.values()].filter((count) => count >= LEAST_BLOCKS).length < LEAST_BLOCKS) return null;
  for (const block of blocks) moveFoot(block, words, blocks.length);
  return { blocks, titles, several, unitCount: named.size };
}

/** Counts the blocks with each word. */
function wordCounts(blocks: readonly Block[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { lines } of blocks) {
    for (const key of new Set(lines.map((line) => line.key))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/**
 * Moves the totals of the report from the lines of a block to the foot: from a total absent in most blocks, or
 * from a word repeated below the block's own total.
 */
function moveFoot(block: Block, words: ReadonlyMap<string, number>, count: number): void {
  const { lines } = block;
  const isOwn = ({ key }: Line) => saysTotal(key) && (words.get(key) ?? 0) * 2 > count;
  const total = lines.findIndex(isOwn);
  const at = lines.findIndex(
    (line, index) =>
      (saysTotal(line.key) && !isOwn(line)) ||
      (total !== -1 && index > total && lines.slice(0, index).some(({ key }) => key === line.key)),
  );
  if (at !== -1) block.foot.unshift(...lines.splice(at));
}

/** Returns the first row with several amounts for a word in a report of blocks; null for other sheets. */
export const rowOfSeveral = (sheet: Sheet, units: UnitIndex): number | null =>
  blocksIn(sheet, units)?.several ?? null;

/**
 * Rearranges a report with a block of rows for each unit ('LOCAL: 101', then 'Saldo anterior', 'Total a pagar'), as
 * printed by accounting programs, into a table with a row for each unit and a column for each word. A repeated word
 * gets a further column. The row of a unit has the number of the first line below the unit.
 * @param fewest number of units found by another reading of the sheet: a report has more
 * @returns null for another kind of sheet, and for a report with several amounts for a word
 */
export function tableOfBlocks(sheet: Sheet, units: UnitIndex, fewest: number): Sheet | null {
  const found = blocksIn(sheet, units);
  if (found === null || found.several !== null || found.unitCount <= fewest) return null;
  const { titles } = found;
  const blocks = found.blocks.filter((block) => rowOf(block) !== undefined);
  const [first] = blocks;
  if (first === undefined || found.blocks.some((block) => block.lines.length > 0 && !blocks.includes(block)))
    return null;
  const hasOwners = blocks.some(({ owner, unit }) => owner !== undefined && owner !== unit);
  const columns = new WordColumns(hasOwners ? ['Inmueble', 'Propietario'] : ['Inmueble']);
  const placed = new Set<string>();
  const hidden = { rows: new Set<number>(), columns: new Set<number>() };
  const rows = blocks.flatMap((block) => {
    const { unit, owner, unitText, lines } = block;
    const cells: Cell[] = [{ text: unitText }];
    placed.add(placeOf(unit));
    if (owner && owner !== unit) {
      cells[1] = owner.cell;
      placed.add(placeOf(owner));
    }
    const number = rowOf(block) ?? 0;
    for (const [column, { amount, value }] of columns.of(lines)) {
      cells[column] = value;
      placed.add(placeOf(amount));
      if (sheet.hiddenRows?.includes(amount.row)) hidden.rows.add(number);
      if (sheet.hiddenColumns?.includes(amount.column)) hidden.columns.add(column);
    }
    return [{ number, cells: withoutGaps(cells) }, ...footRow(block, columns, placed)];
  });
  const headerRow = first.unit.row;
  const header = { number: headerRow, cells: columns.labels.map((text): Cell => ({ text, made: true })) };
  const aside = sheet.rows.slice(titles.length).flatMap((row) => {
    const cells = filledIn(row).filter((one) => !placed.has(placeOf(one))).length;
    return cells === 0 ? [] : [{ row: row.number, cells, reason: ASIDE }];
  });
  return {
    ...sheet,
    rows: [...titles, header, ...rows],
    hiddenRows: [...hidden.rows],
    hiddenColumns: [...hidden.columns],
    aside,
  };
}

const ASIDE = 'Es un título, una nota o el nombre de un valor en el informe por bloques.';
const placeOf = ({ row, column }: Filled): string => `${row} ${column}`;
const withoutGaps = (cells: Cell[]): Cell[] => Array.from(cells, (cell) => cell ?? { text: '' });

/** Returns the number of the first row with a line below the heading. */
const rowOf = ({ unit, lines }: Block): number | undefined =>
  lines.find(({ amount }) => amount.row > unit.row)?.amount.row;

/** Columns for the words of the blocks, in order of appearance; a further column for each repetition in a block. */
class WordColumns {
  readonly labels: string[];
  readonly #at = new Map<string, number>();

  constructor(labels: string[]) {
    this.labels = labels;
  }

  /** Returns the lines of a block with the column of each. */
  of(lines: readonly Line[]): [column: number, line: Line][] {
    const times = new Map<string, number>();
    return lines.map((line) => {
      const time = (times.get(line.key) ?? 0) + 1;
      times.set(line.key, time);
      const key = `${line.key} ${time}`;
      const column = this.#at.get(key) ?? this.labels.push(line.label) - 1;
      this.#at.set(key, column);
      return [column, line];
    });
  }

  /** Returns the column of a line in the foot: of the same word, or of the blocks' totals. */
  ofFoot({ key }: Line): number | undefined {
    const ofTotal = this.labels.findLastIndex(saysTotal);
    return this.#at.get(`${key} 1`) ?? (saysTotal(key) && ofTotal !== -1 ? ofTotal : undefined);
  }
}

/** Makes a row of totals from the foot of a block, to compare with the sums of the columns. */
function footRow({ foot }: Block, columns: WordColumns, placed: Set<string>): SheetRow[] {
  const cells: Cell[] = [{ text: 'Total', made: true }];
  for (const line of foot) {
    const column = columns.ofFoot(line);
    if (column === undefined || cells[column] !== undefined) continue;
    cells[column] = line.value;
    placed.add(placeOf(line.amount));
  }
  const [first] = foot;
  return first === undefined || cells.length < 2
    ? []
    : [{ number: first.amount.row, cells: withoutGaps(cells) }];
}
