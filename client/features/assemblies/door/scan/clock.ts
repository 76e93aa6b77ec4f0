import { clockOffset } from '../../../../lib/server-clock.ts';
import { doorDb } from '../kept/door-db.ts';

const NOTE = 'clock';
let lastInstant = 0;

/** Reads the clock offset (server time minus device time) that `keepClock` stored at an earlier visit. */
export async function readClock(): Promise<void> {
  const note: unknown = await (await doorDb()).get('notes', NOTE);
  if (typeof note === 'number') lastInstant = note;
}

/** Stores the clock offset (server time minus device time), for a registration desk opened offline later. */
export async function keepClock(): Promise<void> {
  const offset = clockOffset();
  if (offset === null || offset === lastInstant) return;
  lastInstant = offset;
  await (await doorDb()).put('notes', offset, NOTE);
}

/** Returns the current time by the server's clock, ISO 8601, computed with the last known clock offset. */
export const serverNow = (): string => new Date(Date.now() + (clockOffset() ?? lastInstant)).toISOString();
