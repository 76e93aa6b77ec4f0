import type { Insertable, Selectable, Updateable } from 'kysely';
import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis, Tables } from '../../platform/db/tables.ts';
import { Problem } from '../../platform/http/problem.ts';

export type AssemblyRow = Selectable<Tables['assembly']>;

const instant = (ms: Millis | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** An assembly as the wire shows it. */
export function assemblyToApi(row: AssemblyRow): Assembly {
  return {
    assemblyId: row.assembly_id,
    kind: row.kind,
    mode: row.mode,
    call: row.call,
    title: row.title,
    agenda: row.agenda,
    notice: row.notice,
    president: row.president,
    secretary: row.secretary,
    recordingUrl: row.recording_url,
    openedAt: instant(row.opened_at),
    closedAt: instant(row.closed_at),
  };
}

/** Assemblies of a root joint, the current one first. */
export function assembliesOf(db: Db, rootId: number): Promise<AssemblyRow[]> {
  return db
    .selectFrom('assembly')
    .selectAll()
    .where('joint_id', '=', rootId)
    .orderBy('assembly_id', 'desc')
    .execute();
}

/** The current assembly's row, or undefined for a joint that holds none. */
export function currentRow(db: Db, rootId: number): Promise<AssemblyRow | undefined> {
  return db
    .selectFrom('assembly')
    .selectAll()
    .where('joint_id', '=', rootId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}

/** Whether an assembly of any joint is open now. */
export async function isAnyAssemblyOpen(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('assembly')
    .select('assembly_id')
    .where('opened_at', 'is not', null)
    .where('closed_at', 'is', null)
    .where('archived_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a question of any joint is open now. */
export async function isAnyQuestionOpen(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('assembly as a')
    .innerJoin('concept as c', 'c.assembly_id', 'a.assembly_id')
    .select('c.concept_id')
    .where('a.opened_at', 'is not', null)
    .where('a.closed_at', 'is', null)
    .where('a.archived_at', 'is', null)
    .where('c.active', '=', 1)
    .where('c.concept_id', '>', ATTENDANCE)
    .where('c.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The assembly that a read is about: the current one, or the archived one that is named.
 * @throws Problem assemblyNotFound when the joint has no such assembly
 */
export async function assemblyToRead(db: Db, rootId: number, assemblyId?: number): Promise<AssemblyRow> {
  const row =
    assemblyId === undefined
      ? await currentRow(db, rootId)
      : await db
          .selectFrom('assembly')
          .selectAll()
          .where('joint_id', '=', rootId)
          .where('assembly_id', '=', assemblyId)
          .executeTakeFirst();
  if (row === undefined) throw new Problem('assemblyNotFound');
  return row;
}

/** The current assembly as every act needs it. */
export interface CurrentAssembly {
  assemblyId: number;
  /** The joint whose assembly it is; sectors live inside of it. */
  rootId: number;
  call: 1 | 2;
  mode: 'inPerson' | 'virtual' | 'mixed';
  createdAt: Millis;
  openedAt: Millis | null;
  closedAt: Millis | null;
  /** When attendance began again: the last reset, or the second call. */
  attendanceSince: Millis | null;
}

/** The joint's current assembly, its turn to write taken before by `lockJoint`. */
export async function currentAssembly(db: Db, rootId: number): Promise<CurrentAssembly> {
  const row = await db
    .selectFrom('assembly')
    .select(['assembly_id', 'call', 'mode', 'created_at', 'opened_at', 'closed_at', 'attendance_since'])
    .where('joint_id', '=', rootId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new Problem('assemblyNotFound');
  return {
    assemblyId: row.assembly_id,
    rootId,
    call: row.call,
    mode: row.mode,
    createdAt: row.created_at,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
    attendanceSince: row.attendance_since,
  };
}

export function insertAssembly(trx: Db, row: Insertable<Tables['assembly']>): Promise<AssemblyRow> {
  return trx.insertInto('assembly').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateAssembly(
  trx: Db,
  assemblyId: number,
  fields: Updateable<Tables['assembly']>,
): Promise<void> {
  await trx.updateTable('assembly').set(fields).where('assembly_id', '=', assemblyId).execute();
}

/** Whether an assembly of the joint that is archived now was being held at some moment. */
export async function anotherWasHeld(db: Db, rootId: number, at: Millis): Promise<boolean> {
  const row = await db
    .selectFrom('assembly')
    .select('assembly_id')
    .where('joint_id', '=', rootId)
    .where('opened_at', '<=', at)
    .where('archived_at', '>', at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an assembly of a joint was ever opened. */
export async function hasMet(db: Db, rootJointId: number): Promise<boolean> {
  const opened = await db
    .selectFrom('assembly')
    .select('assembly_id')
    .where('joint_id', '=', rootJointId)
    .where('opened_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return opened !== undefined;
}
