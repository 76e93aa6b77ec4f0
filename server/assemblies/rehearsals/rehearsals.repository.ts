import { sql } from 'kysely';
import type { RehearsalMode, RehearsalStep } from '../../../shared/assemblies/rehearsals/rehearsals.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import { countOf } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { type Lease, LeasedRows } from '../../platform/queue/leases.repository.ts';
import type { CrowdUnit } from './crowd.ts';

/** Course of a rehearsal. One row per trial joint. */
interface RehearsalTable {
  joint_id: number;
  mode: RehearsalMode;
  made_at: Millis;
  made_by: string;
  /** `queued`: waits for a process that plays the simulated owners. */
  state: 'queued' | 'playing' | 'stopped' | 'done' | 'failed';
  attempts: number;
  leased_until: Millis | null;
  step: RehearsalStep;
  /** Beats played so far. */
  beat: number;
  /** Acts so far, as JSON of `RehearsalCounts`. */
  counts: string;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    rehearsal: RehearsalTable;
  }
}

/** Leases on the rehearsals: a single server process plays the owners of a trial joint. */
export const rehearsalRows = new LeasedRows({ table: 'rehearsal', id: 'joint_id', held: 'playing' });

/** Rehearsal to play, longest waiting first. */
export interface DueRehearsal extends Lease {
  /** Number of the trial joint. */
  id: number;
}

/** Reads at most 5 rehearsals that wait for a process at `at`, epoch ms. */
export const dueRehearsals = (db: Db, at: Millis): Promise<DueRehearsal[]> =>
  db
    .selectFrom('rehearsal')
    .select(['joint_id as id', 'attempts'])
    .where(rehearsalRows.isDue(at))
    .orderBy('made_at')
    .limit(5)
    .execute();

/** Stored rehearsal, with the name of the trial joint, the current assembly, and the real joint. */
export type StoredRehearsal = NonNullable<Awaited<ReturnType<typeof findRehearsal>>>;

/** Reads a rehearsal by the number of the trial joint or of the real joint. Undefined without a rehearsal. */
export const findRehearsal = (db: Db, jointId: number) =>
  db
    .selectFrom('rehearsal as r')
    .innerJoin('joint as j', 'j.joint_id', 'r.joint_id')
    .innerJoin('assembly as a', 'a.joint_id', 'r.joint_id')
    .select(['r.joint_id as jointId', 'j.joint_name as jointName', 'j.rehearsal_of as sourceId'])
    .select(['r.mode', 'r.state', 'r.step', 'r.beat', 'r.counts', 'a.assembly_id as assemblyId'])
    .where('a.archived_at', 'is', null)
    .where((eb) => eb.or([eb('r.joint_id', '=', jointId), eb('j.rehearsal_of', '=', jointId)]))
    .executeTakeFirst();

/** Stores a new rehearsal, to be played soon. */
export async function insertRehearsal(
  trx: Db,
  { jointId, mode, at, actor }: { jointId: number; mode: RehearsalMode; at: Millis; actor: string },
): Promise<void> {
  const counts = JSON.stringify({ arrived: 0, left: 0, offline: 0, voted: 0 });
  await trx
    .insertInto('rehearsal')
    .values({
      joint_id: jointId,
      mode,
      made_at: at,
      made_by: actor,
      state: 'queued',
      attempts: 0,
      leased_until: null,
      step: 'hall',
      beat: 0,
      counts,
    })
    .execute();
}

/** Stops a rehearsal, or lets a stopped or failed rehearsal go on. A finished rehearsal stays. */
export async function setPlaying(db: Db, jointId: number, playing: boolean): Promise<void> {
  await db
    .updateTable('rehearsal')
    .set({ state: playing ? 'queued' : 'stopped', leased_until: null })
    .where('joint_id', '=', jointId)
    .where('state', 'in', playing ? ['stopped', 'failed'] : ['queued', 'playing'])
    .execute();
}

/** Reads the units of a trial joint's roll with the owners, in the order of the table. */
export const readCrowdUnits = (db: Db, assemblyId: number, jointId: number): Promise<CrowdUnit[]> =>
  db
    .selectFrom('roll_unit')
    .select(['apartment_id as apartmentId', 'owner_key as ownerKey', 'coefficient'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .orderBy('position')
    .execute();

/** Reads the holders of the registered units of a joint. Key: unit. Value: code. */
export async function readHolders(db: Db, assemblyId: number, jointId: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('attendance')
    .select(['apartment_id', 'holder'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .execute();
  return new Map(rows.map(({ apartment_id, holder }) => [apartment_id, holder]));
}

/** Reads the units with a vote on a question. */
export async function readVoted(
  db: Db,
  { assemblyId, jointId, conceptId }: { assemblyId: number; jointId: number; conceptId: number },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('vote')
    .select('apartment_id')
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', '=', jointId)
    .where('concept_id', '=', conceptId)
    .execute();
  return new Set(rows.map(({ apartment_id }) => apartment_id));
}

/** Counts the votes of an assembly. */
export const countVotesOf = (db: Db, assemblyId: number): Promise<number> =>
  countOf(db.selectFrom('vote').where('assembly_id', '=', assemblyId));

/** Gives a user the links and rights of the real joint in the trial joint too, for assemblies alone. */
export async function copyAccess(trx: Db, userId: number, from: number, to: number): Promise<void> {
  await trx
    .insertInto('user_joint')
    .columns(['user_id', 'joint_id', 'service'])
    .expression((eb) =>
      eb
        .selectFrom('user_joint')
        .select(['user_id', sql<number>`cast(${to} as integer)`.as('joint_id'), 'service'])
        .where('user_id', '=', userId)
        .where('joint_id', '=', from)
        .where('service', '=', 'assembly'),
    )
    .execute();
  await trx
    .insertInto('user_right')
    .columns(['user_id', 'joint_id', 'right_name'])
    .expression((eb) =>
      eb
        .selectFrom('user_right')
        .select(['user_id', sql<number>`cast(${to} as integer)`.as('joint_id'), 'right_name'])
        .where('user_id', '=', userId)
        .where('joint_id', '=', from)
        .where('right_name', '=', 'assemblies'),
    )
    .execute();
}
