import { randomBytes } from 'node:crypto';
import type { Insertable, Updateable } from 'kysely';
import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import { agendaItems } from '../../../shared/assemblies/law/agenda.ts';
import type { ConveningUnit } from '../../../shared/assemblies/law/conveners.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import { finds, instantOf } from '../../platform/db/queries.ts';
import type { Millis, Tables } from '../../platform/db/tables.ts';
import { Problem } from '../../platform/http/problem.ts';

/** Assemblies as they are stored; `rootId` is the joint whose assembly it is, and sectors live inside of it. */
const assemblies = (db: Db) =>
  db
    .selectFrom('assembly')
    .select(['assembly_id as assemblyId', 'joint_id as rootId', 'kind', 'mode', 'call', 'title', 'agenda'])
    .select([
      'notice',
      'scheduled_at as scheduledAt',
      'place',
      'president',
      'secretary',
      'recording_url as recordingUrl',
      'zoom_id as zoomId',
    ])
    .select(['zoom_password as zoomPassword', 'created_at as createdAt', 'opened_at as openedAt'])
    // Attendance began again with the last reset, or with the second call.
    .select(['closed_at as closedAt', 'archived_at as archivedAt', 'attendance_since as attendanceSince'])
    .select(['join_code as joinCode', 'point', 'point_since as pointSince', 'first_call_at as firstCallAt'])
    .select('room_code as roomCode')
    .select(['convener', 'convening_units as conveningUnits', 'facts_version as factsVersion'])
    .select(['call_changed_at as callChangedAt', 'call_sequence as callSequence']);

export type StoredAssembly = Awaited<ReturnType<ReturnType<typeof assemblies>['executeTakeFirstOrThrow']>>;

/** The point that is being dealt with, with its text as the agenda has it now. */
function pointOf({ agenda, point, pointSince }: StoredAssembly): Assembly['point'] {
  if (point === null || pointSince === null) return null;
  const text = agendaItems(agenda).find(({ number }) => number === point)?.text ?? '';
  return { number: point, text, since: new Date(pointSince).toISOString() };
}

/** An assembly as the wire shows it. */
export function assemblyToApi(assembly: StoredAssembly): Assembly {
  return {
    assemblyId: assembly.assemblyId,
    kind: assembly.kind,
    mode: assembly.mode,
    call: assembly.call,
    ...(assembly.firstCallAt === null ? {} : { firstCallAt: new Date(assembly.firstCallAt).toISOString() }),
    title: assembly.title,
    agenda: assembly.agenda,
    notice: assembly.notice,
    convener: assembly.convener,
    conveningUnits: unitsOf(assembly.conveningUnits),
    scheduledAt: instantOf(assembly.scheduledAt),
    place: assembly.place,
    point: pointOf(assembly),
    president: assembly.president,
    secretary: assembly.secretary,
    recordingUrl: assembly.recordingUrl,
    roomCode: assembly.roomCode,
    openedAt: instantOf(assembly.openedAt),
    closedAt: instantOf(assembly.closedAt),
  };
}

const unitsOf = (text: string | null): ConveningUnit[] => (text === null ? [] : JSON.parse(text));

/** What an assembly is and was called to, as the trail tells it: without how to reach its meeting on a screen. */
const assemblyFacts = ({
  kind,
  mode,
  call,
  title,
  agenda,
  notice,
  scheduledAt,
  place,
  president,
  secretary,
  recordingUrl,
  convener,
  conveningUnits,
  factsVersion,
  firstCallAt,
}: StoredAssembly) => ({
  ...{ kind, mode, call, title, agenda, notice, scheduledAt, place, president, secretary, recordingUrl },
  ...{ convener, conveningUnits: unitsOf(conveningUnits), factsVersion },
  // Entries from before it was asked for tell none.
  ...(firstCallAt === null ? {} : { firstCallAt }),
});

/** The same of an assembly by its number. @throws Error where there is none */
export const readAssemblyFacts = async (db: Db, assemblyId: number) =>
  assemblyFacts(await assemblies(db).where('assembly_id', '=', assemblyId).executeTakeFirstOrThrow());

/** Assemblies of a root joint, the current one first. */
export const assembliesOf = (db: Db, rootId: number): Promise<StoredAssembly[]> =>
  assemblies(db).where('joint_id', '=', rootId).orderBy('assembly_id', 'desc').execute();

/** An assembly by its number, whether it is current or archived. */
export const findAssembly = (db: Db, assemblyId: number): Promise<StoredAssembly | undefined> =>
  assemblies(db).where('assembly_id', '=', assemblyId).executeTakeFirst();

/** The current assembly, or undefined for a joint that holds none. */
export const findCurrent = (db: Db, rootId: number): Promise<StoredAssembly | undefined> =>
  assemblies(db).where('joint_id', '=', rootId).where('archived_at', 'is', null).executeTakeFirst();

/**
 * The current assemblies of these joints, or of all where null is given, that are open, are called for a moment from
 * `calledFrom` on, or were closed since `closedSince`.
 */
export async function assembliesAbout(
  db: Db,
  jointIds: readonly number[] | null,
  { calledFrom, closedSince }: { calledFrom: Millis; closedSince: Millis },
): Promise<StoredAssembly[]> {
  if (jointIds?.length === 0) return [];
  let query = assemblies(db)
    .where('archived_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        eb('closed_at', '>=', closedSince),
        and([
          eb('closed_at', 'is', null),
          or([eb('opened_at', 'is not', null), eb('scheduled_at', '>=', calledFrom)]),
        ]),
      ]),
    )
    .orderBy('assembly_id');
  if (jointIds !== null) query = query.where('joint_id', 'in', [...jointIds]);
  return query.execute();
}

