import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { accountOfUnit, accountsByUnit, linkedBillingUnits } from '../ledger/accounts.repository.ts';

/**
 * True if the caller may see a unit's account. Owners: a unit linked to the caller must be billed on the account.
 * Other profiles: always, because the route checks the profile.
 */
export async function ownsAccount(
  db: Db,
  principal: Principal,
  jointId: number,
  apartmentId: string,
): Promise<boolean> {
  if (principal.profileId !== Profile.owner) return true;
  const linked = await linkedBillingUnits(db, jointId, Number(principal.userId));
  const accounts = await accountsByUnit(db, jointId);
  const account = accounts.get(apartmentId);
  return account !== undefined && linked.some((unit) => accounts.get(unit) === account);
}

/**
 * Returns the account on which a unit is billed, or with `own` the unit's own former account.
 * @throws Problem apartmentNotFound for an unknown unit or a unit of other owners
 */
export async function accountFor(
  db: Db,
  principal: Principal,
  { jointId, apartmentId, own }: { jointId: number; apartmentId: string; own?: boolean },
): Promise<string> {
  const account = await accountOfUnit(db, jointId, apartmentId);
  if (account === undefined || !(await ownsAccount(db, principal, jointId, apartmentId))) {
    throw new Problem('apartmentNotFound');
  }
  return own === true ? apartmentId : account;
}
