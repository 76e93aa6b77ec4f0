import { randomBytes } from 'node:crypto';
import type { Insertable, Updateable } from 'kysely';
import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import { agendaItems } from '../../../shared/assemblies/law/agenda.ts';
import type { ConveningUnit } from '../../../shared/assemblies/law/conveners.ts';
import { defined } from '../../../shared/defined.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import { finds, instantOf, readyQuery } from '../../platform/db/queries.ts';
import type { Millis, Tables } from '../../platform/db/tables.ts';
import { Problem } from '../../platform/http/problem.ts';

/**
 * Query of the stored assemblies. `rootId` is the joint of the assembly; sectors take part in the assembly of the
 * root joint.
 */
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
    // Attendance started again with the last reset or the second call.
    .select(['closed_at as closedAt', 'archived_at as archivedAt', 'attendance_since as attendanceSince'])
    .select(['join_code as joinCode', 'point', 'point_since as pointSince', 'first_call_at as firstCallAt'])
    .select('room_code as roomCode')
    .select(['convener', 'convening_units as conveningUnits', 'facts_version as factsVersion'])
    .select(['call_changed_at as callChangedAt', 'call_sequence as callSequence']);

/** Assembly as stored in the database, with column names in camel case and times in epoch ms. */
export type StoredAssembly = Awaited<ReturnType<ReturnType<typeof assemblies>['executeTakeFirstOrThrow']>>;

/** Current point of the agenda with the current text; null if no point is current. */
function pointOf({ agenda, point, pointSince }: StoredAssembly): Assembly['point'] {
  if (point === null || pointSince === null) return null;
  const text = agendaItems(agenda).find(({ number }) => number === point)?.text ?? '';
  return { number: point, text, since: new Date(pointSince).toISOString() };
}

