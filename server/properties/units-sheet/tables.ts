import type { UnitColumnRole, UnitsReading } from '../../../shared/properties/units-reading.ts';
import { columnLetter, type Sheet } from '../../platform/sheets/sheet.types.ts';
import type { CoefficientTable, TableProblem } from './coefficient-table.types.ts';
import {
  type FoundHeader,
  type FoundTable,
  findTables,
  headerByHand,
  headerOfTable,
  type TableHeader,
} from './coefficient-table-header.ts';
import { headerKey, type RememberedRoles } from './column-roles.ts';

/** Table to read, with its final header. */
export interface ChosenTable {
  /** Index of the table in the file. */
  index: number;
  name: string;
  sheet: Sheet;
  found: FoundHeader;
  /** Null without a unit or coefficient column. */
  header: TableHeader | null;
}

interface ChosenTables {
  /** All tables of the file. */
  all: readonly FoundTable[];
  tables: CoefficientTable['tables'];
  read: ChosenTable[];
  /** True if row or columns were chosen by hand. */
  isByHand: boolean;
  problems: TableProblem[];
}

/**
 * Chooses the tables to read, and their headers: the only table, or the tables chosen by hand. A second table with a
 * header counts as half of the building until a person excludes the table.
 */
export function chooseTables(
  sheets: readonly Sheet[],
  remembered: RememberedRoles,
  reading: UnitsReading,
): ChosenTables {
  const all = findTables(sheets, remembered);
  const problems: TableProblem[] = [];
  const withHeader = all.flatMap(({ header }, index) => (header === null ? [] : [index]));
  const asked = all.flatMap((_, index) => (reading.tables?.includes(index) ? [index] : []));
  const indices = asked.length > 0 ? asked : [withHeader[0] ?? 0];
  if (asked.length === 0 && withHeader.length > 1) problems.push(otherTables(all, withHeader));
  const columns = new Map(reading.columns?.map(({ column, role }) => [column, role]));
  /** Manual choices for the first table apply to equal headers in the others. */
  const byHeader = new Map(remembered);
  const read = indices.flatMap((index, at): ChosenTable[] => {
    const table = all[index];
    if (table === undefined) return [];
    const found =
      at === 0
        ? headerByHand(table, remembered, { row: reading.headerRow, columns })
        : headerByHand(table, byHeader, { columns: new Map<number, UnitColumnRole>() });
    if (at === 0) {
      for (const [column, role] of columns) {
        const text = found.labels[column];
        if (text) byHeader.set(headerKey(text), role);
        else if (text === undefined) problems.push(columnUnknown(column));
      }
    }
    return [{ index, name: table.name, sheet: table.sheet, found, header: headerOfTable(found) }];
  });
  const left = withHeader.filter((index) => !indices.includes(index));
  if (asked.length > 0 && left.length > 0) {
    const message = `Por indicación suya no se leyeron: ${namesOf(all, left)}.`;
    problems.push({ row: null, column: null, severity: 'warning', code: 'tablesLeftOut', message });
  }
  return {
    all,
    tables: all.map(({ name, header, sheet }, index) => ({
      name,
      hasHeader: header !== null,
      isRead: indices.includes(index),
      rows: sheet.rows.length,
    })),
    read,
    isByHand: reading.headerRow !== undefined || columns.size > 0 || asked.length > 0,
    problems,
  };
}

const namesOf = (all: readonly FoundTable[], indices: readonly number[]): string =>
  indices.map((index) => `«${all[index]?.name}»`).join(', ');

function otherTables(all: readonly FoundTable[], withHeader: readonly number[]): TableProblem {
  const [first, ...others] = withHeader;
  const message = `El archivo tiene ${withHeader.length} tablas de inmuebles. Se leyó ${namesOf(all, first === undefined ? [] : [first])}; falta ${namesOf(all, others)}. Diga si se unen o cuáles no se leen.`;
  return { row: null, column: null, severity: 'error', code: 'otherTables', message };
}

function columnUnknown(column: number): TableProblem {
  const message = 'La hoja no tiene esa columna.';
  return { row: null, column: columnLetter(column), severity: 'error', code: 'columnUnknown', message };
}
