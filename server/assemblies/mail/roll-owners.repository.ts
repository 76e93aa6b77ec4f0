import { Profile } from '../../../shared/profiles.ts';
import { comparePersons } from '../../../shared/properties/person.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameUnit } from '../../platform/db/queries.ts';
import { groupEntries } from '../../platform/lib/group-by.ts';
import { type RollUnit, withOwnerless } from './roll-owners.ts';

/**
 * Reads the e-mail addresses of owners with a user account linked to units of the joints. Key: number of the user.
 * Value: e-mail address. Disabled users are left out.
 */
export async function readUserAddresses(db: Db, family: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('user_account as u')
    .select(['u.user_id as userId', 'u.email'])
    .where('u.disabled_at', 'is', null)
    .where('u.profile_id', '=', Profile.owner)
    .where('u.user_id', 'in', (eb) =>
      eb
        .selectFrom('user_apartment as l')
        .select('l.user_id')
        .where('l.service', '=', 'assembly')
        .where('l.joint_id', 'in', family),
    )
    .execute();
  return new Map(rows.flatMap(({ userId, email }) => (email === null ? [] : [[userId, email] as const])));
}

/**
 * Reads the units on an assembly's roll, each with the owner, the owner's e-mail addresses from the table of units,
 * and the users linked to the unit. `groupByOwner` then finds the people to write to.
 */
export async function readRollOwners(
  db: Db,
  { assemblyId, family }: { assemblyId: number; family: readonly number[] },
): Promise<RollUnit[]> {
  const rows = await db
    .selectFrom('roll_unit as r')
    .leftJoin('ownership as o', (join) => join.on(sameUnit('o', 'r')).on('o.until', 'is', null))
    .select(['r.joint_id as jointId', 'r.apartment_id as apartmentId'])
    .select(['r.owner_name as owner', 'r.owner_document as ownerDocument', 'r.owner_key as ownerKey'])
    .select(['o.owner_name as table_name', 'o.owner_document as table_document', 'o.owner_emails'])
    .where('r.assembly_id', '=', assemblyId)
    .where('r.joint_id', 'in', family)
    .orderBy('r.joint_id')
    .orderBy('r.position')
    .execute();
  const links = await db
    .selectFrom('user_apartment as l')
    .innerJoin('user_account as u', 'u.user_id', 'l.user_id')
    .select(['l.apartment_id', 'u.user_id', 'u.disabled_at'])
    .where('l.service', '=', 'assembly')
    .where('l.joint_id', 'in', family)
    .where('u.profile_id', '=', Profile.owner)
    .orderBy('u.user_id')
    .execute();
  const linked = groupEntries(
    links.map((row) => [row.apartment_id, { userId: row.user_id, disabled: row.disabled_at !== null }]),
  );
  return rows.map(({ table_name, table_document, owner_emails, ...unit }) => {
    // The table may already have another owner: the addresses would be wrong.
    const isUnchanged = table_name === unit.owner && table_document === unit.ownerDocument;
    const isSame =
      isUnchanged ||
      (table_name !== null &&
        comparePersons(
          { name: table_name, document: table_document },
          { name: unit.owner, document: unit.ownerDocument },
        ) === 'same');
    return {
      ...unit,
      emails: isSame && owner_emails !== null ? JSON.parse(owner_emails) : [],
      linked: linked.get(unit.apartmentId) ?? [],
    };
  });
}

/**
 * Reads the owners on an assembly's roll as `withOwnerless`, each with the mail addresses: of the linked users, then of the table
 * of units.
 */
export async function readAddressedOwners(db: Db, where: { assemblyId: number; family: readonly number[] }) {
  const addressOf = await readUserAddresses(db, where.family);
  return withOwnerless(await readRollOwners(db, where)).map((owner) => ({
    ...owner,
    addresses: [
      ...owner.linked.flatMap((userId) => {
        const address = addressOf.get(userId);
        return address === undefined ? [] : [{ userId, address }];
      }),
      ...owner.emails.map((address) => ({ userId: null, address })),
    ].map((one) => ({ ...one, key: one.address.toLowerCase() })),
  }));
}
