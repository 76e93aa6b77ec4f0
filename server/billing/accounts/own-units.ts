import { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { accountOfUnit, accountsByUnit, linkedBillingUnits } from '../ledger/accounts.repository.ts';

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
  const linked = await linkedBillingUnits(db, jointId, Number(principal.userId));
  const accounts = await accountsByUnit(db, jointId);
  const asked = accounts.get(apartmentId);
  return asked !== undefined && linked.some((unit) => accounts.get(unit) === asked);
}

/**
 * The account that a unit of the joint is billed on, or its own from before, for whoever may see it.
 * @throws Problem apartmentNotFound where there is no such unit, or it is not the caller's
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
