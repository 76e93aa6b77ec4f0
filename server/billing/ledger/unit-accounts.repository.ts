/**
 * Finds the accounts with money of a unit. Movements never move between accounts: a unit joining a main unit keeps
 * the old account, and a unit billed separately again leaves some charges on the main unit's account.
 */
import type { Db } from '../../platform/db/engine.ts';
import { accountsByUnit } from './accounts.repository.ts';
import { readBalances } from './ledger.repository.ts';

/**
 * Returns the ids of all accounts with possible debts of a unit: first the account billed for the unit now,
 * then earlier accounts of units billed together now. Empty if the unit does not exist.
 */
export async function accountsOfUnit(db: Db, jointId: number, apartmentId: string): Promise<string[]> {
  const accountOf = await accountsByUnit(db, jointId);
  const account = accountOf.get(apartmentId);
  if (account === undefined) return [];
  const others = [...accountOf].flatMap(([unit, on]) => (on === account && unit !== account ? [unit] : []));
  if (others.length === 0) return [account];
  const posted = await db
    .selectFrom('ledger_item')
    .select('apartment_id')
    .distinct()
    .where('joint_id', '=', jointId)
    .where('apartment_id', 'in', others)
    .execute();
  const postedAccounts = new Set(posted.map(({ apartment_id }) => apartment_id));
  return [account, ...others.filter((unit) => postedAccounts.has(unit))];
}

/**
 * Returns the ids of further accounts with movements of some units, sorted: accounts from before the units
 * were billed together. The accounts may still have debts of the units.
 * @param beside accounts to leave out
 */
export async function formerAccounts(
  db: Db,
  jointId: number,
  units: readonly string[],
  beside: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_item')
    .select('apartment_id')
    .distinct()
    .where('joint_id', '=', jointId)
    .where('for_apartment_id', 'in', [...units])
    .where('apartment_id', 'not in', [...beside])
    .orderBy('apartment_id')
    .execute();
  return rows.map(({ apartment_id }) => apartment_id);
}

/**
 * Returns for each unit the account that receives a new payment. Key: id of the unit ('P12'). Value: id of
 * the account: (1) the unit's earlier account while in debt (oldest debt first), else (2) the account billed
 * for the unit now.
 */
export async function payingAccounts(db: Db, jointId: number): Promise<Map<string, string>> {
  const accounts = await accountsByUnit(db, jointId);
  const apart = [...accounts].flatMap(([unit, account]) => (unit === account ? [] : [unit]));
  if (apart.length === 0) return accounts;
  const balances = await readBalances(db, jointId);
  for (const unit of apart) if ((balances.get(unit) ?? 0) > 0) accounts.set(unit, unit);
  return accounts;
}
