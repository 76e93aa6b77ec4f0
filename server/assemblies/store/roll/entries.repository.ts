import type { Nano } from '../../../../shared/coefficient.ts';
import { toHex, utf8 } from '../../../../shared/evidence/bytes.ts';
import type { ApartmentKind } from '../../../../shared/properties/apartment-kinds.ts';
import { sha256 } from '../../../platform/audit/signing.ts';
import type { Db } from '../../../platform/db/engine.ts';
import { sameRollUnit } from '../../../platform/db/queries.ts';
import type { Millis } from '../../../platform/db/tables.ts';

/**
 * Version of a unit on an assembly's roll (list of units with owners). Votes, registrations and annulments
 * refer to the version of their time.
 */
export interface RollVersion {
  apartmentId: string;
  /** Number of the version; 1 is the version at the opening of the assembly's roll. */
  version: number;
  /** Name of the owner; null if not recorded. */
  owner: string | null;
  ownerDocument: string | null;
  kind: ApartmentKind;
  coefficient: Nano;
  /** Time of the correction that made this version; null for the first version. */
  since: Millis | null;
  /** Key of the owner, the same for units counted as of one person. */
  personKey: string | null;
  /** Position of the unit in the joint's table of units, ascending. */
  position: number;
}

/**
 * Reads all versions of the units on a joint's roll, to know owner and coefficient at an earlier time. In the order
 * of the joint's table of units, then by version.
 */
export function readRollVersions(
  db: Db,
  { assemblyId, jointId }: { assemblyId: number; jointId: number },
): Promise<RollVersion[]> {
  return db
    .selectFrom('roll_entry as e')
    .innerJoin('roll_unit as u', (join) => join.on(sameRollUnit('u', 'e')))
    .select(['e.apartment_id as apartmentId', 'e.version', 'e.owner_name as owner'])
    .select(['e.owner_document as ownerDocument', 'e.kind', 'e.coefficient', 'e.since', 'u.position'])
    .select('e.person_key as personKey')
    .where('e.assembly_id', '=', assemblyId)
    .where('e.joint_id', '=', jointId)
    .orderBy('u.position')
    .orderBy('e.version')
    .execute();
}

/** Stores version 1 of each unit of a roll just copied from the table of units. A later correction adds version 2. */
export async function openEntries(trx: Db, assemblyId: number, jointId: number): Promise<void> {
  const facts = ['owner_name', 'owner_document', 'kind', 'coefficient'] as const;
  await trx
    .insertInto('roll_entry')
    .columns(['assembly_id', 'joint_id', 'apartment_id', 'version', ...facts])
    .expression((eb) =>
      eb
        .selectFrom('roll_unit')
        .select(['assembly_id', 'joint_id', 'apartment_id', 'version', ...facts])
        .where('assembly_id', '=', assemblyId)
        .where('joint_id', '=', jointId),
    )
    .execute();
}

/**
 * Hash over an assembly's roll at the opening. The audit entry of the opening and the expediente have the hash, so
 * a later change of the roll is noticed.
 */
export interface RollSeal {
  /** Ids of the joints with units in the hash. */
  joints: readonly number[];
  /** Number of units in the hash. */
  units: number;
  /** SHA-256 hash over the lines of the assembly's roll, hexadecimal. */
  sha256: string;
}

/**
 * Returns the roll of an assembly at the opening, a line of JSON per unit: joint, unit, owner, identity document,
 * kind, coefficient in 10⁻⁹. Ordered by joint and unit.
 * @param joints joints to include; default: all
 */
export async function openedRoll(
  db: Db,
  assemblyId: number,
  joints?: readonly number[],
): Promise<{ seal: RollSeal; lines: Uint8Array }> {
  let query = db
    .selectFrom('roll_entry')
    .select(['joint_id', 'apartment_id', 'owner_name', 'owner_document', 'kind', 'coefficient'])
    .where('assembly_id', '=', assemblyId)
    .where('version', '=', 1);
  if (joints !== undefined) query = query.where('joint_id', 'in', [...joints]);
  const rows = (await query.execute()).sort(
    (a, b) => a.joint_id - b.joint_id || (a.apartment_id < b.apartment_id ? -1 : 1),
  );
  const lines = utf8(
    rows
      .map(
        (row) =>
          `${JSON.stringify([row.joint_id, row.apartment_id, row.owner_name, row.owner_document, row.kind, row.coefficient])}\n`,
      )
      .join(''),
  );
  const of = [...new Set(rows.map((row) => row.joint_id))];
  return { seal: { joints: of, units: rows.length, sha256: toHex(sha256(lines)) }, lines };
}
