import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { LiveConcept, LiveJoining, QuorumCheck, Snapshot } from '../../../shared/assemblies/live.ts';
import type { QuorumState } from '../../../shared/assemblies/quorum.ts';
import type { AnswerCount } from '../../../shared/assemblies/tally.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { newestHead } from '../../platform/audit/heads.repository.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import type { JointPlace, JointPlaces } from '../../platform/http/joint-places.ts';
import type { StateSource } from '../../platform/live/publisher.ts';
import { quorumNow, resultOf, type StandingVotes, standingOf } from '../questions/result.ts';
import { joiningOf } from '../store/arrivals.repository.ts';
import {
  assemblyToApi,
  assemblyToRead,
  findCurrent,
  type StoredAssembly,
} from '../store/assembly.repository.ts';
import { type RollEntry, readRoll } from '../store/attendance.repository.ts';
import { readConcepts, type StoredConcept } from '../store/concepts.repository.ts';
import { keptCounts } from '../store/kept-tally.repository.ts';
import { checkOfJoint } from '../store/quorum-check.repository.ts';
import { newestRevisions, type Revisions, readRevisions } from '../store/revisions.repository.ts';
import { countVotes } from '../store/tally.repository.ts';

/**
 * What one process knows of a joint's live state as of a revision: the snapshot it shows, and the parts it was
 * made of, so that a vote costs only the reading of the open question's tally.
 */
export interface JointState extends Revisions {
  snapshot: Snapshot;
  /** Units of the roll with their registrations, by id. */
  units: ReadonlyMap<string, RollEntry>;
  parts: {
    assembly: StoredAssembly;
    standing: StandingVotes;
    concepts: readonly StoredConcept[];
    counts: ReadonlyMap<number, AnswerCount[]>;
    check: QuorumCheck | null;
    joining: LiveJoining | null;
    head: string | null;
  } | null;
}

/**
 * Reads a joint's state as of one instant. What did not change since `known` is taken from it: the database
 * says what changed, by its revisions.
 */
export function readJointState(
  db: Db,
  place: JointPlace,
  known: JointState | undefined,
): Promise<JointState> {
  return readAsOfNow(db, async (trx) => {
    const revisions = await readRevisions(trx, place.jointId);
    if (known !== undefined && known.revision === revisions.revision) return known;
    const at = new Date().toISOString();
    const parts = await readParts(trx, place.jointId, place.rootId, revisions, known);
    const stamp = { jointId: place.jointId, revision: revisions.revision, at, epoch: revisions.epoch };
    if (parts === null)
      return { ...revisions, snapshot: emptySnapshot(stamp), units: new Map(), parts: null };
    const sameRoll = known?.parts !== null && known?.attendanceRevision === revisions.attendanceRevision;
    const units = sameRoll ? known.units : await readUnits(trx, parts.assembly, place.jointId);
    return { ...revisions, snapshot: snapshotOf(stamp, parts), units, parts };
  });
}

/** The same of one assembly by its number: how an archived one ended. */
export function readAssemblySnapshot(db: Db, place: JointPlace, assemblyId: number): Promise<Snapshot> {
  return readAsOfNow(db, async (trx) => {
    const assembly = await assemblyToRead(trx, place.rootId, assemblyId);
    return (await readWall(trx, place, assembly)).snapshot;
  });
}

/** What the wall shows of an assembly, with the parts it was made of; within the reader's own instant. */
export async function readWall(
  trx: Db,
  { jointId }: JointPlace,
  assembly: StoredAssembly,
): Promise<{ snapshot: Snapshot; standing: StandingVotes; concepts: readonly StoredConcept[] }> {
  const { assemblyId } = assembly;
  const { revision, epoch } = await readRevisions(trx, jointId);
  const concepts = await readConcepts(trx, { assemblyId, jointId });
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
  });
  return { snapshot, standing, concepts };
}

async function readParts(
  trx: Db,
  jointId: number,
  rootId: number,
  revisions: Revisions,
  known: JointState | undefined,
): Promise<JointState['parts']> {
  const old = known?.parts ?? null;
  const sameConcepts = old !== null && known?.conceptRevision === revisions.conceptRevision;
  const sameAttendance = old !== null && known?.attendanceRevision === revisions.attendanceRevision;
  const assembly = sameConcepts ? old.assembly : await findCurrent(trx, rootId);
  if (assembly === undefined) return null;
  const id = assembly.assemblyId;
  const concepts = sameConcepts ? old.concepts : await readConcepts(trx, { assemblyId: id, jointId });
  const same = sameAttendance && sameConcepts;
  const standing = same ? old.standing : await standingOf(trx, assembly, jointId);
  const check = same ? old.check : await checkOfJoint(trx, id, jointId);
  // With the questions unchanged only the open one can have got votes.
  const counted = concepts.filter(
    (concept) => concept.conceptId !== ATTENDANCE && (!sameConcepts || concept.active === 1),
  );
  const counts = new Map(sameConcepts ? old.counts : []);
  const fresh = await keptCounts(trx, id, jointId, counted);
  for (const concept of counted) counts.set(concept.conceptId, fresh.get(concept.conceptId) ?? []);
  const joining = await joiningOf(trx, assembly);
  // Heads are made at openings and closings, which change the questions or the assembly.
  const head = sameConcepts ? old.head : ((await newestHead(trx, jointChain(rootId)))?.note ?? null);
  return { assembly, standing, concepts, counts, check, joining, head };
}

async function readUnits(trx: Db, assembly: StoredAssembly, jointId: number) {
  const roll = await readRoll(trx, { assemblyId: assembly.assemblyId, jointIds: [jointId] });
  return new Map(roll.map((entry) => [entry.apartmentId, entry]));
}

type Stamp = Pick<Snapshot, 'jointId' | 'revision' | 'at' | 'epoch'>;

function snapshotOf(stamp: Stamp, parts: NonNullable<JointState['parts']>): Snapshot {
  const { standing, concepts, counts, assembly } = parts;
  const quorum = quorumNow(standing);
  return {
    ...stamp,
    assembly: assemblyToApi(assembly),
    check: parts.check,
    joining: parts.joining,
    head: parts.head,
    registered: weight(standing.now),
    total: weight(standing.total),
    quorum: quorumToApi(quorum),
    concepts: concepts.map(
      (concept): LiveConcept => resultOf(concept, counts.get(concept.conceptId) ?? [], standing),
    ),
  };
}

/** A quorum as screens show it, in the table's own units. */
export const quorumToApi = ({ required, reached, missing }: QuorumState): Snapshot['quorum'] => ({
  required: required / 1e9,
  reached,
  missing: toNumber(missing),
});

const weight = (sum: StandingVotes['total']) => ({
  apartments: sum.apartments,
  coefficient: toNumber(sum.coefficient),
});

function emptySnapshot(stamp: Stamp): Snapshot {
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

/** Where the publisher of joints reads them. */
export function jointStates(db: Db, directory: JointPlaces): StateSource<JointState> {
  return {
    readState: async (jointId, known) => {
      const place = await directory.find(jointId);
      if (place === undefined) throw new Error(`no joint ${jointId}`);
      return readJointState(db, place, known);
    },
    newestRevisions: (jointIds) => newestRevisions(db, jointIds),
  };
}
