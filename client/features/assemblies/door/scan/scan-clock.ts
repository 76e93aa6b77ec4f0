import { clockOffset } from '../../../../lib/server-clock.ts';
import { doorDb } from '../kept/door-db.ts';

const NOTE = 'clock';
let known = 0;

/** How far the server was ahead when it was last heard, from a visit before this one. */
export async function readClock(): Promise<void> {
  const note: unknown = await (await doorDb()).get('notes', NOTE);
  if (typeof note === 'number') known = note;
}

/** Keeps it for a door that opens without network. */
export async function keepClock(): Promise<void> {
  const offset = clockOffset();
  if (offset === null || offset === known) return;
  known = offset;
  await (await doorDb()).put('notes', offset, NOTE);
}

/** Now, by the server's clock, as far as this device knows it. */
export const serverNow = (): string => new Date(Date.now() + (clockOffset() ?? known)).toISOString();
