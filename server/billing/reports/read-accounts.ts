import { type Day, dayInBogota } from '../../../shared/days.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { asOf, emptyAccount, heldUntil } from '../ledger/account.ts';
import { type BilledUnit, listBilledUnits } from '../ledger/accounts.repository.ts';
import { readAccounts } from '../ledger/ledger.repository.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { type BookHeading, readHeading } from './heading.ts';

/** Every account of a joint with what it held on a day. */
export interface JointAccounts {
  heading: BookHeading;
  /** The day that it is seen on, and the posting day that it holds everything until. */
  day: Day;
  until: Day;
  accounts: { unit: BilledUnit; account: Account }[];
}

/**
 * A joint's accounts as of a posting date, in the order of its table; without a date everything that was posted, as
 * seen today.
 * @throws Problem jointNotFound; monthNotFound for a joint that has no books
 */
export function readJointAccounts(
  db: Db,
  { jointId, date }: { jointId: number; date?: Day },
): Promise<JointAccounts> {
  return readAsOfNow(db, async (trx) => {
    const heading = await readHeading(trx, jointId);
    const day = date ?? dayInBogota(heading.madeAt);
    const accounts = await readAccounts(trx, jointId);
    const units = await listBilledUnits(trx, jointId, day);
    const seen = units.map((unit) => ({
      unit,
      account: asOf(accounts.get(unit.apartmentId) ?? emptyAccount(unit.apartmentId), date ?? null),
    }));
    const until = seen.reduce((last, { account }) => heldUntil(account.items, last), day);
    return { heading, day, until, accounts: seen };
  });
}

/** The units that are billed with another: 'Con 12, Depósito 4'; '' where a unit is billed by itself. */
export const withUnits = ([, ...others]: readonly string[]): string =>
  others.length === 0 ? '' : `Con ${others.join(', ')}`;
