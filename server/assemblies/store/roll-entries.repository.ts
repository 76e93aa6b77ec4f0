import type { Nano } from '../../../shared/coefficient.ts';
import { toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
import { sha256 } from '../../platform/audit/signing.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** A version of a unit on an assembly's roll: what votes, registrations and annulments of its time stand on. */
export interface RollVersion {
  apartmentId: string;
  /** From 1, as the roll was opened. */
  version: number;
  /** Null where nobody can tell any more. */
  owner: string | null;
  ownerDocument: string | null;
  kind: ApartmentKind;
  coefficient: Nano;
  /** When the correction was applied; null of the first one. */
  since: Millis | null;
  /** Person that counts as the owner. */
  personKey: string | null;
  /** Place in the table. */
  position: number;
}

/** Every version of a joint's units in an assembly, in the table's order and then by version. */
export function readRollVersions(
  db: Db,
  { assemblyId, jointId }: { assemblyId: number; jointId: number },
): Promise<RollVersion[]> {
  return db
    .selectFrom('roll_entry as e')
    .innerJoin('roll_unit as u', (join) =>
      join
        .onRef('u.assembly_id', '=', 'e.assembly_id')
        .onRef('u.joint_id', '=', 'e.joint_id')
        .onRef('u.apartment_id', '=', 'e.apartment_id'),
    )
    .select(['e.apartment_id as apartmentId', 'e.version', 'e.owner_name as owner'])
    .select(['e.owner_document as ownerDocument', 'e.kind', 'e.coefficient', 'e.since', 'u.position'])
    .select('e.person_key as personKey')
    .where('e.assembly_id', '=', assemblyId)
    .where('e.joint_id', '=', jointId)
    .orderBy('u.position')
    .orderBy('e.version')
    .execute();
}

/** The first version of each unit of a roll that was just copied. */
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

/** What binds a roll as it was opened: in the entry of the opening, and in an expediente. */
export interface RollSeal {
  /** The joints whose units it holds. */
  joints: readonly number[];
  units: number;
  /** Of its lines, hexadecimal. */
  sha256: string;
}

/**
 * The roll of an assembly as it was opened, a line of JSON for each unit: joint, unit, owner, document, kind,
 * coefficient in 10⁻⁹. By joint and unit.
 * @param joints whose units; left out: everybody's
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
