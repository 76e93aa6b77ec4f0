import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { accountOfUnit, accountsByUnit, linkedBillingUnits } from '../ledger/accounts.repository.ts';

/**
 * True if the user may see the account of a unit. Owners: at least a unit of the user must be billed on the
 * account. Other profiles: always true, because the route has already checked the profile.
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
 * Returns the account to show to a user for a unit, as the id of the unit with the bills: '101' for the
 * parking space 'P12' billed together with '101'. With `own`, returns the unit's own id instead, for the
 * account from before the units were billed together. Every endpoint about an account calls this function
 * first, because owners may see only accounts of their units.
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
