import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept, Snapshot } from '../../../shared/assemblies/live.ts';
import type { QuorumState } from '../../../shared/assemblies/quorum.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import type { Store } from '../../platform/db/connect.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import type { JointFinder, JointWithRoot } from '../../platform/http/joint-places.ts';
import { ReadyJson } from '../../platform/http/ready-json.ts';
import type { StateSource } from '../../platform/live/publisher.ts';
import { quorumNow, resultOf, type StandingVotes, standingOf } from '../questions/result.ts';
import { assemblyToApi, assemblyToRead, type StoredAssembly } from '../store/assembly.repository.ts';
import type { RollEntry } from '../store/attendance/attendance.repository.ts';
import { checkOfJoint } from '../store/attendance/quorum-check.repository.ts';
import { isTold, readConcepts, type StoredConcept } from '../store/questions/concepts.repository.ts';
import { newestRevisions, type Revisions, readRevisions } from '../store/revisions.repository.ts';
import { countVotes } from '../store/tally/tally.repository.ts';
import { type StateParts, stateTransaction } from './state-transaction.ts';

/**
 * Live state of a joint (co-owned property) at a revision, kept in memory of this process: the snapshot sent
 * to clients, and the stored parts. After a vote only the tally of the open question is read again.
 */
export interface JointState extends Revisions {
  /** State as sent to clients. */
  snapshot: Snapshot;
  /** Units of the assembly's roll with registrations. Key: id of the unit ('101'). */
  units: ReadonlyMap<string, RollEntry>;
  /**
   * Parts as read from the database, reused if unchanged at the next reading; null if the joint has no
   * assembly.
   */
  parts: StateParts | null;
}

const written = new WeakMap<Snapshot, ReadyJson>();

/**
 * Returns the snapshot as JSON, serialized once for all readers. Serialization by a schema would block the main
 * thread for half a second at the first use, just when a hall reconnects to a restarted server.
 */
export function readySnapshot(snapshot: Snapshot): ReadyJson {
  const ready = written.get(snapshot) ?? new ReadyJson(Buffer.from(JSON.stringify(snapshot)));
  written.set(snapshot, ready);
  return ready;
}

/**
 * Reads the live state of a joint (co-owned property) from the database at a single moment. Takes unchanged
 * parts from `before`, as stated by the stored revision numbers.
 */
export async function readJointState(
  { transact }: Pick<Store, 'transact'>,
  place: JointWithRoot,
  before: JointState | undefined,
): Promise<JointState> {
  let at = '';
  const news = await transact(stateTransaction, () => {
    at = new Date().toISOString();
    return { place, before: before === undefined ? null : knownOf(before) };
  });
  if (news === null) {
    if (before === undefined) throw new Error('The first read of a state returned no parts.');
    return before;
  }
  const { revisions, parts: fresh, units } = news;
  const stamp = { jointId: place.jointId, revision: revisions.revision, at, epoch: revisions.epoch };
  if (fresh === null) return { ...revisions, snapshot: emptySnapshot(stamp), units: new Map(), parts: null };
  const merged = { ...before?.parts, ...fresh };
  const { assembly, standing, concepts, check = null, head = null, turns = null, proposals = null } = merged;
  if (assembly === undefined || standing === undefined || concepts === undefined)
    throw new Error('A part of the state is missing.');
  // With unchanged questions, only the open question was counted.
  const counted = fresh.concepts === undefined ? before?.parts?.counts : undefined;
  const counts = new Map([...(counted ?? []), ...fresh.counts]);
  const { joining, deskVotes } = fresh;
  const parts = { assembly, standing, concepts, check, head, turns, proposals, joining, deskVotes, counts };
  const snapshot = snapshotOf(stamp, parts);
  return { ...revisions, snapshot, units: units ?? before?.units ?? new Map(), parts };
}

/**
 * Reads the final state of an assembly with a number, as screens showed the state at the end: for mails about
 * results, and for pages about archived assemblies.
 */
export function readAssemblySnapshot(db: Db, place: JointWithRoot, assemblyId: number): Promise<Snapshot> {
  return readAsOfNow(db, async (trx) => {
    const assembly = await assemblyToRead(trx, place.rootId, assemblyId);
    return (await readWall(trx, place, assembly)).snapshot;
  });
}

/**
 * Reads the final states of an assembly: of the joint, then of the sectors. For mails and pages with results.
 */
export async function readFamilySnapshots(
  db: Db,
  directory: JointFinder,
  { assemblyId, rootId }: Pick<StoredAssembly, 'assemblyId' | 'rootId'>,
): Promise<{ jointId: number; jointName: string; snapshot: Snapshot }[]> {
  const parts = [];
  for (const id of await directory.family(rootId)) {
    const place = await directory.find(id);
    if (place === undefined) continue;
    const snapshot = await readAssemblySnapshot(db, place, assemblyId);
    parts.push({ jointId: id, jointName: place.jointName, snapshot });
  }
  return parts;
}

