/**
 * Estimate of the difference between the server's clock and the device's clock, as two bounds. The Date
 * header of each answer (exact to a second) narrows the bounds.
 */
export interface ClockBounds {
  /** Lower bound of the server clock's lead over the device clock, ms. */
  from: number;
  /** Upper bound of the lead, ms. */
  to: number;
}

/**
 * Narrows the clock bounds with another answer. Starts anew if the answer contradicts the bounds, because a clock
 * was set.
 * @param bounds bounds so far; null before the first answer
 * @param answer `date`: HTTP Date header, epoch ms; `askedAt` and `heardAt`: times of request and arrival by the
 * device clock, epoch ms
 */
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

/**
 * Narrows the estimate of the server's clock with the Date header of an answer.
 * @param header the header; null changes no bound
 * @param askedAt time of the request by the device clock, epoch ms
 */
export function hearClock(header: string | null, askedAt: number): void {
  const date = header === null ? Number.NaN : Date.parse(header);
  if (!Number.isNaN(date)) bounds = narrowed(bounds, { date, askedAt, heardAt: Date.now() });
}

/** Estimated lead of the server clock over the device clock, ms. Null before the first answer. */
export const clockOffset = (): number | null => bounds && Math.round((bounds.from + bounds.to) / 2);

/** Estimated time of the server, epoch ms. */
export const serverTime = (): number => Date.now() + (clockOffset() ?? 0);
