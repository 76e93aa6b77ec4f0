import type { QuorumHistory } from '../../shared/assemblies/history.api.ts';
import { nano, toNumber } from '../../shared/coefficient.ts';
import type { Context } from '../context.ts';
import { readAsOfNow } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';
import { Problem } from '../http/problem.ts';
import { assemblyToRead } from './assembly.repository.ts';
import { readRoll } from './attendance.repository.ts';
import { readOpenedQuestions, readPastRegistrations } from './history.repository.ts';
import { readCorrections } from './roll.repository.ts';

/** More than a screen can tell apart. */
const MAX_POINTS = 500;

interface Change {
  at: Millis;
  /** +1 where a unit came, -1 where it left, 0 where its coefficient was corrected. */
  units: 1 | 0 | -1;
  apartmentId: string;
  /** What the unit weighs since, where it was corrected. */
  corrected?: number;
}

/**
 * How the quorum of a joint moved: every registration that stands or stood, from the records themselves and from
 * what was annulled, which keeps when it had begun. A unit weighs in it what it weighed then.
 */
export async function quorumHistory(
  { store, directory }: Context,
  where: { jointId: number; assemblyId?: number },
): Promise<QuorumHistory> {
  const place = await directory.find(where.jointId);
  if (place === undefined) throw new Problem('jointNotFound');
  const { jointId, rootId } = place;
  return readAsOfNow(store.db, async (trx) => {
    const { assembly_id: assemblyId } = await assemblyToRead(trx, rootId, where.assemblyId);
    const roll = await readRoll(trx, { assemblyId, jointIds: [jointId] });
    const coefficients = new Map<string, number>(roll.map((entry) => [entry.apartmentId, entry.coefficient]));
    const changes: Change[] = [];
    for (const { apartmentId, registration } of roll) {
      if (registration !== null) changes.push({ at: registration.at, units: 1, apartmentId });
    }
    for (const { apartmentId, from, until } of await readPastRegistrations(trx, { assemblyId, jointId })) {
      changes.push({ at: from, units: 1, apartmentId }, { at: until, units: -1, apartmentId });
    }
    const applied = (await readCorrections(trx, { assemblyId })).filter(
      (correction) => correction.jointId === jointId && correction.appliedAt !== null,
    );
    // Backwards, so that what the first one found is what the unit weighed from the beginning.
    for (const { apartmentId, before, after, appliedAt } of applied.reverse()) {
      if (after.coefficient === undefined || before.coefficient === undefined) continue;
      coefficients.set(apartmentId, before.coefficient);
      changes.unshift({ at: appliedAt ?? 0, units: 0, apartmentId, corrected: after.coefficient });
    }
    return {
      points: pointsOf(changes, (unit) => coefficients.get(unit) ?? 0),
      questions: await readOpenedQuestions(trx, { assemblyId, jointId }),
    };
  });
}

/**
 * Running sums over the changes, one point per instant; of many, the last one of each stretch of time.
 * @param firstWeight what a unit weighed before any correction
 */
export function pointsOf(
  changes: readonly Change[],
  firstWeight: (apartmentId: string) => number,
): QuorumHistory['points'] {
  // Who leaves makes room first: a unit that moves to another holder never counts twice, not even for a moment.
  const ordered = [...changes].sort((a, b) => a.at - b.at || a.units - b.units);
  const [first, last] = [ordered[0], ordered[ordered.length - 1]];
  if (first === undefined || last === undefined) return [];
  const stretch = Math.max(1, Math.ceil((last.at - first.at + 1) / MAX_POINTS));
  const points = new Map<number, QuorumHistory['points'][number]>();
  const weights = new Map<string, number>();
  const present = new Map<string, number>();
  let apartments = 0;
  let coefficient = 0;
  for (const { at, units, apartmentId, corrected } of ordered) {
    const weight = weights.get(apartmentId) ?? firstWeight(apartmentId);
    const here = present.get(apartmentId) ?? 0;
    weights.set(apartmentId, corrected ?? weight);
    if (corrected !== undefined && here === 0) continue;
    coefficient += corrected === undefined ? units * weight : corrected - weight;
    present.set(apartmentId, here + units);
    apartments += units;
    points.set(Math.floor((at - first.at) / stretch), {
      at: new Date(at).toISOString(),
      apartments,
      coefficient: toNumber(nano(Math.max(0, coefficient))),
    });
  }
  return [...points.values()];
}
