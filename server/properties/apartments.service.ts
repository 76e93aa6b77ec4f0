import type { FileAnswer } from '../../shared/api.ts';
import { type Nano, toNumber } from '../../shared/coefficient.ts';
import { defined } from '../../shared/defined.ts';
import { Profile } from '../../shared/profiles.ts';
import type { Apartment } from '../../shared/properties/apartments.api.ts';
import type { UnitsReading } from '../../shared/properties/units-reading.ts';
import { appendAudit, jointChain } from '../platform/audit/trail.ts';
import { type Db, lockJoint } from '../platform/db/engine.ts';
import type { JointFinder } from '../platform/http/joint-places.ts';
import type { Principal } from '../platform/http/principal.ts';
import { Problem } from '../platform/http/problem.ts';
import { PackedJson } from '../platform/http/ready-json.ts';
import { plainFileName, type UploadedFile } from '../platform/http/uploaded-file.ts';
import { ensureRoom } from '../platform/limits/limits.ts';
import type { ChangeNotifier } from '../platform/live/publisher.ts';
import type { TaskOptions } from '../platform/queue/in-worker.ts';
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
import { findJointFacts, insertJoint, listSectors, readServices } from './joints.repository.ts';
import { keepKnownColumns, readKnownColumns } from './known-columns.repository.ts';
import type { SectorToStore, TableToStore, UnitsRead, UnitsToRead } from './read-units.ts';
import { unitsReading } from './units-reading.ts';
import { unitsTemplateFile } from './units-template.ts';

/** Name of the import of units in the remembered columns. */
const UNITS_IMPORT = 'units';
/** Most readings of a file, if the joint's table changes during a reading. */
const MOST_FILE_READINGS = 3;
/** Seconds until a client should try again, if the joint's table changed during every reading. */
const MOVED_RETRY = 5;

/** Stored tables of units for comparison with a file. */
type StoredTables = { -readonly [K in 'stored' | 'sectors']: UnitsToRead[K] };

const textsOf = ({ stored, sectors }: StoredTables) => [
  stored.text,
  ...(sectors ?? []).map((sector) => [sector.name, sector.stored.text]),
];

/** Data of an import that runs in a database transaction. */
interface ImportAct {
  trx: Db;
  rootId: number;
  at: number;
  actor: string;
  fileName: string;
}

