import { toNumber } from '../../shared/coefficient.ts';
import { Profile } from '../../shared/profiles.ts';
import type { Apartment, ImportReport } from '../../shared/properties/apartments.api.ts';
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
  upsertUnits,
} from './apartments.repository.ts';
import type { AssembliesPort } from './assemblies-port.ts';
import type { CoefficientTable } from './coefficient-table.types.ts';
import { changeOfTable, type TableChange } from './table-change.ts';
import { unitsReading } from './units-reading.ts';

/** Joints' tables of units. */
export class ApartmentsService {
  readonly #db: Db;
  readonly #directory: JointPlaces;
  readonly #publisher: ChangeNotifier;
  readonly #assemblies: Pick<AssembliesPort, 'followTable'>;

  constructor(services: {
    db: Db;
    directory: JointPlaces;
    publisher: ChangeNotifier;
    assemblies: Pick<AssembliesPort, 'followTable'>;
  }) {
    this.#db = services.db;
    this.#directory = services.directory;
    this.#publisher = services.publisher;
    this.#assemblies = services.assemblies;
  }

  async list(jointId: number): Promise<Apartment[]> {
    const units = await listStoredUnits(this.#db, jointId);
    return units
      .filter((unit) => !unit.retired)
      .map(({ retired: _retired, ownerSince: _ownerSince, coefficient, ...unit }) => ({
        jointId,
        ...unit,
        coefficient: toNumber(coefficient),
      }));
  }

  /** The joint's units in billing; an owner sees only their own. */
  async listBilling(
    principal: Principal,
    jointId: number,
  ): Promise<{ jointId: number; apartmentId: string; owner: string }[]> {
    const own = principal.profileId === Profile.owner ? Number(principal.userId) : undefined;
    return (await listBillingUnits(this.#db, jointId, own)).map((unit) => ({ jointId, ...unit }));
  }

  /**
   * Reads a file as the joint's table and says what it would change; nothing is stored.
   * @throws Problem sheetTooLarge, sheetUnreadable, overloaded
   */
  async preview(jointId: number, file: UploadedFile): Promise<ImportReport> {
    const table = await readUploadAs(file, unitsReading, null);
    const stored = await listStoredUnits(this.#db, jointId);
    return reportOf(table, changeOfTable(stored, table.rows, Date.now()), false);
  }

  /**
   * Reads a file and stores it as the joint's table.
   * @throws Problem importHasProblems with the report; sheetTooLarge, sheetUnreadable, overloaded
   */
  async import(principal: Principal, jointId: number, file: UploadedFile): Promise<ImportReport> {
    return this.replaceTable(principal, jointId, await readUploadAs(file, unitsReading, null), file.fileName);
  }

  /**
   * Stores what was read of a file as the joint's table: all rows or none. Units it no longer names are retired,
   * those it names again are back, and owners are dated. The roll follows while the assembly has not opened.
   * @throws Problem importHasProblems with the report
   */
  async replaceTable(
    principal: Principal,
    jointId: number,
    table: CoefficientTable,
    fileName: string,
  ): Promise<ImportReport> {
    if (table.rows.length === 0 || table.problems.some((problem) => problem.severity === 'error')) {
      const stored = await listStoredUnits(this.#db, jointId);
      const report = reportOf(table, changeOfTable(stored, table.rows, Date.now()), false);
      throw new Problem('importHasProblems', report);
    }
    const rootId = (await this.#directory.find(jointId))?.rootId ?? jointId;
    const change = await this.#db.transaction().execute(async (trx) => {
      await lockJoint(trx, rootId);
      // Read after the turn was taken: clocks of the chain's entries go the way its entries do.
      const at = Date.now();
      const found = changeOfTable(await listStoredUnits(trx, jointId), table.rows, at);
      await upsertUnits(trx, jointId, found.units);
      await retireUnits(trx, jointId, found.missing, at);
      await changeOwners(trx, jointId, found.owners);
      await appendAudit(trx, {
        chain: jointChain(rootId),
        actor: principal.actor,
        act: 'unitsImported',
        at,
        data: {
          jointId,
          units: found.units.length,
          // In integers of 10⁻⁹, as stored.
          sum: table.sum,
          retired: found.missing,
          newOwners: found.owners.length,
          fileName: plainFileName(fileName),
        },
      });
      await countAnew(trx, 'apartment');
      await countAnew(trx, 'ownership');
      await this.#assemblies.followTable(trx, jointId);
      return found;
    });
    this.#publisher.touch(jointId);
    return reportOf(table, change, true);
  }
}

function reportOf(table: CoefficientTable, change: TableChange, committed: boolean): ImportReport {
  return {
    committed,
    sheet: table.sheet,
    // As they are or would be stored: a unit known by another case of letters keeps its spelling.
    rows: change.units.map((unit, index) => ({
      row: table.rows[index]?.row ?? 0,
      apartmentId: unit.apartmentId,
      owner: unit.owner,
      ownerDocument: unit.ownerDocument,
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
