import { hashPassword, passwordMatches } from '../accounts/passwords/hashing.ts';
import type { Signer } from '../platform/audit/signing.ts';
import { ACCOUNTS_CHAIN } from '../platform/audit/trail.ts';
import { type Db, lockName } from '../platform/db/engine.ts';
import { alcaravan } from './alcaravan.ts';
import { storeBilling, storeRates } from './billing.ts';
import { canon } from './canon.ts';
import { storeEvents } from './events.ts';
import { keepPassword, keptPassword, makePassword } from './password.ts';
import { samanes } from './samanes.ts';
import { storeJoint } from './store-joint.ts';
import { DEMO_ACT, storeUsers } from './store-users.ts';
import { demoUsers } from './users.ts';

/** User names and common password of the demonstration, printed at the start of the server. */
export interface Demo {
  /** Password of all demonstration users. If the password is unknown, a sentence for the operator instead. */
  password: string;
  users: { username: string; description: string }[];
}

/** Name of the lock for creating the first users of a store. Also used by the one-time link of the first start. */
const TURN = 'firstUser';

/** Number of billed months in the demonstration. */
const YEAR = 12;

const FORGOTTEN =
  'no se conoce aquí; es la que se dio en SCAF_DEMO_PASSWORD, o la que se mostró, cuando se creó la demostración.';

/**
 * Fills an empty store with the demonstration (invented joints and users), or finds the demonstration of an
 * earlier start. Every start can print the users. Stores all or no data.
 * @param options `password`: configured password, never stored in a file; null creates a password and
 * stores a copy in `dataDir`. `signer`: signs the head of the open assembly. `billedMonths`: number of billed months, default a year
 * @returns null if the store holds other data
 */
export async function makeDemo(
  db: Db,
  options: { password: string | null; dataDir: string; signer: Signer; billedMonths?: number },
): Promise<Demo | null> {
  if (!(await isEmpty(db))) return findDemo(db, options);
  const password = options.password ?? makePassword();
  const passwordHash = await hashPassword(password);
  const made = await db.transaction().execute(async (trx) => {
    await takeTurn(trx);
    if (!(await isEmpty(trx))) return false;
    await storeAll(trx, passwordHash, { billedMonths: YEAR, ...options });
    // Stored while the lock is held, so no other process overwrites the file, and before the process can end.
    if (options.password === null) keepPassword(options.dataDir, password);
    return true;
  });
  if (!made) return findDemo(db, options);
  return { password, users: demoUsers.map(({ username, description }) => ({ username, description })) };
}

/** Takes the lock for creating the first users, so that other processes starting on the same store wait. */
async function takeTurn(trx: Db): Promise<void> {
  await lockName(trx, TURN);
  // SQLite's write lock goes to the first writer: an empty delete before the first read of the transaction.
  await trx.deleteFrom('one_time_link').where('token_hash', '=', '').execute();
}

/** True if the store has no user and no joint. */
export async function isEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('user_account').select('user_id').limit(1).executeTakeFirst();
  const joint = await db.selectFrom('joint').select('joint_id').limit(1).executeTakeFirst();
  return user === undefined && joint === undefined;
}

async function storeAll(
  trx: Db,
  passwordHash: string,
  { billedMonths, signer }: { billedMonths: number; signer: Signer },
): Promise<void> {
  const at = Date.now();
  const year = new Date(at).getFullYear();
  const by = { at, signer };
  const served = [await storeJoint(trx, samanes(year), by), await storeJoint(trx, canon(), by)];
  const other = await storeJoint(trx, alcaravan(year), by);
  await storeRates(trx, { billedMonths, at });
  for (const joint of [...served, other]) await storeBilling(trx, joint, { billedMonths, at });
  const events = await storeEvents(trx, at);
  await storeUsers(trx, { served, all: [...served, other], events, passwordHash, at });
}

/**
 * Returns the demonstration users still able to sign in, with the password if known and valid. Null without a
 * demonstration.
 */
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

/** Returns the configured or stored password if it fits the users' hash. All demonstration users share a hash. */
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
