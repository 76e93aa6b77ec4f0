import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';
import type { QuorumHistory } from '../../shared/assemblies/history.api.ts';
import { nano, toNumber } from '../../shared/coefficient.ts';
import type { Context } from '../context.ts';
import { readAsOfNow } from '../db/engine.ts';
import type { AttendanceTable, Millis } from '../db/tables.ts';
import { Problem } from '../http/problem.ts';
import { assemblyToRead } from './assembly.repository.ts';
import { readRoll } from './attendance.repository.ts';

/** More than a screen can tell apart. */
const MAX_POINTS = 500;

interface Change {
  at: Millis;
  /** +1 where a unit came, -1 where it left. */
  units: 1 | -1;
  apartmentId: string;
}

/**
 * How the quorum of a joint moved: every registration that stands or stood, from the records themselves and from
 * what was annulled, which keeps when it had begun.
 */
export async function quorumHistory(
  { store, directory }: Context,
  where: { jointId: number; assemblyId?: number },
): Promise<QuorumHistory> {
  const place = await directory.find(where.jointId);
  if (place === undefined) throw new Problem('jointNotFound');
  return readAsOfNow(store.db, async (trx) => {
    const { assembly_id } = await assemblyToRead(trx, place.rootId, where.assemblyId);
    const roll = await readRoll(trx, { assemblyId: assembly_id, jointIds: [place.jointId] });
    const gone = await trx
      .selectFrom('annulment')
      .select(['apartment_id', 'annulled_at', 'record'])
      .where('assembly_id', '=', assembly_id)
      .where('joint_id', '=', place.jointId)
      .where('concept_id', '=', ATTENDANCE)
      .execute();
    const changes: Change[] = [];
    for (const { apartmentId, registration } of roll) {
      if (registration !== null) changes.push({ at: registration.at, units: 1, apartmentId });
    }
    for (const { apartment_id: apartmentId, annulled_at, record } of gone) {
      const { at }: AttendanceTable = JSON.parse(record);
      changes.push({ at, units: 1, apartmentId }, { at: annulled_at, units: -1, apartmentId });
    }
    const coefficients = new Map(roll.map((entry) => [entry.apartmentId, entry.coefficient]));
    const questions = await trx
      .selectFrom('concept')
      .select(['concept_id', 'description', 'active', 'opened_at', 'closed_at'])
      .where('assembly_id', '=', assembly_id)
      .where('joint_id', '=', place.jointId)
      .where('concept_id', '>', ATTENDANCE)
      .where('opened_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .orderBy('concept_id')
      .execute();
    return {
      points: pointsOf(changes, (unit) => coefficients.get(unit) ?? 0),
      questions: questions.map((question) => ({
        conceptId: question.concept_id,
        conceptDescription: question.description,
        openedAt: new Date(question.opened_at ?? 0).toISOString(),
        closedAt:
          question.active === 1 || question.closed_at === null
            ? null
            : new Date(question.closed_at).toISOString(),
      })),
    };
  });
}

/** Running sums over the changes, one point per instant; of many, the last one of each stretch of time. */
export function pointsOf(
  changes: readonly Change[],
  coefficientOf: (apartmentId: string) => number,
): QuorumHistory['points'] {
  // Who leaves makes room first: a unit that moves to another holder never counts twice, not even for a moment.
  const ordered = [...changes].sort((a, b) => a.at - b.at || a.units - b.units);
  const [first, last] = [ordered[0], ordered[ordered.length - 1]];
  if (first === undefined || last === undefined) return [];
  const stretch = Math.max(1, Math.ceil((last.at - first.at + 1) / MAX_POINTS));
  const points = new Map<number, QuorumHistory['points'][number]>();
  let apartments = 0;
  let coefficient = 0;
  for (const change of ordered) {
    apartments += change.units;
    coefficient += change.units * coefficientOf(change.apartmentId);
    points.set(Math.floor((change.at - first.at) / stretch), {
      at: new Date(change.at).toISOString(),
      apartments,
      coefficient: toNumber(nano(Math.max(0, coefficient))),
    });
  }
  return [...points.values()];
}
