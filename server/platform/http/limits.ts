import { type LimitCode, limits } from '../../../shared/limits.ts';
import { Problem } from './problem.ts';

/** @throws Problem of the limit for a count above the most, with both numbers */
export function ensureWithin(code: LimitCode, count: number, most: number = limits[code].most): void {
  if (count > most) throw new Problem(code, { count, most });
}
