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
  type Contacts,
  changeOwners,
  countAnew,
  listBillingUnits,
  listStoredUnits,
  type NewOwner,
  retireUnits,
  type StoredUnit,
  setContacts,
  type Unit,
  upsertUnits,
} from './apartments.repository.ts';
import type { AssembliesPort } from './assemblies-port.ts';
import { type CoefficientTable, unitsReading } from './units-sheet/coefficient-table.types.ts';

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

  /**
   * Reads a file as the joint's table and says what it would change; nothing is stored.
   * @throws Problem sheetTooLarge, sheetUnreadable, overloaded
   */
  async function preview(jointId: number, file: UploadedFile): Promise<ImportReport> {
    const table = await readUploadAs(file, unitsReading, null);
    const stored = await listStoredUnits(db, jointId);
    return reportOf(table, changeOfTable(stored, table.rows, Date.now()), false);
  }

  /**
   * Reads a file and stores it as the joint's table.
   * @throws Problem importHasProblems with the report; sheetTooLarge, sheetUnreadable, overloaded
   */
  async function importFile(
    principal: Principal,
    jointId: number,
    file: UploadedFile,
  ): Promise<ImportReport> {
    return replaceTable(principal, jointId, await readUploadAs(file, unitsReading, null), file.fileName);
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
  ): Promise<ImportReport> {
    if (table.rows.length === 0 || table.problems.some((problem) => problem.severity === 'error')) {
      const stored = await listStoredUnits(db, jointId);
      const report = reportOf(table, changeOfTable(stored, table.rows, Date.now()), false);
      throw new Problem('importHasProblems', report);
    }
    const rootId = (await directory.find(jointId))?.rootId ?? jointId;
    const change = await db.transaction().execute(async (trx) => {
      await lockJoint(trx, rootId);
      // Read after the turn was taken: clocks of the chain's entries go the way its entries do.
      const at = Date.now();
      const found = changeOfTable(await listStoredUnits(trx, jointId), table.rows, at);
      await upsertUnits(trx, jointId, found.units);
      await retireUnits(trx, jointId, found.missing, at);
      await changeOwners(trx, jointId, found.owners);
      await setContacts(trx, jointId, found.contacts);
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

  return { list, listBilling, preview, import: importFile, replaceTable };
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

/** What a new table of units changes in the stored one. */
interface TableChange {
  /** The new table, in its order, ids spelt as they are already stored. */
  units: (Unit & Contacts)[];
  /** Units that the new table no longer names. */
  missing: string[];
  /** Owners that begin; a unit whose owner is the same keeps theirs. */
  owners: NewOwner[];
  /** Units whose owner is reached otherwise than the store says, once the owners above own. */
  contacts: (Contacts & { apartmentId: string })[];
}

/** A unit as a table gives it; of contacts it may say nothing. */
type GivenUnit = Unit & { [K in keyof Contacts]?: Contacts[K] | null };

/** Ids that differ in case alone are one unit for whoever reads a badge. */
const unitKey = (id: string): string => id.toLocaleUpperCase('es');

/**
 * Compares a new table with the stored one. Pure.
 * @param at epoch ms from which new owners own.
 */
export function changeOfTable(
  stored: readonly StoredUnit[],
  given: readonly GivenUnit[],
  at: number,
): TableChange {
  const byKey = new Map(stored.map((unit) => [unitKey(unit.apartmentId), unit]));
  const spelt = (id: string): string => byKey.get(unitKey(id))?.apartmentId ?? id;
  const units = given.map((unit) => ({
    ...unit,
    apartmentId: spelt(unit.apartmentId),
    mainApartmentId: unit.mainApartmentId === null ? null : spelt(unit.mainApartmentId),
    ...contactsOf(unit, byKey.get(unitKey(unit.apartmentId))),
  }));
  const named = new Set(units.map((unit) => unit.apartmentId));
  const owners = units.flatMap((unit): NewOwner[] => {
    const before = byKey.get(unitKey(unit.apartmentId));
    const same = before?.owner === unit.owner && before.ownerDocument === unit.ownerDocument;
    const nobody = unit.owner === '' && (before === undefined || before.owner === '');
    if (same || nobody) return [];
    const { apartmentId, owner, ownerDocument } = unit;
    // Two changes within a millisecond, or a clock that was set back: an owner never begins before the last.
    const since = Math.max(at, (before?.ownerSince ?? 0) + 1);
    return [{ apartmentId, owner, ownerDocument, since }];
  });
  return {
    units,
    missing: stored
      .filter((unit) => !unit.retired && !named.has(unit.apartmentId))
      .map((unit) => unit.apartmentId),
    owners,
    contacts: contactsToStore(units, owners, byKey),
  };
}

/** What the table says, or else what is known of an owner who is still the one of before. */
function contactsOf(unit: GivenUnit, before: StoredUnit | undefined): Contacts {
  const known = before !== undefined && unit.owner !== '' && before.owner === unit.owner;
  const { emails, phones } = known ? before : { emails: [], phones: [] };
  return { emails: unit.emails ?? emails, phones: unit.phones ?? phones };
}

function contactsToStore(
  units: readonly (Unit & Contacts)[],
  owners: readonly NewOwner[],
  byKey: ReadonlyMap<string, StoredUnit>,
): TableChange['contacts'] {
  const begins = new Set(owners.map(({ apartmentId }) => apartmentId));
  const text = ({ emails, phones }: Contacts) => JSON.stringify([emails, phones]);
  const none = text({ emails: [], phones: [] });
  return units
    .filter((unit) => {
      const before = begins.has(unit.apartmentId) ? undefined : byKey.get(unitKey(unit.apartmentId));
      return text(unit) !== (before === undefined ? none : text(before));
    })
    .map(({ apartmentId, emails, phones }) => ({ apartmentId, emails, phones }));
}