/** Converts a stored assembly to the form of the API: times as ISO 8601 instead of epoch ms. */
export function assemblyToApi(assembly: StoredAssembly): Assembly {
  return {
    assemblyId: assembly.assemblyId,
    kind: assembly.kind,
    mode: assembly.mode,
    call: assembly.call,
    ...defined({
      firstCallAt: assembly.firstCallAt === null ? undefined : new Date(assembly.firstCallAt).toISOString(),
    }),
    title: assembly.title,
    agenda: assembly.agenda,
    notice: assembly.notice,
    convener: assembly.convener,
    conveningUnits: parseUnits(assembly.conveningUnits),
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

/** Parses the stored units of the owners that called the assembly. */
export const parseUnits = (text: string | null): ConveningUnit[] => (text === null ? [] : JSON.parse(text));

/** Facts of an assembly and the call, for the audit trail, without the access data of the video meeting. */
const assemblyFacts = (assembly: StoredAssembly) => ({
  kind: assembly.kind,
  mode: assembly.mode,
  call: assembly.call,
  title: assembly.title,
  agenda: assembly.agenda,
  notice: assembly.notice,
  scheduledAt: assembly.scheduledAt,
  place: assembly.place,
  president: assembly.president,
  secretary: assembly.secretary,
  recordingUrl: assembly.recordingUrl,
  convener: assembly.convener,
  conveningUnits: parseUnits(assembly.conveningUnits),
  factsVersion: assembly.factsVersion,
  // Absent in entries from before the field existed.
  ...defined({ firstCallAt: assembly.firstCallAt ?? undefined }),
});

/**
 * Reads the facts of an assembly (kind, mode, date, place …) as written to the audit trail.
 * @throws Error if there is no assembly
 */
export const readAssemblyFacts = async (db: Db, assemblyId: number) =>
  assemblyFacts(await assemblies(db).where('assembly_id', '=', assemblyId).executeTakeFirstOrThrow());

/** Returns the instant of the first opening of a question of an assembly from an instant on, epoch ms; null before. */
export async function firstOpening(db: Db, assemblyId: number, since: Millis = 0): Promise<Millis | null> {
  const { first } = await db
    .selectFrom('question_interval')
    .select((eb) => eb.fn.min<Millis | null>('opened_at').as('first'))
    .where('assembly_id', '=', assemblyId)
    .where('opened_at', '>=', since)
    .executeTakeFirstOrThrow();
  return first === null ? null : Number(first);
}

/** Reads all assemblies of a root joint, the current assembly first, then the archived assemblies. */
export const assembliesOf = (db: Db, rootId: number): Promise<StoredAssembly[]> =>
  assemblies(db).where('joint_id', '=', rootId).orderBy('assembly_id', 'desc').execute();

/** Finds an assembly by number, current or archived. Undefined if not found. */
export const findAssembly = (db: Db, assemblyId: number): Promise<StoredAssembly | undefined> =>
  assemblies(db).where('assembly_id', '=', assemblyId).executeTakeFirst();

/**
 * Finds the current assembly of a root joint: prepared, open or closed, but not archived. Undefined if the joint
 * has no assembly.
 */
export const findCurrent = (db: Db, rootId: number): Promise<StoredAssembly | undefined> =>
  assemblies(db).where('joint_id', '=', rootId).where('archived_at', 'is', null).executeTakeFirst();

/**
 * Reads the current assemblies of the joints (null: of all joints) that are open, or called for a time from
 * `calledFrom` on, or closed at `closedSince` or later. Times are epoch ms.
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

/**
 * Lists the numbers of the root joints with an opened current assembly: after a restore, each gets a new signed
 * head.
 */
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

/**
 * Columns of the current assembly read by every act and every batch of votes. Few columns, because the row is read
 * so often.
 */
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

/**
 * Reads the joint's current assembly. The caller must hold the lock of `lockJoint`.
 * @throws Problem assemblyNotFound
 */
export async function currentAssembly(trx: Db, rootId: number): Promise<CurrentAssembly> {
  const [assembly] = (await readCurrent(trx, { rootId })).rows;
  if (assembly === undefined) throw new Problem('assemblyNotFound');
  return assembly;
}

const readCurrent = readyQuery<{ rootId: number }, CurrentAssembly>((trx, { rootId }) =>
  trx
    .selectFrom('assembly')
    .select(['assembly_id as assemblyId', 'joint_id as rootId', 'mode', 'call', 'created_at as createdAt'])
    .select(['opened_at as openedAt', 'closed_at as closedAt', 'attendance_since as attendanceSince'])
    .select('join_code as joinCode')
    .where('joint_id', '=', rootId)
    .where('archived_at', 'is', null),
);

/** True if an assembly of any real joint is open now: the drill of a restore from backup then waits. */
export function isAnyAssemblyOpen(db: Db): Promise<boolean> {
  return finds(
    db
      .selectFrom('assembly as a')
      .innerJoin('joint as j', 'j.joint_id', 'a.joint_id')
      .select('a.assembly_id')
      .where('j.rehearsal_of', 'is', null)
      .where('a.opened_at', 'is not', null)
      .where('a.closed_at', 'is', null)
      .where('a.archived_at', 'is', null)
      .limit(1),
  );
}

/**
 * True if a question of any real joint is open for votes now: background work of the server then pauses between
 * steps, and rehearsals play slowly.
 */
export function isAnyQuestionOpen(db: Db): Promise<boolean> {
  return finds(
    db
      .selectFrom('assembly as a')
      .innerJoin('concept as c', 'c.assembly_id', 'a.assembly_id')
      .innerJoin('joint as j', 'j.joint_id', 'a.joint_id')
      .select('c.concept_id')
      .where('j.rehearsal_of', 'is', null)
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
 * Finds the assembly for a read request: the assembly with the number, archived or current; without a number the
 * current assembly.
 * @throws Problem assemblyNotFound if the joint has no matching assembly
 */
export async function assemblyToRead(db: Db, rootId: number, assemblyId?: number): Promise<StoredAssembly> {
  const found = await (assemblyId === undefined ? findCurrent(db, rootId) : findAssembly(db, assemblyId));
  if (found?.rootId !== rootId) throw new Problem('assemblyNotFound');
  return found;
}

/** Creates the secret for computing the room codes of an assembly. */
const newRoomSecret = (): string => randomBytes(32).toString('base64url');

/** Stores a new assembly and returns the row with the number of the assembly. */
export async function insertAssembly(trx: Db, row: Insertable<Tables['assembly']>): Promise<StoredAssembly> {
  const { assembly_id } = await trx
    .insertInto('assembly')
    .values({ ...row, ...defined({ room_secret: row.room_code === 'ask' ? newRoomSecret() : undefined }) })
    .returning('assembly_id')
    .executeTakeFirstOrThrow();
  return assemblyToRead(trx, row.joint_id, assembly_id);
}

/** Changes columns of an assembly. The secret for room codes is made with the first request for codes. */
export async function updateAssembly(
  trx: Db,
  assemblyId: number,
  fields: Updateable<Tables['assembly']>,
): Promise<void> {
  // The key is made once, with the first `ask`.
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

/** True if another assembly of the joint, archived by now, was open at a time (epoch ms). */
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

/** True if any assembly of the root joint was ever opened. */
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

/**
 * Setting of an assembly's room code, with the secret of the codes. Owners registering by phone in the hall type
 * the code shown on the wall.
 */
export interface RoomOfAssembly {
  mode: 'inPerson' | 'virtual' | 'mixed';
  /** `ask` if owners in the room must type the code from the wall. */
  roomCode: 'ask' | 'no';
  /** Secret to compute the codes; null before the first code. */
  secret: string | null;
  closedAt: Millis | null;
}

/** Reads the room code's setting and secret for the current assembly. No other function reads the secret. */
export const findRoom = (db: Db, rootId: number): Promise<RoomOfAssembly | undefined> =>
  db
    .selectFrom('assembly')
    .select(['mode', 'room_code as roomCode', 'room_secret as secret', 'closed_at as closedAt'])
    .where('joint_id', '=', rootId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
