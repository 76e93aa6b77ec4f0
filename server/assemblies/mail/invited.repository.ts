import { Profile } from '../../../shared/profiles.ts';
import type { NamedPerson } from '../../../shared/properties/person.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { byName } from '../../platform/lib/by-name.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import { readNoticeAddresses } from './notice-addresses.repository.ts';
import { addressAt, mayTakeLink, type StoredAddress, type UnitOfUser } from './notice-addresses.ts';

/** Owner with a user account in a joint: gets an invitation and may take part in the assembly from home. */
export interface Invited {
  userId: number;
  username: string;
  name: string;
  /** Mail address for the notice: the registered address, else of the user; null with a registered address of another kind. */
  email: string | null;
  /** Registered address of today for notices with the personal link; null without a registered address. */
  address: StoredAddress | null;
  /** Registered addresses of the units' owners for a notice without the personal link, sent by the administration. */
  byHand: StoredAddress[];
  /** True if the person has signed in with a password of the person's own choice. */
  hasSignedIn: boolean;
  /** Ids of the person's units on the assembly's roll, in the table's order. */
  apartments: string[];
}

/**
 * Reads the owners with a user account, linked to the joint, to sectors or to units, in order of name: the people
 * to invite. With `userId` only the user with the id.
 */
export async function readInvited(
  db: Db,
  where: { assemblyId: number; family: readonly number[]; userId?: number },
): Promise<Invited[]> {
  const { assemblyId, family, userId } = where;
  let users = db
    .selectFrom('user_account')
    .select(['user_id as userId', 'username', 'name', 'document', 'email', 'signed_in_at'])
    .where('profile_id', '=', Profile.owner)
    .where('disabled_at', 'is', null)
    .where('user_id', 'in', (eb) =>
      eb
        .selectFrom('user_joint')
        .select('user_id')
        .where('service', '=', 'assembly')
        .where('joint_id', 'in', family)
        .union(
          eb
            .selectFrom('user_apartment')
            .select('user_id')
            .where('service', '=', 'assembly')
            .where('joint_id', 'in', family),
        ),
    );
  let units = db
    .selectFrom('user_apartment as l')
    .innerJoin('roll_unit as r', 'r.apartment_id', 'l.apartment_id')
    .select(['l.user_id', 'r.apartment_id as apartmentId', 'r.owner_key as ownerKey'])
    .select(['r.owner_name as name', 'r.owner_document as document'])
    .where('l.service', '=', 'assembly')
    .where('l.joint_id', 'in', family)
    .where('r.assembly_id', '=', assemblyId)
    .where('r.joint_id', 'in', family)
    .orderBy('r.joint_id')
    .orderBy('r.position');
  if (userId !== undefined) {
    users = users.where('user_id', '=', userId);
    units = units.where('l.apartment_id', 'in', (eb) =>
      eb.selectFrom('user_apartment').select('apartment_id').where('user_id', '=', userId),
    );
  }
  const byUser = groupBy(await units.execute(), ({ user_id }) => user_id);
  const addressesOfUser = await readAddressesOfUsers(db, { assemblyId, family });
  const rows = await users.execute();
  return rows
    .map(({ signed_in_at, document, ...person }): Invited => {
      const own = byUser.get(person.userId) ?? [];
      const apartments = [...new Set(own.map(({ apartmentId }) => apartmentId))];
      const { address, byHand } = addressesOfUser({ ...person, document }, own);
      const email = address === null ? person.email : address.kind === 'mail' ? address.value : null;
      return { ...person, email, address, byHand, hasSignedIn: signed_in_at !== null, apartments };
    })
    .sort((a, b) => byName(a.name, b.name) || a.userId - b.userId);
}

type UserWithUnits = NamedPerson & { userId: number };

/**
 * Returns a function from a user and the user's units to the registered addresses of today: `address` for the personal link,
 * and the other addresses `byHand`.
 */
async function readAddressesOfUsers(
  db: Db,
  { assemblyId, family }: { assemblyId: number; family: readonly number[] },
): Promise<(user: UserWithUnits, own: readonly UnitOfUser[]) => Pick<Invited, 'address' | 'byHand'>> {
  const addresses = await readNoticeAddresses(db, family[0] ?? 0);
  if (addresses.length === 0) return () => ({ address: null, byHand: [] });
  const roll = await db
    .selectFrom('roll_unit')
    .select(['apartment_id', 'owner_key'])
    .where('assembly_id', '=', assemblyId)
    .where('joint_id', 'in', family)
    .execute();
  const keys = new Map(roll.map(({ apartment_id, owner_key }) => [apartment_id, owner_key]));
  const elsewhere = new Set(
    (
      await db
        .selectFrom('user_apartment')
        .select('user_id')
        .distinct()
        .where('joint_id', 'not in', family)
        .where('user_id', 'in', (eb) =>
          eb.selectFrom('user_apartment').select('user_id').where('joint_id', 'in', family),
        )
        .execute()
    ).map(({ user_id }) => user_id),
  );
  const now = Date.now();
  return (user, own) => {
    const owners = groupBy(own, ({ ownerKey }) => ownerKey).values();
    const found = new Set(
      [...owners].flatMap((units) => {
        const [owner] = units;
        if (owner === undefined) return [];
        return (
          addressAt(addresses, { ...owner, apartments: units.map(({ apartmentId }) => apartmentId) }, now) ??
          []
        );
      }),
    );
    const isElsewhere = elsewhere.has(user.userId);
    const of = { user, own, ownerKey: (id: string) => keys.get(id), isElsewhere };
    const address = [...found].find((one) => mayTakeLink(one, of)) ?? null;
    return { address, byHand: [...found].filter((one) => one !== address) };
  };
}

/** State of a person's access links to an assembly, for the list of invitations on the operator's page. */
export interface LinksOf {
  /** True if a link is valid now. */
  standing: boolean;
  /** Instant of the last printed letter with a link, epoch ms; null without a letter. */
  letterPrintedAt: Millis | null;
  /** Instant of the last entry by a link, epoch ms; null if never used. */
  lastUsedAt: Millis | null;
}

/**
 * Returns the state of the access links to an assembly. Key: number of the user. Value: state of the user's
 * links.
 */
export async function linksByUser(db: Db, assemblyId: number): Promise<Map<number, LinksOf>> {
  const rows = await db
    .selectFrom('access_link')
    .select(['user_id', 'purpose', 'created_at', 'revoked_at', 'used_at'])
    .where('assembly_id', '=', assemblyId)
    .execute();
  const links = new Map<number, LinksOf>();
  const later = (one: Millis | null, other: Millis | null) =>
    other === null ? one : Math.max(one ?? other, other);
  for (const row of rows) {
    const before = links.get(row.user_id) ?? { standing: false, letterPrintedAt: null, lastUsedAt: null };
    links.set(row.user_id, {
      standing: before.standing || row.revoked_at === null,
      letterPrintedAt: later(before.letterPrintedAt, row.purpose === 'letter' ? row.created_at : null),
      lastUsedAt: later(before.lastUsedAt, row.used_at),
    });
  }
  return links;
}
