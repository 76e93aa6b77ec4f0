import type { FileAnswer } from '../../shared/api.ts';
import { toNumber } from '../../shared/coefficient.ts';
import { Profile } from '../../shared/profiles.ts';
import type { Apartment, ImportReport } from '../../shared/properties/apartments.api.ts';
import type { UnitsReading } from '../../shared/properties/units-reading.ts';
import { appendAudit, jointChain } from '../platform/audit/trail.ts';
import { type Db, lockJoint } from '../platform/db/engine.ts';
import type { JointPlaces } from '../platform/http/joint-places.ts';
import type { Principal } from '../platform/http/principal.ts';
import { Problem } from '../platform/http/problem.ts';
import { plainFileName, type UploadedFile } from '../platform/http/uploaded-file.ts';
import type { ChangeNotifier } from '../platform/live/publisher.ts';
import { readUploadAs } from '../platform/sheets/read-upload.ts';
import {
  changeOwners,
  countAnew,
  listBillingUnits,
  listStoredUnits,
  retireUnits,
  setContacts,
  upsertUnits,
} from './apartments.repository.ts';
import type { AssembliesPort } from './assemblies-port.ts';
import { keepKnownColumns, readKnownColumns } from './known-columns.repository.ts';
import { changeOfTable, type TableChange } from './table-change.ts';
import {
  type CoefficientTable,
  type UnitsGiven,
  unitsReading,
} from './units-sheet/coefficient-table.types.ts';
import { columnsToRemember } from './units-sheet/column-roles.ts';
import { unitsTemplateFile } from './units-template.ts';

/** The import whose columns are remembered. */
const UNITS = 'units';

/** Joints' tables of units. */
export function apartmentsService({
  db,
  directory,
  publisher,
  assemblies,
}: {
  db: Db;
  directory: JointPlaces;
  publisher: ChangeNotifier;
  assemblies: Pick<AssembliesPort, 'followTable'>;
}) {
  async function list(jointId: number): Promise<Apartment[]> {
    const units = await listStoredUnits(db, jointId);
    return units
      .filter((unit) => !unit.retired)
      .map(({ retired: _retired, ownerSince: _ownerSince, coefficient, ...unit }) => ({
        jointId,
        ...unit,
        coefficient: toNumber(coefficient),
      }));
  }

  /** The joint's units in billing; an owner sees only their own. */
  async function listBilling(
    principal: Principal,
    jointId: number,
  ): Promise<{ jointId: number; apartmentId: string; owner: string }[]> {
    const own = principal.profileId === Profile.owner ? Number(principal.userId) : undefined;
    return (await listBillingUnits(db, jointId, own)).map((unit) => ({ jointId, ...unit }));
  }

  /** A spreadsheet of the joint's units as they are, which is read without a question. */
  async function template(jointId: number): Promise<FileAnswer> {
    const jointName = (await directory.find(jointId))?.jointName ?? '';
    const units = await listStoredUnits(db, jointId);
    return unitsTemplateFile(
      jointName,
      units.filter(({ retired }) => !retired),
    );
  }

  /** What is known of the joint when one of its sheets is read. */
  async function givenFor(jointId: number, reading: UnitsReading): Promise<UnitsGiven> {
    const units = await listStoredUnits(db, jointId);
    return {
      reading,
      remembered: await readKnownColumns(db, jointId, UNITS),
      known: units
        .filter(({ retired }) => !retired)
        .map(({ apartmentId, owner, ownerDocument }) => ({ apartmentId, owner, ownerDocument })),
    };
  }

  /**
   * Reads a file as the joint's table and says what it would change; nothing is stored.
   * @param reading what somebody said of the file by hand
   * @throws Problem sheetTooLarge, sheetUnreadable, overloaded
   */
  async function preview(
    jointId: number,
    file: UploadedFile,
    reading: UnitsReading = {},
  ): Promise<ImportReport> {
    const table = await readUploadAs(file, unitsReading, await givenFor(jointId, reading));
    const stored = await listStoredUnits(db, jointId);
    return reportOf(table, changeOfTable(stored, table.rows, Date.now(), reading.keepNames), false);
  }

  /**
   * Reads a file and stores it as the joint's table.
   * @throws Problem importHasProblems with the report; sheetTooLarge, sheetUnreadable, overloaded
   */
  async function importFile(
    principal: Principal,
    jointId: number,
    file: UploadedFile,
    reading: UnitsReading = {},
  ): Promise<ImportReport> {
    const table = await readUploadAs(file, unitsReading, await givenFor(jointId, reading));
    return replaceTable(principal, jointId, table, file.fileName, reading.keepNames);
  }

  /**
   * Stores what was read of a file as the joint's table: all rows or none. Units it no longer names are retired,
   * those it names again are back, and owners are dated. The roll follows while the assembly has not opened.
   * @throws Problem importHasProblems with the report
   */
  async function replaceTable(
    principal: Principal,
    jointId: number,
    table: CoefficientTable,
    fileName: string,
    keepNames = false,
  ): Promise<ImportReport> {
    if (table.rows.length === 0 || table.problems.some((problem) => problem.severity === 'error')) {
      const stored = await listStoredUnits(db, jointId);
      const report = reportOf(table, changeOfTable(stored, table.rows, Date.now(), keepNames), false);
      throw new Problem('importHasProblems', report);
    }
    const rootId = (await directory.find(jointId))?.rootId ?? jointId;
    const change = await db.transaction().execute(async (trx) => {
      await lockJoint(trx, rootId);
      // Read after the turn was taken: clocks of the chain's entries go the way its entries do.
      const at = Date.now();
      const found = changeOfTable(await listStoredUnits(trx, jointId), table.rows, at, keepNames);
      await upsertUnits(trx, jointId, found.units);
      await retireUnits(trx, jointId, found.missing, at);
      await changeOwners(trx, jointId, found.owners);
      await setContacts(trx, jointId, found.contacts);
      await keepKnownColumns(trx, jointId, UNITS, columnsToRemember(table.sheetColumns));
      await appendAudit(trx, { chain: jointChain(rootId), actor: principal.actor, at }, 'unitsImported', {
        jointId,
        units: found.units.length,
        // In integers of 10⁻⁹, as stored.
        sum: table.sum,
        retired: found.missing,
        newOwners: found.owners.length,
        // How many: what they are is personal, and a trail forgets nothing.
        newContacts: found.contacts.length,
        fileName: plainFileName(fileName),
      });
      await countAnew(trx, 'apartment');
      await countAnew(trx, 'ownership');
      await assemblies.followTable(trx, jointId);
      return found;
    });
    publisher.touch(jointId);
    return reportOf(table, change, true);
  }

  return { list, listBilling, template, preview, import: importFile, replaceTable };
}

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
