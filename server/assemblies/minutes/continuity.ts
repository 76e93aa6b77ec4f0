import { quorumOf } from '../../../shared/assemblies/quorum.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { Moment } from '../meeting/timeline.ts';

/**
 * Course of the quorum, for the acta: from the instant when the quorum was first reached to the assembly's end (or
 * now), with every time without quorum.
 */
export interface Continuity {
  from: Millis;
  until: Millis;
  /** Lowest attendance of the whole time, with the instant when it began. */
  lowest: Pick<Moment, 'at' | 'apartments' | 'coefficient'>;
  /** Stretches of time without quorum, in order. */
  gaps: { from: Millis; until: Millis }[];
}

/**
 * Returns the times with and without quorum between the first quorum and the end, or null if the quorum was
 * never reached. Required in the acta (Decreto 1074 de 2015, art. 2.2.1.16.1, as of Decreto 398 de 2020: 'la
 * continuidad del quórum necesario durante toda la reunión').
 * @param timeline attendance after each change, in order
 * @param reachedAt time when the quorum was first reached in the current call, epoch ms; null: never
 * @param until end of the assembly, or now, epoch ms
 * @param call 1 or 2: the second call needs a smaller quorum
 */
export function continuityOf(
  timeline: readonly Moment[],
  { reachedAt, until, call }: { reachedAt: Millis | null; until: Millis; call: 1 | 2 },
): Continuity | null {
  if (reachedAt === null) return null;
  let lowest: Continuity['lowest'] | null = null;
  const gaps: Continuity['gaps'] = [];
  let lostAt: Millis | null = null;
  for (const { at, apartments, coefficient, owners, total } of timeline) {
    if (at < reachedAt || at > until) continue;
    if (lowest === null || coefficient < lowest.coefficient) lowest = { at, apartments, coefficient };
    const { reached } = quorumOf({ call, registered: coefficient, total, owners });
    if (!reached) lostAt ??= at;
    else if (lostAt !== null) {
      gaps.push({ from: lostAt, until: at });
      lostAt = null;
    }
  }
  if (lowest === null) return null;
  if (lostAt !== null && lostAt < until) gaps.push({ from: lostAt, until });
  return { from: reachedAt, until, lowest, gaps };
}
