import type { QuorumHistory } from '../../../shared/assemblies/history.api.ts';
import type { Snapshot } from '../../../shared/assemblies/live.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { requireJoint } from '../../platform/http/joint-places.ts';
import { readWall } from '../live/joint-state.ts';
import { intervalsOf } from '../questions/result.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import type { StoredConcept } from '../store/questions/concepts.repository.ts';
import { readRevisions } from '../store/revisions.repository.ts';
import { readRollVersions } from '../store/roll/entries.repository.ts';
import { readStays, type Stay } from './history.repository.ts';
import { RollThen } from './roll-then.ts';
import { type Change, type Moment, momentsOf } from './timeline.ts';

/** Maximum number of points of the curve: more cannot be told apart on a screen. */
const MAX_POINTS = 500;

/**
 * Returns the quorum of a joint over time, from current and ended registrations. At each instant a unit has the
 * coefficient then on the roll.
 */
export async function quorumHistory(
  { store, directory }: Context,
  where: { jointId: number; assemblyId?: number },
): Promise<QuorumHistory> {
  const place = await requireJoint(directory, where.jointId);
  const { jointId, rootId } = place;
  return readAsOfNow(store.db, async (trx) => {
    const assembly = await assemblyToRead(trx, rootId, where.assemblyId);
    const { assemblyId } = assembly;
    const points = await drawnPoints(trx, { assemblyId, jointId }, drawnOf(store.db));
    const { concepts, snapshot } = await readWall(trx, place, assembly);
    return { points, questions: openingsOf(concepts, snapshot) };
  });
}

/** Lists each opening and closing of a joint's questions, by question and in order. */
export function openingsOf(
  concepts: readonly StoredConcept[],
  { concepts: standing, deleted = [] }: Pick<Snapshot, 'concepts' | 'deleted'>,
): QuorumHistory['questions'] {
  const results = [...standing, ...deleted];
  return concepts.flatMap((concept) => {
    const result = results.find(({ conceptId }) => conceptId === concept.conceptId);
    if (result === undefined) return [];
    const { conceptId, conceptDescription, deleted: deletion } = result;
    const intervals = result.intervals ?? intervalsOf(concept, result.voted.apartments, result);
    return intervals.map((interval, i) => ({
      conceptId,
      conceptDescription,
      interval: i + 1,
      ...defined({ deleted: deletion }),
      ...interval,
    }));
  });
}

/** Cache of curves by joint and assembly, each with the version of its attendance. */
type Drawn = Map<string, { version: string; points: QuorumHistory['points'] }>;
const MOST_DRAWN = 100;
const drawnByStore = new WeakMap<Db, Drawn>();

function drawnOf(db: Db): Drawn {
  const drawn = drawnByStore.get(db) ?? new Map();
  drawnByStore.set(db, drawn);
  return drawn;
}

/**
 * Returns the points of the curve. Computes the points again only if the attendance has changed; votes do not
 * change the curve.
 */
async function drawnPoints(
  trx: Db,
  of: { assemblyId: number; jointId: number },
  drawn: Drawn,
): Promise<QuorumHistory['points']> {
  const { epoch, attendanceRevision } = await readRevisions(trx, of.jointId);
  const version = `${epoch} ${attendanceRevision}`;
  const key = `${of.jointId} ${of.assemblyId}`;
  const cached = drawn.get(key);
  if (cached?.version === version) return cached.points;
  const { roll, changes } = await readTimeline(trx, of);
  const points = pointsOf(momentsOf(roll.opened(), changes));
  drawn.delete(key);
  drawn.set(key, { version, points });
  const [oldest] = drawn.keys();
  if (drawn.size > MOST_DRAWN && oldest !== undefined) drawn.delete(oldest);
  return points;
}

/** Data to compute the attendance of a joint in an assembly over time. */
export interface Timeline {
  stays: Stay[];
  roll: RollThen;
  /** Registrations, departures and corrections of the roll, unsorted. */
  changes: Change[];
}

export async function readTimeline(
  trx: Db,
  { assemblyId, jointId }: { assemblyId: number; jointId: number },
): Promise<Timeline> {
  const stays = await readStays(trx, { assemblyId, jointId });
  const changes = stays.flatMap(({ record: { apartment_id: apartmentId, at }, end }): Change[] => [
    { at, apartmentId, units: 1 },
    ...(end === null ? [] : [{ at: end.at, apartmentId, units: -1 as const }]),
  ]);
  const roll = new RollThen(await readRollVersions(trx, { assemblyId, jointId }));
  return { stays, roll, changes: [...roll.changes(), ...changes] };
}

/**
 * Converts moments of the attendance to points of the curve. If there are too many, takes the last moment of each
 * stretch of time.
 */
export function pointsOf(all: Iterable<Moment>): QuorumHistory['points'] {
  const moments = [...all];
  const [first, last] = [moments[0], moments.at(-1)];
  if (first === undefined || last === undefined) return [];
  const stretch = Math.max(1, Math.ceil((last.at - first.at + 1) / MAX_POINTS));
  const points = new Map<number, QuorumHistory['points'][number]>();
  for (const { at, apartments, coefficient } of moments) {
    points.set(Math.floor((at - first.at) / stretch), {
      at: new Date(at).toISOString(),
      apartments,
      coefficient: toNumber(coefficient),
    });
  }
  return [...points.values()];
}
