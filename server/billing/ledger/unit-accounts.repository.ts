/**
 * Where a unit's money stands. What was posted stays on its account: a unit that was billed alone and goes with another
 * now keeps its old one, and one that is billed apart again leaves what was charged meanwhile on its main unit's.
 */
import type { Db } from '../../platform/db/engine.ts';
import { accountsByUnit } from './accounts.repository.ts';
import { readBalances } from './ledger.repository.ts';

/**
 * The account that a unit is billed on, then those that the units which are billed there have from before.
 * @returns nothing where the joint has no such unit
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
  const kept = new Set(posted.map(({ apartment_id }) => apartment_id));
  return [account, ...others.filter((unit) => kept.has(unit))];
}

/** Accounts beside the given ones that something was posted on for one of the units: they were billed there. */
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
 * Where money for each unit of a joint goes: to the account that it has from before while something is owed there,
 * since the older debt is paid first; else to the one that it is billed on.
 */
export async function payingAccounts(db: Db, jointId: number): Promise<Map<string, string>> {
  const accounts = await accountsByUnit(db, jointId);
  const apart = [...accounts].flatMap(([unit, account]) => (unit === account ? [] : [unit]));
  if (apart.length === 0) return accounts;
  const balances = await readBalances(db, jointId);
  for (const unit of apart) if ((balances.get(unit) ?? 0) > 0) accounts.set(unit, unit);
  return accounts;
}
