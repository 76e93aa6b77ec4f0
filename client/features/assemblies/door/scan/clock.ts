import { clockOffset } from '../../../../lib/server-clock.ts';
import { doorDb } from '../kept/door-db.ts';

const NOTE = 'clock';
let lastInstant = 0;

/** Reads the clock offset stored at an earlier visit. */
export async function readClock(): Promise<void> {
  const note: unknown = await (await doorDb()).get('notes', NOTE);
  if (typeof note === 'number') lastInstant = note;
}

/** Stores the clock offset, for a door opened offline. */
export async function keepClock(): Promise<void> {
  const offset = clockOffset();
  if (offset === null || offset === lastInstant) return;
  lastInstant = offset;
  await (await doorDb()).put('notes', offset, NOTE);
}

/** Current time by the server's clock, with the last known offset. */
export const serverNow = (): string => new Date(Date.now() + (clockOffset() ?? lastInstant)).toISOString();
