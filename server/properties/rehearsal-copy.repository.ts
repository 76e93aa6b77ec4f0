import { sql } from 'kysely';
import { REHEARSAL_MARK } from '../../shared/assemblies/rehearsals/rehearsals.api.ts';
import type { Db } from '../platform/db/engine.ts';
import { sameIn } from '../platform/db/queries.ts';
import type { Millis } from '../platform/db/tables.ts';

/** Most characters of a joint's name. */
const LONGEST_NAME = 200;

/** Settings of a joint for the votes of an assembly, equal in a rehearsal. */
const settings = [
  'per_unit_kinds',
  'vote_per',
  'proxy_limit',
  'by_law_majorities',
  'budget_year_end',
  'turn_minutes',
] as const;

/**
 * Copies a joint or sector into a trial joint: the name with the mark, the settings, and the current units with the
 * owners, without mail addresses and phones. Changes no row of the real joint.
 * @param of `parentId`: trial joint of a sector, else null; `at`: epoch ms
 * @returns number of the trial joint
 */
export async function copyForRehearsal(
  trx: Db,
  jointId: number,
  of: { parentId: number | null; at: Millis },
): Promise<number> {
  const name = sql<string>`substr(${REHEARSAL_MARK} || joint_name, 1, ${sql.lit(LONGEST_NAME)})`;
  const { joint_id: trialId } = await trx
    .insertInto('joint')
    .columns([
      ...(['parent_joint_id', 'joint_name', 'uses_assemblies', 'uses_billing', 'created_at'] as const),
      'rehearsal_of',
      ...settings,
    ])
    .expression((eb) =>
      eb
        .selectFrom('joint')
        .select(sql<number | null>`cast(${of.parentId} as integer)`.as('parent_joint_id'))
        .select(of.parentId === null ? name.as('joint_name') : 'joint_name')
        .select([sql<1>`1`.as('uses_assemblies'), sql<0>`0`.as('uses_billing')])
        .select([sql<number>`cast(${of.at} as bigint)`.as('created_at'), 'joint_id as rehearsal_of'])
        .select(settings)
        .where('joint_id', '=', jointId),
    )
    .returning('joint_id')
    .executeTakeFirstOrThrow();
  const trial = sql<number>`cast(${trialId} as integer)`.as('joint_id');
  await trx
    .insertInto('apartment')
    .columns(['joint_id', 'apartment_id', 'position', 'kind', 'main_apartment_id', 'coefficient'])
    .expression((eb) =>
      eb
        .selectFrom('apartment')
        .select([trial, 'apartment_id', 'position', 'kind', 'main_apartment_id', 'coefficient'])
        .where('joint_id', '=', jointId)
        .where('retired_at', 'is', null),
    )
    .execute();
  await trx
    .insertInto('ownership')
    .columns(['joint_id', 'apartment_id', 'since', 'owner_name', 'owner_document'])
    .expression((eb) =>
      eb
        .selectFrom('ownership as o')
        .innerJoin('apartment as a', (join) => join.on(sameIn('a', 'o', ['apartment_id', 'joint_id'])))
        .select([trial, 'o.apartment_id', 'o.since', 'o.owner_name', 'o.owner_document'])
        .where('o.joint_id', '=', jointId)
        .where('o.until', 'is', null)
        .where('a.retired_at', 'is', null),
    )
    .execute();
  return trialId;
}