/**
 * Reads the state of an assembly as shown on a wall display, within the caller's transaction. Used by reports, so
 * that reports and wall show equal figures. Also returns the stored questions and the sums of registered units.
 * Deleted questions appear only if a result was announced.
 */
export async function readWall(
  trx: Db,
  { jointId }: JointWithRoot,
  assembly: StoredAssembly,
): Promise<{ snapshot: Snapshot; standing: StandingVotes; concepts: readonly StoredConcept[] }> {
  const { assemblyId } = assembly;
  const { revision, epoch } = await readRevisions(trx, jointId);
  const concepts = (await readConcepts(trx, { assemblyId, jointId, withDeleted: true })).filter(isTold);
  const standing = await standingOf(trx, assembly, jointId);
  const questions = concepts.filter((concept) => concept.conceptId !== ATTENDANCE);
  const counts = await countVotes(trx, assemblyId, jointId, questions);
  const stamp = { jointId, revision, at: new Date().toISOString(), epoch };
  const check = await checkOfJoint(trx, assemblyId, jointId);
  const snapshot = snapshotOf(stamp, {
    assembly,
    standing,
    concepts,
    counts,
    check,
    joining: null,
    head: null,
    turns: null,
    proposals: null,
    deskVotes: new Set(),
  });
  return { snapshot, standing, concepts };
}

/**
 * Returns the state already known to the process, for the database thread. Includes only the questions that may get
 * votes.
 */
const knownOf = ({ epoch, revision, attendanceRevision, conceptRevision, parts }: JointState) => ({
  epoch,
  revision,
  attendanceRevision,
  conceptRevision,
  parts: parts && {
    assembly: parts.assembly,
    check: parts.check,
    concepts: parts.concepts.filter(({ active }) => active === 1),
  },
});

type SnapshotStamp = Pick<Snapshot, 'jointId' | 'revision' | 'at' | 'epoch'>;

function snapshotOf(stamp: SnapshotStamp, parts: StateParts): Snapshot {
  const { standing, concepts, counts, assembly } = parts;
  const quorum = quorumNow(standing);
  const results = concepts.map(
    (concept): LiveConcept => resultOf(concept, counts.get(concept.conceptId) ?? [], standing),
  );
  const deleted = results.filter((one) => one.deleted !== undefined);
  return {
    ...stamp,
    assembly: { ...assemblyToApi(assembly), ...turnsOf(parts) },
    check: parts.check,
    joining: parts.joining,
    head: parts.head,
    registered: weight(standing.now),
    total: weight(standing.total),
    quorum: quorumToApi(quorum),
    concepts: results.filter((one) => one.deleted === undefined),
    ...defined({ deleted: deleted.length === 0 ? undefined : deleted }),
  };
}

/** Returns the turns and the marker of the proposals of a running assembly, for the live state alone. */
const turnsOf = ({ assembly, turns, proposals }: StateParts) =>
  assembly.closedAt !== null ? {} : defined({ turns: turns ?? undefined, proposals: proposals ?? undefined });

/**
 * Converts the figures of a quorum for the API: integers of 10⁻⁹ become coefficients as in the joint's table (2.5
 * for 2,5 %).
 */
export const quorumToApi = ({ required, reached, missing }: QuorumState): Snapshot['quorum'] => ({
  required: required / 1e9,
  reached,
  missing: toNumber(missing),
});

const weight = (sum: StandingVotes['total']) => ({
  apartments: sum.apartments,
  coefficient: toNumber(sum.coefficient),
});

function emptySnapshot(stamp: SnapshotStamp): Snapshot {
  const nothing = { apartments: 0, coefficient: 0 };
  return {
    ...stamp,
    assembly: null,
    check: null,
    joining: null,
    head: null,
    registered: nothing,
    total: nothing,
    quorum: { required: 0, reached: false, missing: 0 },
    concepts: [],
  };
}

/**
 * Returns the functions to read the live state of joints, used by the sender of live events (publisher): reads a
 * state, or only the newest revisions (counters of changes).
 */
export function jointStates(
  store: Pick<Store, 'db' | 'transact'>,
  directory: JointFinder,
): StateSource<JointState> {
  return {
    readState: async (jointId, before) => {
      const place = await directory.find(jointId);
      if (place === undefined) throw new Error(`no joint ${jointId}`);
      return readJointState(store, place, before);
    },
    newestRevisions: (jointIds) => newestRevisions(store.db, jointIds),
  };
}
