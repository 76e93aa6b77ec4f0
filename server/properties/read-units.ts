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

/** What a table of units is read with. Plain data: it crosses over to the worker. */
export interface UnitsToRead {
  reading: UnitsReading;
  remembered: readonly KnownColumn[];
  /** The joint's units as they are. */
  stored: RowsText<StoredUnitRow>;
  /** The joint's sectors with their units; null for a sector, which has none. */
  sectors: readonly StoredSector[] | null;
  /** Whether it is to be stored; otherwise it is only looked at. */
  toStore: boolean;
}

/** A sector as the joint has it. */
export interface StoredSector {
  name: string;
  stored: RowsText<StoredUnitRow>;
}

/** A file that was read as a joint's table, compared with the stored one. */
export interface UnitsRead extends TableToStore {
  /** An ImportReport as packed JSON: it may be megabytes, and is for whoever asked. */
  report: Uint8Array;
  /** It has errors, or no units: nothing of it may be stored. */
  refused: boolean;
  columns: KnownColumn[];
  /** Tables of the sectors that the towers of the file are. */
  sectors: SectorToStore[];
}

/** A sector's table, and its part of the joint in 10⁻⁹ of a percent. */
export interface SectorToStore extends TableToStore {
  /** Name of the sector in the joint; `isNew`: the joint has none of this name. */
  name: string;
  isNew: boolean;
  share: Nano;
}

/** A table of units for the store. */
export interface TableToStore {
  /** What the store takes, each as JSON: the rows of all units, of the owners who begin, and of changed contacts. */
  units: Uint8Array;
  owners: Uint8Array;
  contacts: Uint8Array;
  /** Units that the new table no longer names. */
  missing: string[];
  counts: { units: number; newOwners: number; newContacts: number };
  /** Of the coefficients. */
  sum: Nano;
}

/**
 * Reads a table and compares it with the stored one: pure. Takes the thread for seconds: to be called in a worker.
 * @param read the rows of the file, with what is known beside them
 */
export function readUnits(
  { reading: asked, remembered, stored, sectors, toStore }: UnitsToRead,
  read: (given: UnitsGiven) => CoefficientTable,
): UnitsRead {
  const before = storedUnits(rowsIn(stored));
  const known = before.filter(({ retired }) => !retired);
  const found = read({ reading: asked, remembered, known });
  const table = { ...found, problems: [...found.problems, ...aboutSectors(found, sectors)] };
  const refused = table.rows.length === 0 || table.problems.some(({ severity }) => severity === 'error');
  // Whoever stores it knows since when the owners own.
  const change = changeOfTable(before, table.rows, 0, asked.keepNames);
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

/** Problems of towers as sectors of this joint. */
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

/** Towers with shares as tables of their sectors: each unit with its own coefficient. */
function sectorTables(
  table: CoefficientTable,
  { units: spelt }: TableChange,
  stored: readonly StoredSector[],
): SectorToStore[] {
  // Units keep the spelling that the joint knows.
  const rows = new Map(
    table.rows.map((row, at) => [
      row.apartmentId,
      { ...row, apartmentId: spelt[at]?.apartmentId ?? row.apartmentId },
    ]),
  );
  return table.sectors.flatMap(({ share, sum, apartmentIds, ...tower }): SectorToStore[] => {
    if (share === null) return [];
    const known = sectorOfTower(stored, tower);
    const before: StoredUnit[] = known === undefined ? [] : storedUnits(rowsIn(known.stored));
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
        name: known?.name ?? tower.sectorName,
        isNew: known === undefined,
        share,
        ...tableToStore(changeOfTable(before, units, 0), true),
        sum,
      },
    ];
  });
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
    sectors: table.sectors.map(({ tower, sectorName, apartmentIds, sum, share }) => ({
      ...{ tower, sectorName, units: apartmentIds.length, sum: toNumber(sum) },
      share: share === null ? null : toNumber(share),
    })),
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
