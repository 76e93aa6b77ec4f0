import { type Nano, toNumber } from '../../shared/coefficient.ts';
import type { ImportReport } from '../../shared/properties/apartments.api.ts';
import type { UnitsReading } from '../../shared/properties/units-reading.ts';
import { type RowsText, rowsIn } from '../platform/db/pack-rows.ts';
import { packedJson } from '../platform/lib/packed-json.ts';
import { changeOfTable, type TableChange } from './table-change.ts';
import {
  contactRows,
  ownerRows,
  type StoredUnit,
  type StoredUnitRow,
  storedUnits,
  unitRows,
} from './unit-rows.ts';
import type {
  CoefficientRow,
  CoefficientTable,
  KnownColumn,
  UnitsGiven,
} from './units-sheet/coefficient-table.types.ts';
import { columnsToRemember } from './units-sheet/column-roles.ts';
import { sectorOfTower } from './units-sheet/tower-shares.ts';

/** Input for reading a table of units in a worker, as plain data. */
export interface UnitsToRead {
  /** Choices of the user: tables, header row, roles of columns. */
  reading: UnitsReading;
  /** Roles of columns chosen in earlier files of the joint. */
  remembered: readonly KnownColumn[];
  /** Units of the joint in the database, as text. */
  stored: RowsText<StoredUnitRow>;
  /** Sectors of the joint with their units; null if the file is for a sector. */
  sectors: readonly StoredSector[] | null;
  /** True if the result is for storing, false for a preview. */
  toStore: boolean;
}

/** Sector of the joint in the database, with its units. */
export interface StoredSector {
  name: string;
  /** Units of the sector in the database, as text. */
  stored: RowsText<StoredUnitRow>;
}

/** Result of reading an uploaded table of units: the report for the user, and the rows to store. */
export interface UnitsRead extends TableToStore {
  /** Report (`ImportReport`) as compressed JSON, up to megabytes, passed on to the client unchanged. */
  report: Uint8Array;
  /** True for a file with errors or without units: no row may be stored. */
  refused: boolean;
  /** Roles of columns chosen by hand, to remember for later files. */
  columns: KnownColumn[];
  /** Tables of sectors, made from the towers in the file; empty if the towers are no sectors. */
  sectors: SectorToStore[];
}

/** Table of units of a sector, ready to store. */
export interface SectorToStore extends TableToStore {
  /** Name of the sector in the joint. */
  name: string;
  /** True if the sector is to be created. */
  isNew: boolean;
  /** Share of the sector in the joint, in 10⁻⁹ of a percent. */
  share: Nano;
}

/** Table of units ready to store, as JSON for the database. */
export interface TableToStore {
  /** Rows of all units, as JSON bytes. */
  units: Uint8Array;
  /** Rows of new owners, as JSON bytes. */
  owners: Uint8Array;
  /** Rows of changed contacts, as JSON bytes. */
  contacts: Uint8Array;
  /** Ids of stored units missing in the new table. */
  missing: string[];
  /** Numbers of units, new owners and changed contacts. */
  counts: { units: number; newOwners: number; newContacts: number };
  /** Exact sum of the units' coefficients (10⁻⁹). */
  sum: Nano;
}

/**
 * Reads an uploaded table of units and compares the table with the stored units. Blocks the thread for
 * seconds, so only for workers.
 * @param read reads the rows of the file, with the stored data
 */
export function readUnits(
  { reading: choices, remembered, stored, sectors, toStore }: UnitsToRead,
  read: (grounds: UnitsGiven) => CoefficientTable,
): UnitsRead {
  const before = storedUnits(rowsIn(stored));
  const current = before.filter(({ retired }) => !retired);
  const found = read({ reading: choices, remembered, knownUnits: current });
  const table = { ...found, problems: [...found.problems, ...aboutSectors(found, sectors)] };
  const refused = table.rows.length === 0 || table.problems.some(({ severity }) => severity === 'error');
  // The start of ownership is set when storing.
  const change = changeOfTable(before, table.rows, 0, choices.keepNames);
  const isStored = toStore && !refused;
  return {
    report: packedJson(reportOf(table, change, isStored)),
    refused,
    columns: columnsToRemember(table.sheetColumns),
    sectors: isStored ? sectorTables(table, change, sectors ?? []) : [],
    ...tableToStore(change, isStored),
    sum: table.sum,
  };
}

