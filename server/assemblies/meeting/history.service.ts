import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { QuorumHistory } from '../../../shared/assemblies/history.api.ts';
import type { Snapshot } from '../../../shared/assemblies/live.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import type { Store } from '../../platform/db/connect.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { type JointWithRoot, requireJoint } from '../../platform/http/joint-places.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ReadyJson } from '../../platform/http/ready-json.ts';
import { OneUnderWay } from '../../platform/lib/one-under-way.ts';
import { restOf } from '../../platform/lib/rest-of.ts';
import { type JointState, readWall } from '../live/joint-state.ts';
import { intervalsOf } from '../questions/result.ts';
import { assemblyToRead } from '../store/assembly.repository.ts';
import { readStays, type Stay } from '../store/attendance/stays.repository.ts';
import type { StoredConcept } from '../store/questions/concepts.repository.ts';
import { readRollVersions } from '../store/roll/entries.repository.ts';
import type { LiveContext } from './live-context.ts';
import { RollThen } from './roll-then.ts';
import { type Change, type Moment, momentsOf } from './timeline.ts';

/** Maximum number of points of the curve: more cannot be told apart on a screen. */
const MAX_POINTS = 500;

/** Histories in memory, by joint and assembly. */
const MOST_HISTORIES = 100;
/** Pause after computing the curve of a joint, as a multiple of the duration of the computation. */
const REST = 4;

/** Cached value with the revision of the data. */
interface Made<T> {
  version: string;
  value: Promise<T>;
}

/**
 * Service of the quorum over time, for the curve on screens and in reports, computed from current and ended
 * registrations. At each time a unit has the coefficient of that time. Results are cached until the joint changes.
 */
export function quorumHistories({
  store,
  directory,
  publisher,
}: Pick<LiveContext, 'directory' | 'publisher'> & { store: Pick<Store, 'db'> }) {
  const histories = new LRUCache<string, Made<ReadyJson>>({ max: MOST_HISTORIES });
  const curves = new LRUCache<string, Made<Buffer> & { read: OneUnderWay<Buffer> }>({ max: MOST_HISTORIES });

  /** Returns the points as JSON, as of the version or newer. */
  function curveOf(of: { assemblyId: number; jointId: number }, version: string): Promise<Buffer> {
    const key = `${of.jointId} ${of.assemblyId}`;
    const cached = curves.get(key);
    if (cached?.version === version) return cached.value;
    const read = cached?.read ?? new OneUnderWay(restingBetween(() => readCurve(store.db, of)));
    return share(curves, key, { version, value: read.ask(), read });
  }

  async function currentHistory({ epoch, revision, attendanceRevision, ...state }: JointState) {
    if (state.parts === null) throw new Problem('assemblyNotFound');
    const { jointId } = state.snapshot;
    const { assembly, concepts } = state.parts;
    const { assemblyId } = assembly;
    const version = `${epoch} ${revision}`;
    const key = `${jointId} ${assemblyId}`;
    const cached = histories.get(key);
    if (cached?.version === version) return cached.value;
    const questions = () => openingsOf(concepts, state.snapshot);
    const value = curveOf({ assemblyId, jointId }, `${epoch} ${attendanceRevision}`).then((points) =>
      historyJson(points, questions()),
    );
    return share(histories, key, { version, value });
  }

  /** Returns the history of an archived assembly: never changes within an epoch. */
  function archivedHistory(place: JointWithRoot, assemblyId: number, epoch: string): Promise<ReadyJson> {
    const key = `${place.jointId} ${assemblyId}`;
    const cached = histories.get(key);
    const version = `${epoch} archived`;
    if (cached?.version === version) return cached.value;
    return share(histories, key, { version, value: readArchived(store.db, place, assemblyId) });
  }

  /**
   * Returns the history of an assembly as JSON (`QuorumHistory`). Default: the current assembly.
   * @throws Problem jointNotFound, assemblyNotFound
   */
  return async (where: { jointId: number; assemblyId?: number }): Promise<ReadyJson> => {
    const place = await requireJoint(directory, where.jointId);
    const state = await publisher.current(place.jointId);
    const { assemblyId } = where;
    if (assemblyId === undefined || assemblyId === state.parts?.assembly.assemblyId)
      return currentHistory(state);
    return archivedHistory(place, assemblyId, state.epoch);
  };
}

/** Caches a value in the making, until a failure. */
function share<M extends Made<unknown>>(cache: LRUCache<string, M>, key: string, made: M): M['value'] {
  cache.set(key, made);
  made.value.catch(() => {
    if (cache.peek(key) === made) cache.delete(key);
  });
  return made.value;
}

/** Delays each run of the work after the first, so that the work takes a part of the time at most. */
function restingBetween<T>(work: () => Promise<T>): () => Promise<T> {
  let last = { took: 0, ended: Number.NEGATIVE_INFINITY };
  return async () => {
    const rest = restOf(REST * last.took, last.ended);
    if (rest > 0) await sleep(rest);
    const began = performance.now();
    try {
      return await work();
    } finally {
      const ended = performance.now();
      last = { took: ended - began, ended };
    }
  };
}

const historyJson = (points: Buffer, questions: QuorumHistory['questions']): ReadyJson =>
  new ReadyJson(
    Buffer.concat([
      Buffer.from('{"points":'),
      points,
      Buffer.from(`,"questions":${JSON.stringify(questions)}}`),
    ]),
  );

async function readCurve(db: Db, of: { assemblyId: number; jointId: number }): Promise<Buffer> {
  const { roll, changes } = await readAsOfNow(db, (trx) => readTimeline(trx, of));
  return Buffer.from(JSON.stringify(pointsOf(momentsOf(roll.opened(), changes))));
}

function readArchived(db: Db, place: JointWithRoot, assemblyId: number): Promise<ReadyJson> {
  return readAsOfNow(db, async (trx) => {
    const assembly = await assemblyToRead(trx, place.rootId, assemblyId);
    const { roll, changes } = await readTimeline(trx, { assemblyId, jointId: place.jointId });
    const { concepts, snapshot } = await readWall(trx, place, assembly);
    const points = Buffer.from(JSON.stringify(pointsOf(momentsOf(roll.opened(), changes))));
    return historyJson(points, openingsOf(concepts, snapshot));
  });
}

/**
 * Lists every period of a joint's questions, from an opening to the next closing, with the announced result.
 * Sorted by question, then by time. Deleted questions with a result are included.
 */
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

/** Registrations, roll and changes of an assembly, to compute the attendance at any instant. */
export interface Timeline {
  /** Registrations, current and ended. */
  stays: Stay[];
  /** Units with every version, for any instant. */
  roll: RollThen;
  /** Registrations, departures and corrections of the assembly's roll, unsorted. */
  changes: Change[];
}

/**
 * Reads the registrations, the roll and all changes of an assembly, to compute the attendance at any instant: for
 * the curve of the quorum, reports and the acta.
 */
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
 * Converts the attendance over time to at most about 500 points of a curve, oldest first. With more moments, takes
 * only the last moment of each equal span of time. Coefficients as in the table (2.5 for 2,5 %). Over several days, a
 * curve starts after the last moment without a registered unit: a second call frees all units of the first call.
 */
export function pointsOf(all: Iterable<Moment>): QuorumHistory['points'] {
  const every = [...all];
  const isOverDays = (every.at(-1)?.at ?? 0) - (every[0]?.at ?? 0) > DAY_MS;
  const since = isOverDays ? every.findLastIndex(({ apartments }) => apartments === 0) + 1 : 0;
  const moments = every.slice(since);
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
