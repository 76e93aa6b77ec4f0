import type { Nano } from '../../../../shared/coefficient.ts';
import type { ApartmentKind } from '../../../../shared/properties/apartment-kinds.ts';
import type { NamedPerson, Sameness } from '../../../../shared/properties/person.ts';
import { readActorNames } from '../../../accounts/index.ts';
import type { Db } from '../../../platform/db/engine.ts';
import type { Millis } from '../../../platform/db/tables.ts';
import { otherUnitOfPerson, settlePersons, storedDocuments } from './persons.repository.ts';

/** Facts of a unit on the roll that a correction during the assembly may change. */
export interface RollFacts {
  owner: string;
  ownerDocument: string | null;
  kind: ApartmentKind;
  coefficient: Nano;
}

/** Facts of a unit on the roll of a joint or sector: owner, document, kind and coefficient. */
export interface RollUnitFacts extends RollFacts {
  jointId: number;
  apartmentId: string;
}

/** Correction of the assembly's roll (list of units with owners and coefficients), as stored. */
export interface StoredCorrection {
  correctionId: number;
  jointId: number;
  apartmentId: string;
  /** Old values of the corrected facts; facts without a correction are missing. */
  before: Partial<RollFacts>;
  /** New values of the same facts. */
  after: Partial<RollFacts>;
  reason: string;
  /** Name of the author of the correction, as of the time. */
  by: string;
  at: Millis;
  /** Time (epoch ms) when the correction took effect; null while an open question delays the correction. */
  appliedAt: Millis | null;
}

/**
 * Reads the assembly's roll (list of units with owners) of some joints, or a single unit, in the order of the
 * joint's table of units.
 */
export async function readRollFacts(
  db: Db,
  where: { assemblyId: number; jointIds: readonly number[]; apartmentId?: string },
): Promise<RollUnitFacts[]> {
  let query = db
    .selectFrom('roll_unit')
    .select(['joint_id as jointId', 'apartment_id as apartmentId', 'owner_name as owner'])
    .select(['owner_document as ownerDocument', 'kind', 'coefficient'])
    .where('assembly_id', '=', where.assemblyId)
    .where('joint_id', 'in', where.jointIds)
    .orderBy('joint_id')
    .orderBy('position');
  if (where.apartmentId !== undefined) query = query.where('apartment_id', '=', where.apartmentId);
  return query.execute();
}

/**
 * Reads the names and documents of a unit's owners since the last sale, newest first. Corrections of spelling
 * give several entries for the same person.
 */
export async function readRecentOwners(
  db: Db,
  { assemblyId, jointId, apartmentId }: { assemblyId: number; jointId: number; apartmentId: string },
): Promise<NamedPerson[]> {
  const rows = await db
    .selectFrom('roll_entry')
    .select(['owner_name as name', 'owner_document as document', 'other_person'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('apartment_id', '=', apartmentId)
    .orderBy('version', 'desc')
    .execute();
  const sold = rows.findIndex(({ other_person }) => other_person === 1);
  const own = sold === -1 ? rows : rows.slice(0, sold + 1);
  return own.flatMap(({ name, document }) => (name === null ? [] : [{ name, document }]));
}

/**
 * Stores corrected facts of a unit as the next version on the roll, and groups the owners again. Votes and
 * registrations keep the earlier version.
 * @param change comparison of the new owner with the earlier owner: same person or not
 * @param at current time, epoch ms
 * @returns another unit of the same person in the joint; null if there is no other unit
 */
export async function correctRollUnit(
  trx: Db,
  assemblyId: number,
  { change, ...unit }: RollUnitFacts & { change: Sameness },
  at: Millis,
): Promise<string | null> {
  const { version, person_key } = await trx
    .updateTable('roll_unit')
    .set((eb) => ({
      version: eb('version', '+', 1),
      owner_name: unit.owner,
      owner_document: unit.ownerDocument,
      owner_documents: storedDocuments(unit.ownerDocument),
      kind: unit.kind,
      coefficient: unit.coefficient,
    }))
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', unit.jointId)
    .where('apartment_id', '=', unit.apartmentId)
    .returning(['version', 'person_key'])
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('roll_entry')
    .values({
      assembly_id: assemblyId,
      joint_id: unit.jointId,
      apartment_id: unit.apartmentId,
      version,
      owner_name: unit.owner,
      owner_document: unit.ownerDocument,
      kind: unit.kind,
      coefficient: unit.coefficient,
      since: at,
      person_key,
      other_person: change === 'same' ? null : change === 'different' ? 1 : 0,
    })
    .execute();
  await settlePersons(trx, { assemblyId, only: unit });
  return otherUnitOfPerson(trx, assemblyId, unit);
}

/**
 * Reads the corrections of an assembly's roll (list of units with owners) in the order of request; with
 * `waiting` only the pending corrections.
 */
export async function readCorrections(
  db: Db,
  where: { assemblyId: number; waiting?: true },
): Promise<StoredCorrection[]> {
  let query = db
    .selectFrom('roll_correction')
    .select(['correction_id as correctionId', 'joint_id as jointId', 'apartment_id as apartmentId'])
    .select(['before', 'after', 'reason', 'corrected_by', 'at', 'applied_at as appliedAt'])
    .where('assembly_id', '=', where.assemblyId)
    .orderBy('correction_id');
  if (where.waiting === true) query = query.where('applied_at', 'is', null);
  const rows = await query.execute();
  const names = await readActorNames(
    db,
    rows.map((row) => row.corrected_by),
  );
  return rows.map(({ corrected_by, ...row }) => ({
    ...row,
    before: JSON.parse(row.before),
    after: JSON.parse(row.after),
    by: names.actor(corrected_by, row.at),
  }));
}

/**
 * Stores a requested correction of a unit on the roll, with old and new facts. The correction counts after
 * `applyCorrections`.
 * @param correction `before` and `after`: old and new values of the corrected facts; `at`: epoch ms; `actor`:
 *   author as in the audit trail, 'user:12'
 * @returns the correction's number
 */
export async function insertCorrection(
  trx: Db,
  correction: Omit<StoredCorrection, 'correctionId' | 'by' | 'appliedAt'> & {
    assemblyId: number;
    actor: string;
  },
): Promise<number> {
  const { correction_id } = await trx
    .insertInto('roll_correction')
    .values({
      assembly_id: correction.assemblyId,
      joint_id: correction.jointId,
      apartment_id: correction.apartmentId,
      before: JSON.stringify(correction.before),
      after: JSON.stringify(correction.after),
      reason: correction.reason,
      corrected_by: correction.actor,
      at: correction.at,
    })
    .returning('correction_id')
    .executeTakeFirstOrThrow();
  return correction_id;
}

/**
 * Marks all pending corrections of an assembly's roll as applied: from now on the corrected facts count.
 * @param at current time, epoch ms
 */
export async function markApplied(trx: Db, assemblyId: number, at: Millis): Promise<void> {
  await trx
    .updateTable('roll_correction')
    .set({ applied_at: at })
    .where('assembly_id', '=', assemblyId)
    .where('applied_at', 'is', null)
    .execute();
}