function tableToStore(change: TableChange, isStored: boolean): Omit<TableToStore, 'sum'> {
  return {
    units: json(isStored ? unitRows(change.units) : []),
    owners: json(isStored ? ownerRows(change.owners) : []),
    contacts: json(isStored ? contactRows(change.contacts) : []),
    missing: isStored ? change.missing : [],
    counts: {
      units: change.units.length,
      newOwners: change.owners.length,
      newContacts: change.contacts.length,
    },
  };
}

/** Returns the problems of using towers as sectors of the joint. */
function aboutSectors(table: CoefficientTable, stored: UnitsToRead['sectors']): CoefficientTable['problems'] {
  if (table.sectors.every(({ share }) => share === null)) return [];
  const wrong = (message: string) => [
    { row: null, column: null, severity: 'error' as const, code: 'sharesWrong' as const, message },
  ];
  if (stored === null) return wrong('Esta tabla es de un sector, y un sector no tiene sectores.');
  const named = stored.map(({ name }) => ({ name }));
  if (named.length === 0 || table.sectors.every((sector) => sectorOfTower(named, sector))) return [];
  return wrong(
    `La copropiedad ya tiene sectores: ${named.map(({ name }) => `«${name}»`).join(', ')}. Ninguno se llama como alguna torre del archivo; cargue la tabla de cada sector en el suyo.`,
  );
}

/** Makes the tables of sectors from towers with shares: each unit with the coefficient inside the sector. */
function sectorTables(
  table: CoefficientTable,
  { units: spelt }: TableChange,
  stored: readonly StoredSector[],
): SectorToStore[] {
  // Units keep the stored spelling.
  const rows = new Map(
    table.rows.map((row, at) => [
      row.apartmentId,
      { ...row, apartmentId: spelt[at]?.apartmentId ?? row.apartmentId },
    ]),
  );
  return table.sectors.flatMap(({ share, sum, apartmentIds, ...tower }): SectorToStore[] => {
    if (share === null) return [];
    const sectorId = sectorOfTower(stored, tower);
    const before: StoredUnit[] = sectorId === undefined ? [] : storedUnits(rowsIn(sectorId.stored));
    const inSector = new Set(apartmentIds);
    const units = apartmentIds.flatMap((id): CoefficientRow[] => {
      const row = rows.get(id);
      if (row === undefined) return [];
      const main = row.mainApartmentId;
      const mainApartmentId =
        main !== null && inSector.has(main) ? (rows.get(main)?.apartmentId ?? null) : null;
      return [{ ...row, coefficient: row.sectorCoefficient ?? row.coefficient, mainApartmentId }];
    });
    return [
      {
        name: sectorId?.name ?? tower.sectorName,
        isNew: sectorId === undefined,
        share,
        ...tableToStore(changeOfTable(before, units, 0), true),
        sum,
      },
    ];
  });
}

const json = (rows: readonly object[]): Uint8Array => Buffer.from(JSON.stringify(rows));

function reportOf(table: CoefficientTable, change: TableChange, committed: boolean): ImportReport {
  const { sheetColumns, ...found } = table;
  return {
    ...found,
    committed,
    columns: sheetColumns,
    sectors: table.sectors.map(({ tower, sectorName, apartmentIds, sum, share }) => ({
      tower,
      sectorName,
      units: apartmentIds.length,
      sum: toNumber(sum),
      share: share === null ? null : toNumber(share),
    })),
    changes: change.reported,
    // A stored unit keeps the stored letter case. The fields are listed, because a unit read has further fields.
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
    sum: toNumber(table.sum),
    distance: toNumber(table.distance),
    missing: change.missing,
  };
}
