/**
 * The server's clock as its answers tell it: the Date header has the second in which it answered, between the
 * asking and the hearing. Each answer narrows what the difference to this device's clock can be.
 */
export interface ClockBounds {
  /** The least and the most that the server is ahead, in milliseconds. */
  from: number;
  to: number;
}

/** The bounds after one more answer; begun anew where a clock was set meanwhile. */
export function narrowed(
  known: ClockBounds | null,
  { date, askedAt, heardAt }: { date: number; askedAt: number; heardAt: number },
): ClockBounds {
  const heard = { from: date - heardAt, to: date + 1_000 - askedAt };
  if (!known) return heard;
  const both = { from: Math.max(known.from, heard.from), to: Math.min(known.to, heard.to) };
  return both.from <= both.to ? both : heard;
}

let bounds: ClockBounds | null = null;

/** Takes an answer's Date header. */
export function hearClock(header: string | null, askedAt: number): void {
  const date = header === null ? Number.NaN : Date.parse(header);
  if (!Number.isNaN(date)) bounds = narrowed(bounds, { date, askedAt, heardAt: Date.now() });
}

/** How far the server is ahead, in milliseconds; null before any answer. */
export const clockOffset = (): number | null => bounds && Math.round((bounds.from + bounds.to) / 2);

/** The server's clock, as far as it is known. */
export const serverTime = (): number => Date.now() + (clockOffset() ?? 0);
