import { type Nano, toNumber } from '../../shared/coefficient.ts';
import type { ImportReport } from '../../shared/properties/apartments.api.ts';
import type { UnitsReading } from '../../shared/properties/units-reading.ts';
import { type RowsText, rowsIn } from '../platform/db/rows-text.ts';
import { packedJson } from '../platform/lib/packed-json.ts';
import { changeOfTable, type TableChange } from './table-change.ts';
import { contactRows, ownerRows, type StoredUnitRow, storedUnits, unitRows } from './unit-rows.ts';
import type { CoefficientTable, KnownColumn, UnitsGiven } from './units-sheet/coefficient-table.types.ts';
import { columnsToRemember } from './units-sheet/column-roles.ts';

/** What a table of units is read with. Plain data: it crosses over to the worker. */
export interface UnitsToRead {
  reading: UnitsReading;
  remembered: readonly KnownColumn[];
  /** The joint's units as they are. */
  stored: RowsText<StoredUnitRow>;
  /** Whether it is to be stored; otherwise it is only looked at. */
  toStore: boolean;
}

/** A file that was read as a joint's table, compared with the stored one. */
export interface UnitsRead {
  /** An ImportReport as packed JSON: it may be megabytes, and is for whoever asked. */
  report: Uint8Array;
  /** It has errors, or no units: nothing of it may be stored. */
  refused: boolean;
  /** What the store takes, each as JSON: the rows of all units, of the owners who begin, and of changed contacts. */
  units: Uint8Array;
  owners: Uint8Array;
  contacts: Uint8Array;
  /** Units that the new table no longer names. */
  missing: string[];
  columns: KnownColumn[];
  counts: { units: number; newOwners: number; newContacts: number };
  /** Of the coefficients. */
  sum: Nano;
}

/**
 * Reads a table and compares it with the stored one: pure. Takes the thread for seconds: to be called in a worker.
 * @param read the rows of the file, with what is known beside them
 */
export function readUnits(
  { reading: asked, remembered, stored, toStore }: UnitsToRead,
  read: (given: UnitsGiven) => CoefficientTable,
): UnitsRead {
  const before = storedUnits(rowsIn(stored));
  const known = before.filter(({ retired }) => !retired);
  const table = read({ reading: asked, remembered, known });
  const refused = table.rows.length === 0 || table.problems.some(({ severity }) => severity === 'error');
  // Whoever stores it knows since when the owners own.
  const change = changeOfTable(before, table.rows, 0, asked.keepNames);
  const isStored = toStore && !refused;
  return {
    report: packedJson(reportOf(table, change, isStored)),
    refused,
    units: json(isStored ? unitRows(change.units) : []),
    owners: json(isStored ? ownerRows(change.owners) : []),
    contacts: json(isStored ? contactRows(change.contacts) : []),
    missing: isStored ? change.missing : [],
    columns: columnsToRemember(table.sheetColumns),
    counts: {
      units: change.units.length,
      newOwners: change.owners.length,
      newContacts: change.contacts.length,
    },
    sum: table.sum,
  };
}

const json = (rows: readonly object[]): Uint8Array => Buffer.from(JSON.stringify(rows));

function reportOf(table: CoefficientTable, change: TableChange, committed: boolean): ImportReport {
  return {
    committed,
    sheet: table.sheet,
    tables: table.tables,
    headerRow: table.headerRow,
    columns: table.sheetColumns,
    towers: table.towers,
    doubtful: table.doubtful,
    account: table.account,
    changes: change.told,
    // As they are or would be stored: a unit known by another case of letters keeps its spelling.
    rows: change.units.map((unit, index) => ({
      table: table.rows[index]?.table ?? 0,
      row: table.rows[index]?.row ?? 0,
      apartmentId: unit.apartmentId,
      owner: unit.owner,
      ownerDocument: unit.ownerDocument,
      emails: unit.emails,
      phones: unit.phones,
      kind: unit.kind,
      mainApartmentId: unit.mainApartmentId,
      coefficient: toNumber(unit.coefficient),
    })),
    problems: table.problems,
    sum: toNumber(table.sum),
    distance: toNumber(table.distance),
    missing: change.missing,
  };
}
