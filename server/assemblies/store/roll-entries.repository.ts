import type { Nano } from '../../../shared/coefficient.ts';
import type { ApartmentKind } from '../../../shared/properties/apartment-kinds.ts';
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
