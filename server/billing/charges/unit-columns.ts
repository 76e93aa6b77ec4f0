import type { ColumnRole } from '../../../shared/billing/drafts.api.ts';
import { towerInWords } from '../../../shared/properties/tower-heading.ts';
import { cellText, plainWords } from '../../platform/sheets/cell-text.ts';
import { onlyText } from '../../platform/sheets/mapping/rows.ts';
import type { Sheet, SheetRow } from '../../platform/sheets/sheet.types.ts';
import type { UnitIndex, UnitMatch } from '../store/unit-index.ts';
import { type Meaning, unitRankOf } from './column-words.ts';

/** Properties of a column used to find the columns with units. */
interface Candidate {
  column: number;
  header: string;
  meaning: Meaning | null;
  role: ColumnRole;
  byHand: boolean;
}

/** Number of rows inspected for units; `MOST` limits the columns inspected. */
const ROWS_INSPECTED = 300;
const MOST_COLUMNS = { units: 8, towers: 4, others: 30 };

/**
 * Decides the columns of a month's spreadsheet with the unit's name and the tower: among the candidates, the
 * columns with names of the most units of the joint; without matches, the best header. Sets `role` in
 * `columns`; columns chosen by the user stay.
 */
export function chooseUnit(rows: readonly SheetRow[], columns: readonly Candidate[], units: UnitIndex): void {
  const looked = rows.slice(0, ROWS_INSPECTED);
  const free = columns.filter(({ byHand, role }) => !byHand && role === 'ignore');
  const mine = columns.filter(({ byHand, role }) => byHand && role === 'unit');
  const myTowers = columns.filter(({ byHand, role }) => byHand && role === 'tower');
  // A column with the same header further left belongs to a table beside.
  const isFirst = ({ header, column }: Candidate) =>
    !free.some((other) => other.column < column && plainWords(other.header) === plainWords(header));
  const towers = free
    .filter((column) => column.meaning?.kind === 'tower' && isFirst(column))
    .slice(0, MOST_COLUMNS.towers);
  const worded = free
    .filter(({ meaning }) => meaning?.kind === 'unit')
    .sort((a, b) => unitRankOf(a.header) - unitRankOf(b.header))
    .slice(0, MOST_COLUMNS.units);
  const places = columns.filter(({ byHand, meaning }) => !byHand && meaning?.kind === 'place');
  // A tower alone names the unit if no other column does: houses by block.
  const fallback = worded.length > 0 ? [] : [...places, ...free].slice(0, MOST_COLUMNS.others);
  const named = mine.length > 0 ? [mine] : [...worded, ...fallback].map((column) => [column]);
  const before = myTowers.length > 0 ? [myTowers] : [[], ...(towers.length > 0 ? [towers] : [])];
  let best: { unit: Candidate[]; tower: Candidate[]; score: number } | null = null;
  for (const unit of named) {
    for (const all of before) {
      const tower = all.filter((column) => !unit.includes(column));
      const score = countMatches(looked, [...tower, ...unit], units);
      if (score > (best?.score ?? 0)) best = { unit, tower, score };
    }
  }
  // Without known units, follow the header words, so that every row reports its problem.
  const [first] = worded;
  const candidates = mine.length > 0 ? mine : first ? [first] : [];
  const guessed = best ?? { unit: candidates, tower: myTowers.length > 0 ? myTowers : towers };
  if (guessed.unit.length === 0) return;
  for (const column of guessed.tower) column.role = 'tower';
  for (const column of guessed.unit) column.role = 'unit';
}

function countMatches(rows: readonly SheetRow[], columns: readonly Candidate[], units: UnitIndex): number {
  const at = columns.map(({ column }) => column);
  return rows.filter((row) => units.find(joinedCells(row, at)) !== null).length;
}

const joinedCells = (row: SheetRow, columns: readonly number[]): string =>
  columns
    .map((column) => cellText(row, column).replace(/^(\d+)\.0+$/, '$1'))
    .filter((part) => part !== '' && !/^[-–—]+$/.test(part))
    .join('-');

/**
 * Name of a unit as written in a row of a month's spreadsheet, with the unit of the joint found for the name;
 * null if no unit fits.
 */
export interface NamedUnit {
  unitText: string;
  match: UnitMatch | null;
}

/**
 * Finds the unit to charge for a row of a month's spreadsheet. A tower in a separate column is joined: tower
 * '1' and unit '101' give '1-101'. A tower named earlier (first row of a group, heading, sheet name) applies
 * only if the text without tower names no unit. Also returns the tower for the next row.
 */
export function chargedUnitOf(
  row: SheetRow,
  columns: { tower: readonly number[]; unit: readonly number[] },
  lastTower: string,
  units: UnitIndex,
): NamedUnit & { tower: string } {
  const unit = joinedCells(row, columns.unit);
  const tower = joinedCells(row, columns.tower);
  const unitText = tower === '' || unit === '' ? unit : `${tower}-${unit}`;
  const match = unitText === '' ? null : units.find(unitText);
  if (match || unit === '') return { unitText, match, tower };
  const carried = tower === '' && lastTower !== '' ? `${lastTower}-${unit}` : null;
  const below = carried === null ? null : units.find(carried);
  if (carried !== null && below) return { unitText: carried, match: below, tower: lastTower };
  return { unitText, match, tower };
}

/**
 * Creates a reader of towers for the rows of a sheet from top to bottom. `last` is the tower of the last
 * heading row ('TORRE 2' is '2'), at first of the sheet name or of the rows above the header; always '' for a sheet with
 * a tower column.
 * @param tower indexes of the tower columns; empty without a tower column
 */
export function towersOver(
  { name, rows }: Sheet,
  headerRow: number,
  { tower }: { tower: readonly number[] },
) {
  const hasColumn = tower.length > 0;
  const towers = {
    last: hasColumn ? '' : (towerInWords(plainWords(name)) ?? ''),
    /** Takes the tower from a heading row (a row with no other text). */
    meet(row: SheetRow): void {
      const text = hasColumn ? null : onlyText(row);
      if (text !== null) towers.last = towerInWords(plainWords(text)) ?? towers.last;
    },
  };
  if (towers.last === '') for (const row of rows) if (row.number < headerRow) towers.meet(row);
  return towers;
}