/** Service for the units of joints: list, template, and import from a file. */
export function apartmentsService({
  db,
  directory,
  publisher,
  assemblies,
}: {
  db: Db;
  directory: JointFinder;
  publisher: ChangeNotifier;
  assemblies: Pick<AssembliesPort, 'followTable' | 'hasMet' | 'prepareSector'>;
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

  /** Returns the units of a joint for billing; for an owner only the units linked to the owner. */
  async function listBilling(
    principal: Principal,
    jointId: number,
  ): Promise<{ jointId: number; apartmentId: string; owner: string }[]> {
    const own = principal.profileId === Profile.owner ? Number(principal.userId) : undefined;
    return (await listBillingUnits(db, jointId, own)).map((unit) => ({ jointId, ...unit }));
  }

  /** Makes a spreadsheet of the joint's current units. The file can be imported again without questions. */
  async function template(options: TaskOptions, jointId: number): Promise<FileAnswer> {
    const jointName = (await directory.find(jointId))?.jointName ?? '';
    const units = (await listStoredUnits(db, jointId)).filter(({ retired }) => !retired);
    return unitsTemplateFile(jointName, units, options);
  }

  /** Reads a file as the joint's table of units in a worker, with the joint's data. */
  async function read(
    principal: Principal,
    jointId: number,
    file: UploadedFile,
    reading: UnitsReading,
    toStore: boolean,
  ): Promise<{ stored: StoredTables; read: UnitsRead }> {
    const stored = await storedTables(db, jointId, reading.towerShares !== undefined);
    const remembered = await readKnownColumns(db, jointId, UNITS_IMPORT);
    const input = { reading, remembered, ...stored, toStore };
    return { stored, read: await readUploadAs(file, unitsReading, input, principal) };
  }

  /** Reads the stored tables of a joint for comparison. @param isWhole true to include the units of sectors */
  async function storedTables(trx: Db, jointId: number, isWhole: boolean): Promise<StoredTables> {
    const facts = await findJointFacts(trx, jointId);
    const stored = await storedUnitsText(trx, jointId);
    if (facts !== undefined && facts.parentId !== null) return { stored, sectors: null };
    const sectors = isWhole ? await listSectors(trx, jointId) : [];
    return {
      stored,
      sectors: await Promise.all(
        sectors.map(async (sector) => ({
          name: sector.jointName,
          stored: await storedUnitsText(trx, sector.jointId),
        })),
      ),
    };
  }

  /**
   * Reads a file as the joint's table of units and reports the changes, without storing.
   * @param reading choices made by hand
   * @returns an ImportReport
   * @throws Problem sheetTooLarge, sheetUnreadable, overloaded
   */
  async function preview(
    principal: Principal,
    jointId: number,
    file: UploadedFile,
    reading: UnitsReading = {},
  ): Promise<PackedJson> {
    return new PackedJson((await read(principal, jointId, file, reading, false)).read.report);
  }

  /**
   * Reads a file and stores the units as the joint's table.
   * @returns an ImportReport
   * @throws Problem importHasProblems with the report; sheetTooLarge, sheetUnreadable, overloaded
   */
  async function importFile(
    principal: Principal,
    jointId: number,
    file: UploadedFile,
    reading: UnitsReading = {},
  ): Promise<PackedJson> {
    for (let readings = 1; readings <= MOST_FILE_READINGS; readings += 1) {
      const { stored, read: table } = await read(principal, jointId, file, reading, true);
      const report = new PackedJson(table.report);
      if (table.refused) throw new Problem('importHasProblems', report);
      if (await replaceTable(principal, jointId, stored, table, file.fileName)) return report;
    }
    throw new Problem('overloaded', undefined, MOVED_RETRY);
  }

  /**
   * Stores the units of a file as the joint's table: all rows or no row. Retires missing units, brings retired units
   * back, and dates the changes of owners. Before an assembly opens, the assembly's roll follows the table. Stores
   * the tables of sectors too, and creates missing sectors.
   * @param stored tables used in the comparison
   * @returns false without storing, if a table has changed meanwhile
   * @throws Problem sectorsLate
   */
  async function replaceTable(
    principal: Principal,
    jointId: number,
    stored: StoredTables,
    read: UnitsRead,
    fileName: string,
  ): Promise<boolean> {
    const rootId = (await directory.find(jointId))?.rootId ?? jointId;
    const touched = [jointId];
    const isStored = await db.transaction().execute(async (trx) => {
      await lockJoint(trx, rootId);
      const now = await storedTables(trx, jointId, read.sectors.length > 0);
      if (read.sectors.length === 0) now.sectors = stored.sectors;
      if (JSON.stringify(textsOf(now)) !== JSON.stringify(textsOf(stored))) return false;
      // Read after taking the lock, so that times of the chain's entries do not decrease.
      const at = Date.now();
      const act = { trx, rootId, at, actor: principal.actor, fileName: plainFileName(fileName) };
      await storeTable(act, jointId, read);
      await keepKnownColumns(trx, jointId, UNITS_IMPORT, read.columns);
      const sectorIds = new Map((await listSectors(trx, rootId)).map((one) => [one.jointName, one.jointId]));
      for (const sector of read.sectors) {
        const sectorId = sectorIds.get(sector.name) ?? (await makeSector(act, sector));
        await storeTable(act, sectorId, sector);
        touched.push(sectorId);
      }
      await countAnew(trx, 'apartment');
      await countAnew(trx, 'ownership');
      for (const id of touched) await assemblies.followTable(trx, id);
      return true;
    });
    if (!isStored) return false;
    if (read.sectors.length > 0) directory.forget(rootId);
    publisher.touch(...touched);
    return true;
  }

  async function storeTable(
    { trx, rootId, at, actor, fileName }: ImportAct,
    jointId: number,
    table: TableToStore & { share?: Nano },
  ): Promise<void> {
    await upsertUnits(trx, jointId, table.units);
    await retireUnits(trx, jointId, table.missing, at);
    await changeOwners(trx, jointId, table.owners, at);
    await setContacts(trx, jointId, table.contacts);
    await appendAudit(trx, { chain: jointChain(rootId), actor, at }, 'unitsImported', {
      jointId,
      units: table.counts.units,
      // Integer in 10⁻⁹, as stored.
      sum: table.sum,
      ...defined({ sectorShare: table.share }),
      retired: table.missing,
      newOwners: table.counts.newOwners,
      // Count only: contacts are personal data, and the trail is permanent.
      newContacts: table.counts.newContacts,
      fileName,
    });
  }

  /**
   * Creates a sector of a joint. Only before the first assembly of the joint opens.
   * @throws Problem sectorsLate
   */
  async function makeSector({ trx, rootId, at, actor }: ImportAct, { name }: SectorToStore): Promise<number> {
    if (await assemblies.hasMet(trx, rootId)) throw new Problem('sectorsLate');
    const { usesAssemblies } = await readServices(trx, rootId);
    await ensureRoom(trx, 'tooManyJoints', { table: 'joint' });
    const sector = { parentId: rootId, jointName: name, usesAssemblies, usesBilling: false, at };
    const jointId = await insertJoint(trx, sector);
    await assemblies.prepareSector(trx, { rootJointId: rootId, jointId, at });
    const facts = { jointId, sectorName: name };
    await appendAudit(trx, { chain: jointChain(rootId), actor, at }, 'sectorCreated', facts);
    return jointId;
  }

  return { list, listBilling, template, preview, import: importFile, replaceTable };
}
