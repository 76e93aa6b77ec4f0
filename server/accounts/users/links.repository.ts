import { sql } from 'kysely';
import type { JointRights, UserRecord } from '../../../shared/accounts/users.api.ts';
import { rights, serviceOfRight } from '../../../shared/rights.ts';
import { type Db, jsonTable } from '../../platform/db/engine.ts';
import type { Service } from '../sessions/account-tables.ts';

/** Unit of a joint (co-owned property): number of the joint, and id of the unit. */
export interface UnitRef {
  jointId: number;
  apartmentId: string;
}

/** Joints, units and events linked to a user, each list ascending. The links give access. */
export type UserLinks = Pick<
  UserRecord,
  'assemblyJoints' | 'billingJoints' | 'assemblyApartments' | 'billingApartments' | 'events' | 'rights'
>;

/** Returns empty lists of joints, units and events: the links of a user without links. */
export const noLinks = (): UserLinks => ({
  assemblyJoints: [],
  billingJoints: [],
  assemblyApartments: [],
  billingApartments: [],
  events: [],
  rights: [],
});

/**
 * Reads the joints, units and events linked to users. Key: number of the user. Value: links; users without
 * links are left out.
 * @param userId only the links of this user; default: all users
 */
export async function readLinks(db: Db, userId?: number): Promise<Map<number, UserLinks>> {
  let joints = db.selectFrom('user_joint').select(['user_id', 'service', 'joint_id']);
  let units = db.selectFrom('user_apartment').select(['user_id', 'service', 'joint_id', 'apartment_id']);
  let events = db.selectFrom('user_event').selectAll();
  let held = db.selectFrom('user_right').selectAll();
  if (userId !== undefined) {
    events = events.where('user_id', '=', userId);
    held = held.where('user_id', '=', userId);
    joints = joints.where('user_id', '=', userId);
    units = units.where('user_id', '=', userId);
  }
  const byUser = new Map<number, UserLinks>();
  const linksOf = (id: number): UserLinks => {
    const links = byUser.get(id) ?? noLinks();
    byUser.set(id, links);
    return links;
  };
  for (const row of await joints.orderBy('joint_id').execute()) {
    linksOf(row.user_id)[`${row.service}Joints`].push(row.joint_id);
  }
  for (const row of await units.orderBy('joint_id').orderBy('apartment_id').execute()) {
    linksOf(row.user_id)[`${row.service}Apartments`].push({
      jointId: row.joint_id,
      apartmentId: row.apartment_id,
    });
  }
  for (const row of await events.orderBy('event_id').execute()) {
    linksOf(row.user_id).events.push(row.event_id);
  }
  for (const row of await held.orderBy('joint_id').orderBy('right_name').execute()) {
    const { rights } = linksOf(row.user_id);
    const last = rights.at(-1);
    if (last?.jointId === row.joint_id) last.rights.push(row.right_name);
    else rights.push({ jointId: row.joint_id, rights: [row.right_name] });
  }
  return byUser;
}

/** Returns the first joint id of a list without a joint in the database; undefined if all exist. */
export async function missingJoint(db: Db, jointIds: readonly number[]): Promise<number | undefined> {
  if (jointIds.length === 0) return undefined;
  const rows = await db.selectFrom('joint').select('joint_id').where('joint_id', 'in', jointIds).execute();
  const existing = new Set(rows.map((row) => row.joint_id));
  return jointIds.find((jointId) => !existing.has(jointId));
}

/**
 * Returns the first unit of a list unknown in the named joint; undefined if all units are known. A retired
 * unit counts as known.
 */
export async function missingUnit(db: Db, units: readonly UnitRef[]): Promise<UnitRef | undefined> {
  if (units.length === 0) return undefined;
  // No id of a unit has a NUL; PostgreSQL refuses NUL in text.
  const impossible = units.find((unit) => unit.apartmentId.includes('\0'));
  if (impossible !== undefined) return impossible;
  const unitTable = jsonTable<UnitRef>(db, units, { jointId: 'integer', apartmentId: 'text' });
  const rows = await db
    .selectFrom(unitTable.as('u'))
    .leftJoin('apartment as a', (join) =>
      join.onRef('a.joint_id', '=', 'u.jointId').onRef('a.apartment_id', '=', 'u.apartmentId'),
    )
    .select(['u.jointId', 'u.apartmentId'])
    .where('a.joint_id', 'is', null)
    .limit(1)
    .execute();
  return rows[0];
}

