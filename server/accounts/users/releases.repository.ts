import { sql } from 'kysely';
import type { Release } from '../../../shared/accounts/users.api.ts';
import type { Nano } from '../../../shared/coefficient.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameRollUnit } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { OwnerDevice } from './owner-devices.repository.ts';
import { readActorNames } from './users.repository.ts';

/** Number of the attendance concept: annulled records of the concept are ended registrations. */
const ATTENDANCE = 1;

/** Unit without a present registration, registered earlier in the same assembly and released since. */
export interface ReleasedUnit {
  jointId: number;
  apartmentId: string;
  owner: string;
  coefficient: Nano;
  /** True if the device itself held the unit. */
  wasHolder: boolean;
  release: Omit<Release, 'mayReturn'>;
}

/**
 * Finds released units in the open assemblies of some joints, each with the last release: units in `unitIds`,
 * and units earlier held by the device.
 */
export async function readReleases(
  db: Db,
  {
    device,
    jointIds,
    unitIds,
  }: { device: OwnerDevice; jointIds: readonly number[]; unitIds: readonly string[] },
): Promise<ReleasedUnit[]> {
  if (jointIds.length === 0) return [];
  const isCode = device.userId === null ? 1 : 0;
  const wasHolder = sql<number>`case when e.record like ${`%"holder":${JSON.stringify(device.holder)}%`}
    and e.record like ${`%"holder_is_code":${isCode}%`} then 1 else 0 end`;
  const rows = await db
    .selectFrom('annulment as e')
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
    .select(wasHolder.as('was_holder'))
    .where('e.joint_id', 'in', jointIds)
    .where('e.concept_id', '=', ATTENDANCE)
    .where('t.apartment_id', 'is', null)
    .where((eb) =>
      eb.or([eb(wasHolder, '=', 1), ...(unitIds.length > 0 ? [eb('e.apartment_id', 'in', unitIds)] : [])]),
    )
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
    .orderBy('r.position')
    .execute();
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

/** Reads the annulled votes of units. Returns a function from a release to the numbers of the questions. */
async function readAnnulledQuestions(
  db: Db,
  releases: readonly ReleaseInstant[],
): Promise<(release: ReleaseInstant) => number[]> {
  const votes = await db
    .selectFrom('annulment')
    .select(['assembly_id as assemblyId', 'joint_id as jointId', 'apartment_id as apartmentId'])
    .select(['concept_id as conceptId', 'annulled_at as at'])
    .where('assembly_id', 'in', [...new Set(releases.map(({ assemblyId }) => assemblyId))])
    .where('joint_id', 'in', [...new Set(releases.map(({ jointId }) => jointId))])
    .where('concept_id', '<>', ATTENDANCE)
    .where('apartment_id', 'in', [...new Set(releases.map(({ apartmentId }) => apartmentId))])
    .orderBy('concept_id')
    .execute();
  const keyOf = ({ assemblyId, jointId, apartmentId, at }: ReleaseInstant) =>
    JSON.stringify([assemblyId, jointId, apartmentId, at]);
  const byRelease = new Map<string, number[]>();
  for (const vote of votes)
    byRelease.set(keyOf(vote), [...(byRelease.get(keyOf(vote)) ?? []), vote.conceptId]);
  return (release) => byRelease.get(keyOf(release)) ?? [];
}
