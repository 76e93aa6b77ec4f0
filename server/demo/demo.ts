import { hashPassword, passwordMatches } from '../accounts/passwords/hashing.ts';
import { ACCOUNTS_CHAIN } from '../platform/audit/trail.ts';
import { type Db, lockName } from '../platform/db/engine.ts';
import { alcaravan } from './alcaravan.ts';
import { storeBilling, storeRates } from './billing.ts';
import { canon } from './canon.ts';
import { keepPassword, keptPassword, makePassword } from './demo-password.ts';
import { storeEvents } from './events.ts';
import { samanes } from './samanes.ts';
import { storeJoint } from './store-joint.ts';
import { DEMO_ACT, storeUsers } from './store-users.ts';
import { demoUsers } from './users.ts';

export interface Demo {
  /** Of all the users; where it is not known any more, a sentence that says so. */
  password: string;
  users: { username: string; description: string }[];
}

/** The turn of whoever makes a store's first users; the one-time link of the first start takes it too. */
const TURN = 'firstUser';

/** Months of billing that the demonstration has. */
const YEAR = 12;

const FORGOTTEN =
  'no se conoce aquí; es la que se dio en SCAF_DEMO_PASSWORD, o la que se mostró, cuando se creó la demostración.';

/**
 * Makes the demonstration in an empty store, all of it or none, or finds the one that was made before, so that
 * every start can say who may sign in.
 * @param options password: given by configuration, never written; null makes one and keeps it in `dataDir`.
 * billedMonths: how many months of billing its joints have, a year where left out
 * @returns null in a store that holds anything else
 */
export async function makeDemo(
  db: Db,
  options: { password: string | null; dataDir: string; billedMonths?: number },
): Promise<Demo | null> {
  if (!(await isEmpty(db))) return findDemo(db, options);
  const password = options.password ?? makePassword();
  const passwordHash = await hashPassword(password);
  const made = await db.transaction().execute(async (trx) => {
    await takeTurn(trx);
    if (!(await isEmpty(trx))) return false;
    await storeAll(trx, passwordHash, options.billedMonths ?? YEAR);
    // While the turn is held, so that no other process overwrites it; and before anything can end this one.
    if (options.password === null) keepPassword(options.dataDir, password);
    return true;
  });
  if (!made) return findDemo(db, options);
  return { password, users: demoUsers.map(({ username, description }) => ({ username, description })) };
}

/** Waits for other processes that start on the same store. */
async function takeTurn(trx: Db): Promise<void> {
  await lockName(trx, TURN);
  // SQLite's writer is whoever writes first: a write of nothing, before the first read of the transaction.
  await trx.deleteFrom('one_time_link').where('token_hash', '=', '').execute();
}

/** Whether a demonstration may be made in it. */
export async function isEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('user_account').select('user_id').limit(1).executeTakeFirst();
  const joint = await db.selectFrom('joint').select('joint_id').limit(1).executeTakeFirst();
  return user === undefined && joint === undefined;
}

async function storeAll(trx: Db, passwordHash: string, billedMonths: number): Promise<void> {
  const at = Date.now();
  const year = new Date(at).getFullYear();
  const served = [await storeJoint(trx, samanes(year), at), await storeJoint(trx, canon(), at)];
  const other = await storeJoint(trx, alcaravan(year), at);
  await storeRates(trx, { billedMonths, at });
  for (const joint of [...served, other]) await storeBilling(trx, joint, { billedMonths, at });
  const events = await storeEvents(trx, at);
  await storeUsers(trx, { served, all: [...served, other], events, passwordHash, at });
}

/** The demonstration's users that can still sign in, with the password where one that is known still fits. */
async function findDemo(db: Db, options: { password: string | null; dataDir: string }): Promise<Demo | null> {
  const marks = db.selectFrom('audit_entry').select('seq');
  const mark = await marks
    .where('chain', '=', ACCOUNTS_CHAIN)
    .where('act', '=', DEMO_ACT)
    .limit(1)
    .executeTakeFirst();
  if (mark === undefined) return null;
  const names = demoUsers.map(({ username }) => username);
  const rows = await db
    .selectFrom('user_account')
    .select(['username', 'password_hash'])
    .where('username', 'in', names)
    .where('disabled_at', 'is', null)
    .execute();
  const hashes = new Map(rows.map((row) => [row.username, row.password_hash]));
  const { password, hash } = await knownPassword([...hashes.values()], options);
  const users = demoUsers.flatMap(({ username, description }) => {
    const own = hashes.get(username);
    if (own === undefined) return [];
    const changed = hash !== null && own !== hash;
    return [{ username, description: changed ? `${description} (cambió su contraseña)` : description }];
  });
  return users.length === 0 ? null : { password, users };
}

/** The given or the kept password, whichever fits a user; the demonstration's users were made with one hash. */
async function knownPassword(
  hashes: readonly (string | null)[],
  options: { password: string | null; dataDir: string },
): Promise<{ password: string; hash: string | null }> {
  for (const candidate of [options.password, keptPassword(options.dataDir)]) {
    if (candidate === null) continue;
    for (const hash of new Set(hashes)) {
      if (await passwordMatches(hash, candidate)) return { password: candidate, hash };
    }
  }
  return { password: FORGOTTEN, hash: null };
}