/** The root joints whose current assembly was opened. */
export async function listCurrentRoots(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('assembly')
    .select('joint_id as rootId')
    .where('archived_at', 'is', null)
    .where('opened_at', 'is not', null)
    .orderBy('joint_id')
    .execute();
  return rows.map(({ rootId }) => rootId);
}

/** What an act needs of its assembly: short, since every batch of votes and every registration reads it. */
export type CurrentAssembly = Pick<
  StoredAssembly,
  | 'assemblyId'
  | 'rootId'
  | 'mode'
  | 'call'
  | 'createdAt'
  | 'openedAt'
  | 'closedAt'
  | 'attendanceSince'
  | 'joinCode'
>;

/** The joint's current assembly, its turn taken before by `lockJoint`. @throws Problem assemblyNotFound */
export async function currentAssembly(trx: Db, rootId: number): Promise<CurrentAssembly> {
  const assembly = await trx
    .selectFrom('assembly')
    .select(['assembly_id as assemblyId', 'joint_id as rootId', 'mode', 'call', 'created_at as createdAt'])
    .select(['opened_at as openedAt', 'closed_at as closedAt', 'attendance_since as attendanceSince'])
    .select('join_code as joinCode')
    .where('joint_id', '=', rootId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  if (assembly === undefined) throw new Problem('assemblyNotFound');
  return assembly;
}

/** Whether an assembly of any joint is open now. */
export function isAnyAssemblyOpen(db: Db): Promise<boolean> {
  return finds(
    db
      .selectFrom('assembly')
      .select('assembly_id')
      .where('opened_at', 'is not', null)
      .where('closed_at', 'is', null)
      .where('archived_at', 'is', null)
      .limit(1),
  );
}

/** Whether a question of any joint is open now. */
export function isAnyQuestionOpen(db: Db): Promise<boolean> {
  return finds(
    db
      .selectFrom('assembly as a')
      .innerJoin('concept as c', 'c.assembly_id', 'a.assembly_id')
      .select('c.concept_id')
      .where('a.opened_at', 'is not', null)
      .where('a.closed_at', 'is', null)
      .where('a.archived_at', 'is', null)
      .where('c.active', '=', 1)
      .where('c.concept_id', '>', ATTENDANCE)
      .where('c.deleted_at', 'is', null)
      .limit(1),
  );
}

/**
 * The assembly that a read is about: the current one, or the archived one that is named.
 * @throws Problem assemblyNotFound when the joint has no such assembly
 */
export async function assemblyToRead(db: Db, rootId: number, assemblyId?: number): Promise<StoredAssembly> {
  const found = await (assemblyId === undefined ? findCurrent(db, rootId) : findAssembly(db, assemblyId));
  if (found?.rootId !== rootId) throw new Problem('assemblyNotFound');
  return found;
}

/** Key of the codes of an assembly's room. */
const newRoomSecret = (): string => randomBytes(32).toString('base64url');

export async function insertAssembly(trx: Db, row: Insertable<Tables['assembly']>): Promise<StoredAssembly> {
  const { assembly_id } = await trx
    .insertInto('assembly')
    .values({ ...row, ...(row.room_code === 'ask' ? { room_secret: newRoomSecret() } : {}) })
    .returning('assembly_id')
    .executeTakeFirstOrThrow();
  return assemblyToRead(trx, row.joint_id, assembly_id);
}

export async function updateAssembly(
  trx: Db,
  assemblyId: number,
  fields: Updateable<Tables['assembly']>,
): Promise<void> {
  // Its key is made once, with the first `ask`.
  if (fields.room_code === 'ask') {
    await trx
      .updateTable('assembly')
      .set({ room_secret: newRoomSecret() })
      .where('assembly_id', '=', assemblyId)
      .where('room_secret', 'is', null)
      .execute();
  }
  await trx.updateTable('assembly').set(fields).where('assembly_id', '=', assemblyId).execute();
}

/** Whether an assembly of the joint that is archived now was being held at some moment. */
export function anotherWasHeld(db: Db, rootId: number, at: Millis): Promise<boolean> {
  return finds(
    db
      .selectFrom('assembly')
      .select('assembly_id')
      .where('joint_id', '=', rootId)
      .where('opened_at', '<=', at)
      .where('archived_at', '>', at)
      .limit(1),
  );
}

/** Whether an assembly of a joint was ever opened. */
export function hasMet(db: Db, rootJointId: number): Promise<boolean> {
  return finds(
    db
      .selectFrom('assembly')
      .select('assembly_id')
      .where('joint_id', '=', rootJointId)
      .where('opened_at', 'is not', null)
      .limit(1),
  );
}

/** An assembly's room. */
export interface RoomOfAssembly {
  mode: 'inPerson' | 'virtual' | 'mixed';
  roomCode: 'ask' | 'no';
  secret: string | null;
  closedAt: Millis | null;
}

/** The current assembly's room with the key of its codes, which is read here alone. */
export const findRoom = (db: Db, rootId: number): Promise<RoomOfAssembly | undefined> =>
  db
    .selectFrom('assembly')
    .select(['mode', 'room_code as roomCode', 'room_secret as secret', 'closed_at as closedAt'])
    .where('joint_id', '=', rootId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
