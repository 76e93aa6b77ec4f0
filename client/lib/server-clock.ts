/**
 * Bounds of the difference between server and device clock. A Date header holds the second of the answer, between
 * request and arrival. Each answer narrows the bounds.
 */
export interface ClockBounds {
  /** Least lead of the server, ms. `to` is the most. */
  from: number;
  to: number;
}

/** Narrows the bounds with another answer. Starts anew if a clock was set meanwhile. */
export function narrowed(
  bounds: ClockBounds | null,
  { date, askedAt, heardAt }: { date: number; askedAt: number; heardAt: number },
): ClockBounds {
  const heard = { from: date - heardAt, to: date + 1_000 - askedAt };
  if (!bounds) return heard;
  const both = { from: Math.max(bounds.from, heard.from), to: Math.min(bounds.to, heard.to) };
  return both.from <= both.to ? both : heard;
}

let bounds: ClockBounds | null = null;

/** Takes the Date header of an answer. */
export function hearClock(header: string | null, askedAt: number): void {
  const date = header === null ? Number.NaN : Date.parse(header);
  if (!Number.isNaN(date)) bounds = narrowed(bounds, { date, askedAt, heardAt: Date.now() });
}

/** Lead of the server clock, ms. Null before the first answer. */
export const clockOffset = (): number | null => bounds && Math.round((bounds.from + bounds.to) / 2);

/** Estimated time of the server. */
export const serverTime = (): number => Date.now() + (clockOffset() ?? 0);
