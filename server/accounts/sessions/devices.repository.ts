import type { Db } from '../../platform/db/engine.ts';
import { finds } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { DEVICE_MS, type Device, newDevice } from './devices.ts';

/** Maximum number of remembered devices per user: enough for a platform user at every desk of a large assembly. */
const MOST_DEVICES = 50;

/**
 * True if a user has signed in before on a device (a browser with a device cookie).
 * @param hash hash of the device's token
 * @param usernameKey user name as normalized by `usernameKey`
 * @param at current time, epoch ms
 */
export function isDeviceOf(db: Db, hash: string, usernameKey: string, at: Millis): Promise<boolean> {
  return finds(
    db
      .selectFrom('known_device as d')
      .innerJoin('user_account as u', 'u.user_id', 'd.user_id')
      .select('d.user_id')
      .where('d.token_hash', '=', hash)
      .where('d.seen_at', '>', at - DEVICE_MS)
      .where('u.username_key', '=', usernameKey),
  );
}

async function isDeviceKnown(db: Db, hash: string): Promise<boolean> {
  const query = db.selectFrom('known_device').select('user_id').where('token_hash', '=', hash);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Stores a user's sign-in on a device. Beyond the limit, deletes the devices that the user has not used for
 * longest.
 */
async function rememberDevice(trx: Db, userId: number, hash: string, at: Millis): Promise<void> {
  await trx
    .insertInto('known_device')
    .values({ user_id: userId, token_hash: hash, seen_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'token_hash']).doUpdateSet({ seen_at: at }))
    .execute();
  await trx
    .deleteFrom('known_device')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', (eb) =>
      eb
        .selectFrom('known_device')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('seen_at', 'desc')
        .orderBy('token_hash')
        .limit(MOST_DEVICES),
    )
    .execute();
}

/**
 * Deletes the remembered devices of a user after a new password: another person may have known the old password.
 */
export async function forgetDevices(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('known_device').where('user_id', '=', userId).execute();
}

/**
 * Remembers a device (browser with a cookie) for a user after a sign-in, and returns the device. A cookie
 * not issued by the server is replaced by a new device.
 * @param shown device of the request's cookie; null without the cookie
 * @param at current time, epoch ms
 */
export async function keepDevice(trx: Db, userId: number, shown: Device | null, at: Millis): Promise<Device> {
  const device = shown !== null && (await isDeviceKnown(trx, shown.hash)) ? shown : newDevice();
  await rememberDevice(trx, userId, device.hash, at);
  return device;
}
