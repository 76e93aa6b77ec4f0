import { clockOffset } from '../../../../lib/server-clock.ts';
import { doorDb } from '../kept/door-db.ts';

const NOTE = 'clock';
let lastInstant = 0;

/**
 * Reads the difference between the server's clock and this device's clock, stored by `keepClock` at an earlier
 * visit. For a desk opened without network.
 */
export async function readClock(): Promise<void> {
  const note: unknown = await (await doorDb()).get('notes', NOTE);
  if (typeof note === 'number') lastInstant = note;
}

/**
 * Stores the difference between the server's clock and this device's clock, for a desk opened later without
 * network: scans need the time of the server.
 */
export async function keepClock(): Promise<void> {
  const offset = clockOffset();
  if (offset === null || offset === lastInstant) return;
  lastInstant = offset;
  await (await doorDb()).put('notes', offset, NOTE);
}

/**
 * Returns the current time by the server's clock, ISO 8601: the time of this device, corrected by the last known
 * difference. Scans of the desk get the server's time.
 */
export const serverNow = (): string => new Date(Date.now() + (clockOffset() ?? lastInstant)).toISOString();