/** Replaces the joints linked to a user for a service (assemblies or billing). */
export async function replaceJoints(
  db: Db,
  userId: number,
  service: Service,
  jointIds: readonly number[],
): Promise<void> {
  await db.deleteFrom('user_joint').where('user_id', '=', userId).where('service', '=', service).execute();
  const rows = [...new Set(jointIds)].map((jointId) => ({ user_id: userId, service, joint_id: jointId }));
  if (rows.length > 0) await db.insertInto('user_joint').values(rows).execute();
}

/** Returns the first event id of a list without an event in the database; undefined if all exist. */
export async function missingEvent(db: Db, eventIds: readonly number[]): Promise<number | undefined> {
  if (eventIds.length === 0) return undefined;
  const rows = await db.selectFrom('event').select('event_id').where('event_id', 'in', eventIds).execute();
  const existing = new Set(rows.map((row) => row.event_id));
  return eventIds.find((eventId) => !existing.has(eventId));
}

/** Replaces the rights of an administrator. */
export async function replaceRights(db: Db, userId: number, held: readonly JointRights[]): Promise<void> {
  await db.deleteFrom('user_right').where('user_id', '=', userId).execute();
  const pairs = held.flatMap(({ jointId, rights }) => rights.map((name) => ({ jointId, name })));
  const rows = [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()].map(
    ({ jointId, name }) => ({ user_id: userId, joint_id: jointId, right_name: name }),
  );
  if (rows.length > 0) await db.insertInto('user_right').values(rows).execute();
}

/**
 * Removes the rights of an administrator without the link needed for the right, so that no right comes back with a later
 * link. @returns true if a right was removed
 */
export async function removeVoidRights(db: Db, userId: number): Promise<boolean> {
  let removed = 0n;
  for (const right of rights) {
    const linked = db
      .selectFrom('user_joint as l')
      .innerJoin('joint as j', (join) =>
        join.on((eb) =>
          eb.or([
            eb('j.joint_id', '=', eb.ref('l.joint_id')),
            eb('j.parent_joint_id', '=', eb.ref('l.joint_id')),
          ]),
        ),
      )
      .select('j.joint_id')
      .where('l.user_id', '=', userId)
      .where('l.service', '=', serviceOfRight[right]);
    const { numDeletedRows } = await db
      .deleteFrom('user_right')
      .where('user_id', '=', userId)
      .where('right_name', '=', right)
      .where('joint_id', 'not in', linked)
      .executeTakeFirstOrThrow();
    removed += numDeletedRows;
  }
  return removed > 0n;
}

/** Replaces the events linked to a user. */
export async function replaceEvents(db: Db, userId: number, eventIds: readonly number[]): Promise<void> {
  await db.deleteFrom('user_event').where('user_id', '=', userId).execute();
  const rows = [...new Set(eventIds)].map((eventId) => ({ user_id: userId, event_id: eventId }));
  if (rows.length > 0) await db.insertInto('user_event').values(rows).execute();
}

/** Replaces the units linked to a user for a service (assemblies or billing). */
export async function replaceUnits(
  db: Db,
  userId: number,
  service: Service,
  units: readonly UnitRef[],
): Promise<void> {
  await db
    .deleteFrom('user_apartment')
    .where('user_id', '=', userId)
    .where('service', '=', service)
    .execute();
  if (units.length === 0) return;
  const unitTable = jsonTable<UnitRef>(db, units, { jointId: 'integer', apartmentId: 'text' });
  await db
    .insertInto('user_apartment')
    .columns(['user_id', 'service', 'joint_id', 'apartment_id'])
    .expression((eb) =>
      eb
        .selectFrom(unitTable.as('u'))
        .distinct()
        .select([
          sql<number>`cast(${userId} as integer)`.as('user_id'),
          sql<Service>`cast(${service} as text)`.as('service'),
        ])
        .select(['u.jointId', 'u.apartmentId']),
    )
    .execute();
}

/**
 * Returns the names of the joints in `jointIds`, and of all joints linked to a user as a whole or by a
 * unit. A user's password must not contain the names. Each joint once, in no order.
 */
export async function jointNames(
  db: Db,
  of: { userId: number | null; jointIds: readonly number[] },
): Promise<string[]> {
  const ids = new Set(of.jointIds);
  if (of.userId !== null) {
    for (const table of ['user_joint', 'user_apartment'] as const) {
      const query = db.selectFrom(table).select('joint_id').distinct().where('user_id', '=', of.userId);
      for (const { joint_id } of await query.execute()) ids.add(joint_id);
    }
  }
  if (ids.size === 0) return [];
  const rows = await db
    .selectFrom('joint')
    .select('joint_name')
    .where('joint_id', 'in', [...ids])
    .execute();
  return rows.map((row) => row.joint_name);
}
