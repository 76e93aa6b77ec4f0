import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type { LiveJoining, QuorumCheck } from '../../../shared/assemblies/live.ts';
import type { AnswerCount } from '../../../shared/assemblies/tally.ts';
import type { LiveTurns } from '../../../shared/assemblies/turns/live-turns.ts';
import { defined } from '../../../shared/defined.ts';
import { newestHead } from '../../platform/audit/heads.repository.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { StoreTransaction } from '../../platform/db/store-transactions.ts';
import type { JointWithRoot } from '../../platform/http/joint-places.ts';
import { type StandingVotes, standingOf } from '../questions/result.ts';
import { findCurrent, type StoredAssembly } from '../store/assembly.repository.ts';
import { joiningOf } from '../store/attendance/arrivals.repository.ts';
import { type RollEntry, readRoll } from '../store/attendance/attendance.repository.ts';
import { checkOfJoint } from '../store/attendance/quorum-check.repository.ts';
import { isTold, readConcepts, type StoredConcept } from '../store/questions/concepts.repository.ts';
import { deskVotesOn } from '../store/questions/votes.repository.ts';
import { type Revisions, readRevisions } from '../store/revisions.repository.ts';
import { keptCounts } from '../store/tally/kept-tally.repository.ts';
import { readProposalsMarker } from '../turns/proposals.repository.ts';
import { readLiveTurns } from '../turns/turns.repository.ts';

/**
 * Parts of a joint's live state, read from the database: assembly, questions, counts, quorum check, waiting phones
 * and newest signed head. The snapshot sent to screens is made from the parts.
 */
export interface StateParts {
  /** Current assembly. */
  assembly: StoredAssembly;
  /** Total of the roll, and units registered now. */
  standing: StandingVotes;
  /** Questions, and the attendance (number 1), by number. */
  concepts: readonly StoredConcept[];
  /** Votes of the questions. Key: number of the question. Value: count of each answer. */
  counts: ReadonlyMap<number, AnswerCount[]>;
  /** Running quorum check; null without a check. */
  check: QuorumCheck | null;
  /** Join code and waiting phones; null without a code and without phones. */
  joining: LiveJoining | null;
  /** Turns to speak; null without a turn and without a request. */
  turns: LiveTurns | null;
  /** Marker of the owners' proposals; null without current proposals. */
  proposals: string | null;
  /** Newest signed head (signed state of the audit trail), as text; null before the first. */
  head: string | null;
  /**
   * Votes that the registration desk cast on an open question, each as number of the question and id of the
   * unit: '7 101'. The owners see the vote at once.
   */
  deskVotes: ReadonlySet<string>;
}

/** Request for the state of a joint, with the state that the caller already has. */
interface StateWish {
  place: JointWithRoot;
  /** State that the caller already has, with only the questions that may get votes; null without a state. */
  before: (Revisions & { parts: Pick<StateParts, 'assembly' | 'concepts' | 'check'> | null }) | null;
}

/** State of a joint without the parts that the caller already has. */
interface StateNews {
  revisions: Revisions;
  /** Changed parts; null if the joint has no assembly. */
  parts: (Partial<StateParts> & Pick<StateParts, 'counts' | 'joining' | 'deskVotes'>) | null;
  /** Units of the assembly's roll with registrations, by unit id; missing if unchanged. */
  units?: ReadonlyMap<string, RollEntry>;
}

/**
 * Reads the changes of a joint's state in a single database snapshot; null without changes. Uses a single message
 * to the database thread: separate statements would wait for the main thread, and voters would wait while events
 * are sent.
 */
export const stateTransaction: StoreTransaction<StateWish, StateNews | null> = {
  name: 'state',
  onlyReads: true,
  run: async (trx, { place, before }) => {
    const revisions = await readRevisions(trx, place.jointId);
    return before?.revision === revisions.revision ? null : readNews(trx, place, revisions, before);
  },
};

async function readNews(
  trx: Db,
  { jointId, rootId }: JointWithRoot,
  revisions: Revisions,
  before: StateWish['before'],
): Promise<StateNews> {
  const old = before?.parts ?? null;
  const sameConcepts = old !== null && before?.conceptRevision === revisions.conceptRevision;
  const sameAttendance = old !== null && before?.attendanceRevision === revisions.attendanceRevision;
  const assembly = sameConcepts ? old.assembly : await findCurrent(trx, rootId);
  if (assembly === undefined) return { revisions, parts: null };
  const id = assembly.assemblyId;
  const concepts = sameConcepts
    ? old.concepts
    : (await readConcepts(trx, { assemblyId: id, jointId, withDeleted: true })).filter(isTold);
  const same = sameAttendance && sameConcepts;
  const questions = concepts.filter(({ conceptId }) => conceptId !== ATTENDANCE);
  const counts = await keptCounts(trx, id, jointId, questions);
  return {
    revisions,
    parts: {
      joining: await joiningOf(trx, assembly),
      deskVotes: await deskVotesOn(trx, {
        assemblyId: id,
        jointId,
        conceptIds: questions.flatMap(({ active, conceptId }) => (active === 1 ? [conceptId] : [])),
      }),
      counts: new Map(questions.map(({ conceptId }) => [conceptId, counts.get(conceptId) ?? []])),
      ...defined({ standing: same ? undefined : await standingOf(trx, assembly, jointId) }),
      // A waiting person that leaves loses the place on the screens.
      ...defined({ turns: same ? undefined : await readLiveTurns(trx, id) }),
      // A vote during a check also confirms presence.
      ...defined({ check: same && old?.check === null ? undefined : await checkOfJoint(trx, id, jointId) }),
      // Heads are made at openings and closings; both change the questions or the assembly.
      ...(sameConcepts
        ? {}
        : {
            assembly,
            concepts,
            head: (await newestHead(trx, jointChain(rootId)))?.note ?? null,
            proposals: await readProposalsMarker(trx, id),
          }),
    },
    ...defined({ units: sameAttendance ? undefined : await readUnits(trx, assembly, jointId) }),
  };
}

async function readUnits(trx: Db, assembly: StoredAssembly, jointId: number) {
  const roll = await readRoll(trx, { assemblyId: assembly.assemblyId, jointIds: [jointId] });
  return new Map(roll.map((entry) => [entry.apartmentId, entry]));
}
