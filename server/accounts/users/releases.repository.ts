import { type SqlBool, sql } from 'kysely';
import type { Release } from '../../../shared/accounts/users.api.ts';
import type { Nano } from '../../../shared/coefficient.ts';
import { type Db, jsonField, jsonTable } from '../../platform/db/engine.ts';
import { sameRollUnit } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { OwnerDevice } from './owner-devices.repository.ts';
import { readActorNames } from './users.repository.ts';

/** Number of the attendance concept: annulled records of the concept are ended registrations. */
const ATTENDANCE = 1;

/**
 * Unit of an open assembly without a present registration: registered earlier and then released (the
 * registration ended, for example because the holder left).
 */
export interface ReleasedUnit {
  jointId: number;
  apartmentId: string;
  owner: string;
  /** Coefficient of the unit on the roll, in 10⁻⁹. */
  coefficient: Nano;
  /** True if the asking device held the unit before the release. */
  wasHolder: boolean;
  /** Last end of a registration: time, act and reason. */
  release: Omit<Release, 'mayReturn'>;
}

export interface ReleasesOf {
  device: OwnerDevice;
  jointIds: readonly number[];
  unitIds: readonly string[];
}

/** Condition for a record that was held by the device. */
function isHeldBy(db: Db, { holder, userId }: OwnerDevice) {
  const isCode = sql`cast(${jsonField(db, 'e.record', 'holder_is_code')} as text)`;
  return sql<SqlBool>`(${jsonField(db, 'e.record', 'holder')} = ${holder}
    and ${isCode} = ${userId === null ? '1' : '0'})`;
}

/** Query for the ended registrations of a device or of some units: each part by an index. */
function endedRegistrations(db: Db, { device, jointIds, unitIds }: ReleasesOf) {
  const ended = db
    .selectFrom('annulment as e')
    .select('e.annulment_id')
    .where('e.concept_id', '=', ATTENDANCE)
    .where('e.joint_id', 'in', jointIds);
  const ofDevice = ended.where(isHeldBy(db, device));
  return unitIds.length === 0 ? ofDevice : ofDevice.union(ended.where('e.apartment_id', 'in', unitIds));
}

/**
 * Returns the SQL query of `readReleases`, exported for a test of the query's plan. Fails without any
 * joint.
 */
export function releasesQuery(db: Db, of: ReleasesOf) {
  return db
    .selectFrom(endedRegistrations(db, of).as('k'))
    .innerJoin('annulment as e', 'e.annulment_id', 'k.annulment_id')
    .innerJoin('assembly as a', (join) =>
      join
        .onRef('a.assembly_id', '=', 'e.assembly_id')
        .on('a.archived_at', 'is', null)
        .on('a.closed_at', 'is', null),
    )
    .innerJoin('roll_unit as r', (join) => join.on(sameRollUnit('r', 'e')))
    .leftJoin('attendance as t', (join) => join.on(sameRollUnit('t', 'e')))
    .select(['e.assembly_id as assemblyId', 'e.joint_id as jointId', 'e.apartment_id as apartmentId'])
    .select(['e.annulled_at as at', 'e.annulled_by as actor', 'e.act as how', 'e.reason'])
    .select(['r.owner_name as owner', 'r.coefficient'])
    .select(sql<number>`case when ${isHeldBy(db, of.device)} then 1 else 0 end`.as('was_holder'))
    .where('t.apartment_id', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('annulment as l')
            .select('l.annulment_id')
            .where(sameRollUnit('l', 'e'))
            .where('l.concept_id', '=', ATTENDANCE)
            .whereRef('l.annulment_id', '>', 'e.annulment_id'),
        ),
      ),
    )
    .orderBy('e.joint_id')
    .orderBy('r.position');
}

/**
 * Finds released units (registered earlier, now without a registration) in the open assemblies of some
 * joints, each with the last release. Covers the units in `unitIds`, and units earlier held by the device.
 */
export async function readReleases(db: Db, of: ReleasesOf): Promise<ReleasedUnit[]> {
  if (of.jointIds.length === 0) return [];
  const rows = await releasesQuery(db, of).execute();
  if (rows.length === 0) return [];
  const names = await readActorNames(
    db,
    rows.map(({ actor }) => actor),
  );
  const annulledOf = await readAnnulledQuestions(db, rows);
  return rows.map(
    ({ assemblyId, jointId, apartmentId, owner, coefficient, at, actor, how, reason, ...row }) => ({
      jointId,
      apartmentId,
      owner,
      coefficient,
      wasHolder: row.was_holder === 1,
      release: {
        at: new Date(at).toISOString(),
        by: actor.startsWith('user:') ? names.user(actor.slice('user:'.length), at) : null,
        how,
        reason,
        annulled: annulledOf({ assemblyId, jointId, apartmentId, at }),
      },
    }),
  );
}

interface ReleaseInstant {
  assemblyId: number;
  jointId: number;
  apartmentId: string;
  at: Millis;
}

/**
 * Returns the SQL query for the annulled votes of released units, exported for a test of the query's plan.
 * The caller matches the votes with a release by the time.
 */
export function annulledVotesQuery(db: Db, releases: readonly ReleaseInstant[]) {
  const units = releases.map(({ assemblyId, jointId, apartmentId }) => ({
    assemblyId,
    jointId,
    apartmentId,
  }));
  const types = { assemblyId: 'integer', jointId: 'integer', apartmentId: 'text' } as const;
  return db
    .selectFrom(jsonTable<(typeof units)[number]>(db, units, types).as('u'))
    .innerJoin('annulment as n', (join) =>
      join
        .onRef('n.joint_id', '=', 'u.jointId')
        .onRef('n.apartment_id', '=', 'u.apartmentId')
        .onRef('n.assembly_id', '=', 'u.assemblyId'),
    )
    .select(['n.assembly_id as assemblyId', 'n.joint_id as jointId', 'n.apartment_id as apartmentId'])
    .select(['n.concept_id as conceptId', 'n.annulled_at as at'])
    .where('n.concept_id', '>', ATTENDANCE)
    .orderBy('n.concept_id');
}

/** Reads the annulled votes of units. Returns a function from a release to the numbers of the questions. */
async function readAnnulledQuestions(
  db: Db,
  releases: readonly ReleaseInstant[],
): Promise<(release: ReleaseInstant) => number[]> {
  const votes = await annulledVotesQuery(db, releases).execute();
  const keyOf = ({ assemblyId, jointId, apartmentId, at }: ReleaseInstant) =>
    JSON.stringify([assemblyId, jointId, apartmentId, at]);
  const byRelease = new Map<string, number[]>();
  for (const vote of votes)
    byRelease.set(keyOf(vote), [...(byRelease.get(keyOf(vote)) ?? []), vote.conceptId]);
  return (release) => byRelease.get(keyOf(release)) ?? [];
}
