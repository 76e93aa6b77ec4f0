import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../db/engine.ts';
import type { Service } from '../../db/tables.ts';
import type { Principal } from '../../http/principal.ts';

/**
 * Whether a unit's account is the caller's to see: an owner's, when a unit that is linked to them is billed there;
 * anybody else's whom the guard let through, always.
 */
export async function ownsAccount(
  db: Db,
  principal: Principal,
  jointId: number,
  apartmentId: string,
): Promise<boolean> {
  if (principal.profileId !== Profile.owner) return true;
  const linked = await db
    .selectFrom('user_apartment')
    .select('apartment_id')
    .where('user_id', '=', Number(principal.userId))
    .where('joint_id', '=', jointId)
    .where('service', '=', 'billing' satisfies Service)
    .execute();
  const accounts = await accountsOf(db, jointId, [apartmentId, ...linked.map((link) => link.apartment_id)]);
  const asked = accounts.get(apartmentId);
  return asked !== undefined && linked.some((link) => accounts.get(link.apartment_id) === asked);
}

/** Where each of these units is billed; those that the joint does not have are left out. */
async function accountsOf(
  db: Db,
  jointId: number,
  apartmentIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('apartment as a')
    .leftJoin('billing_joint as b', 'b.joint_id', 'a.joint_id')
    .select(['a.apartment_id', 'a.main_apartment_id', 'b.settings'])
    .where('a.joint_id', '=', jointId)
    .where('a.apartment_id', 'in', [...apartmentIds])
    .execute();
  return new Map(
    rows.map((row) => {
      const { groupUnits = true }: { groupUnits?: boolean } = JSON.parse(row.settings ?? '{}');
      return [row.apartment_id, (groupUnits ? row.main_apartment_id : null) ?? row.apartment_id];
    }),
  );
}
