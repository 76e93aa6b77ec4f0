import type { FileAnswer } from '../../shared/api.ts';
import { toNumber } from '../../shared/coefficient.ts';
import { Profile } from '../../shared/profiles.ts';
import type { Apartment } from '../../shared/properties/apartments.api.ts';
import type { UnitsReading } from '../../shared/properties/units-reading.ts';
import { appendAudit, jointChain } from '../platform/audit/trail.ts';
import { type Db, lockJoint } from '../platform/db/engine.ts';
import type { JointPlaces } from '../platform/http/joint-places.ts';
import type { Principal } from '../platform/http/principal.ts';
import { Problem } from '../platform/http/problem.ts';
import { PackedJson } from '../platform/http/ready-json.ts';
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
  storedUnitsText,
  upsertUnits,
} from './apartments.repository.ts';
import type { AssembliesPort } from './assemblies-port.ts';
import { keepKnownColumns, readKnownColumns } from './known-columns.repository.ts';
import type { UnitsRead, UnitsToRead } from './read-units.ts';
import { unitsReading } from './units-reading.ts';
import { unitsTemplateFile } from './units-template.ts';

/** The import whose columns are remembered. */
const UNITS = 'units';
/** How often a file is read anew because the joint's table changed meanwhile. */
const MOST_READINGS = 3;
/** Seconds after which whoever else is at work there may be done. */
const MOVED_RETRY = 5;

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

  /** Reads a file as the joint's table, in a worker that is told what the joint has. */
  async function read(
    jointId: number,
    file: UploadedFile,
    reading: UnitsReading,
    toStore: boolean,
  ): Promise<{ stored: UnitsToRead['stored']; read: UnitsRead }> {
    const stored = await storedUnitsText(db, jointId);
    const remembered = await readKnownColumns(db, jointId, UNITS);
    return { stored, read: await readUploadAs(file, unitsReading, { reading, remembered, stored, toStore }) };
  }

  /**
   * Reads a file as the joint's table and says what it would change; nothing is stored.
   * @param reading what somebody said of the file by hand
   * @returns an ImportReport
   * @throws Problem sheetTooLarge, sheetUnreadable, overloaded
   */
  async function preview(
    jointId: number,
    file: UploadedFile,
    reading: UnitsReading = {},
  ): Promise<PackedJson> {
    return new PackedJson((await read(jointId, file, reading, false)).read.report);
  }

  /**
   * Reads a file and stores it as the joint's table.
   * @returns an ImportReport
   * @throws Problem importHasProblems with the report; sheetTooLarge, sheetUnreadable, overloaded
   */
  async function importFile(
    principal: Principal,
    jointId: number,
    file: UploadedFile,
    reading: UnitsReading = {},
  ): Promise<PackedJson> {
    for (let readings = 1; readings <= MOST_READINGS; readings += 1) {
      const { stored, read: table } = await read(jointId, file, reading, true);
      const report = new PackedJson(table.report);
      if (table.refused) throw new Problem('importHasProblems', report);
      if (await replaceTable(principal, jointId, stored, table, file.fileName)) return report;
    }
    throw new Problem('overloaded', undefined, MOVED_RETRY);
  }

  /**
   * Stores what was read of a file as the joint's table: all rows or none. Units it no longer names are retired,
   * those it names again are back, and owners are dated. The roll follows while the assembly has not opened.
   * @param stored the joint's table that it was compared with
   * @returns false, with nothing stored, where the joint's table is another by now
   */
  async function replaceTable(
    principal: Principal,
    jointId: number,
    stored: UnitsToRead['stored'],
    read: UnitsRead,
    fileName: string,
  ): Promise<boolean> {
    const rootId = (await directory.find(jointId))?.rootId ?? jointId;
    const isStored = await db.transaction().execute(async (trx) => {
      await lockJoint(trx, rootId);
      if ((await storedUnitsText(trx, jointId)).text !== stored.text) return false;
      // Read after the turn was taken: clocks of the chain's entries go the way its entries do.
      const at = Date.now();
      await upsertUnits(trx, jointId, read.units);
      await retireUnits(trx, jointId, read.missing, at);
      await changeOwners(trx, jointId, read.owners, at);
      await setContacts(trx, jointId, read.contacts);
      await keepKnownColumns(trx, jointId, UNITS, read.columns);
      await appendAudit(trx, { chain: jointChain(rootId), actor: principal.actor, at }, 'unitsImported', {
        jointId,
        units: read.counts.units,
        // In integers of 10⁻⁹, as stored.
        sum: read.sum,
        retired: read.missing,
        newOwners: read.counts.newOwners,
        // How many: what they are is personal, and a trail forgets nothing.
        newContacts: read.counts.newContacts,
        fileName: plainFileName(fileName),
      });
      await countAnew(trx, 'apartment');
      await countAnew(trx, 'ownership');
      await assemblies.followTable(trx, jointId);
      return true;
    });
    if (isStored) publisher.touch(jointId);
    return isStored;
  }

  return { list, listBilling, template, preview, import: importFile, replaceTable };
}
