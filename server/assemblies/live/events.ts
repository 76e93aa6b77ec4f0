import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type {
  AssemblyEvent,
  ConceptEvent,
  LiveConcept,
  LiveEvents,
  LiveUnit,
  QuorumEvent,
  RegistrationEvent,
  VoteEvent,
} from '../../../shared/assemblies/live.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { defined } from '../../../shared/defined.ts';
import type { News } from '../../platform/live/plain-socket.ts';
import type { Message } from '../../platform/live/topic.ts';
import type { RollEntry } from '../store/attendance/attendance.repository.ts';
import type { JointState } from './joint-state.ts';

/**
 * Changes between two states of a joint as events for screens (the live protocol). `newsOf` makes the messages from
 * the changes.
 */
export interface Changes {
  /** Opened, closed, changed or deleted questions. */
  concepts: ConceptEvent[];
  /** New counts of votes, an event per question. */
  votes: VoteEvent[];
  /** New figures of the quorum; null if unchanged. */
  quorum: QuorumEvent | null;
  /** New state of the assembly; null if unchanged. */
  assembly: AssemblyEvent | null;
  /**
   * Units with a changed registration, owner or coefficient, or with a new vote of the registration desk, as stored.
   * The sender of the event decides on the right to see the holder.
   */
  units: RollEntry[];
}

/**
 * Compares two states of a joint and returns the changes as events for screens (the live protocol): questions,
 * votes, quorum, assembly, units.
 */
export function changesBetween(before: JointState, now: JointState): Changes {
  const { snapshot } = now;
  const stamp = { jointId: snapshot.jointId, revision: snapshot.revision, at: snapshot.at };
  const changes: Changes = { concepts: [], votes: [], quorum: null, assembly: null, units: [] };
  const old = new Map(before.snapshot.concepts.map((concept) => [concept.conceptId, concept]));
  const replaced = before.parts?.assembly.assemblyId !== now.parts?.assembly.assemblyId;
  const resets = new Map(before.parts?.concepts.map((concept) => [concept.conceptId, concept.resets]));

  for (const concept of snapshot.concepts) {
    const was = replaced ? undefined : old.get(concept.conceptId);
    old.delete(concept.conceptId);
    const stored = now.parts?.concepts.find((c) => c.conceptId === concept.conceptId);
    const change = changeOf(
      was,
      concept,
      was !== undefined && resets.get(concept.conceptId) !== stored?.resets,
    );
    if (change !== null) changes.concepts.push({ ...stamp, change, concept });
    // Sent even with a concept event: a client that waits for votes may ignore concepts.
    if (concept.conceptId !== ATTENDANCE && !sameVotes(was, concept)) {
      changes.votes.push({
        ...stamp,
        conceptId: concept.conceptId,
        voted: concept.voted,
        answers: concept.answers,
        outcome: concept.outcome,
        ...defined({
          hidden: concept.hidden ? true : undefined,
          divided: concept.divided,
          intervals: concept.intervals,
        }),
      });
    }
  }
  for (const concept of replaced ? before.snapshot.concepts : old.values()) {
    if (replaced && concept.conceptId === ATTENDANCE) continue;
    const announced = snapshot.deleted?.find(({ conceptId }) => conceptId === concept.conceptId);
    changes.concepts.push({
      ...stamp,
      change: 'deleted',
      concept: replaced ? concept : (announced ?? concept),
    });
  }
  // Questions of a new assembly may reuse the numbers of old questions: deletions first, then creations.
  changes.concepts.sort((a, b) => Number(b.change === 'deleted') - Number(a.change === 'deleted'));

  if (JSON.stringify(assemblyPart(before)) !== JSON.stringify(assemblyPart(now))) {
    changes.assembly = { ...stamp, ...assemblyPart(now) };
  }
  if (JSON.stringify(quorumPart(before)) !== JSON.stringify(quorumPart(now))) {
    changes.quorum = { ...stamp, ...quorumPart(now) };
  }
  changes.units = changedUnits(before, now);
  return changes;
}

function assemblyPart({ snapshot }: JointState) {
  return {
    assembly: snapshot.assembly,
    check: snapshot.check,
    joining: snapshot.joining,
    head: snapshot.head,
  };
}

function quorumPart({ snapshot }: JointState) {
  return { registered: snapshot.registered, total: snapshot.total, quorum: snapshot.quorum };
}

function changeOf(
  was: LiveConcept | undefined,
  is: LiveConcept,
  wasReset: boolean,
): ConceptEvent['change'] | null {
  if (was === undefined) return 'created';
  if (wasReset) return 'reset';
  const isSame =
    was.active === is.active &&
    was.countdownTo === is.countdownTo &&
    was.agendaItem === is.agendaItem &&
    JSON.stringify([verdictOf(was), was.announced]) === JSON.stringify([verdictOf(is), is.announced]);
  return isSame ? null : is.active === 1 ? 'activated' : 'deactivated';
}

/**
 * Returns the part of an outcome that tally and registration events do not carry: the verdict of a closed question
 * (annulled votes may change the verdict), or the mode of an open or prepared question.
 */
function verdictOf({ outcome }: LiveConcept): unknown {
  return outcome?.status === 'open' ? outcome.mode : outcome;
}

/** True if both states of a question have the same votes. A new question is compared with zero votes. */
function sameVotes(was: LiveConcept | undefined, is: LiveConcept): boolean {
  return was === undefined
    ? is.voted.apartments === 0
    : JSON.stringify([was.voted, was.answers]) === JSON.stringify([is.voted, is.answers]);
}

function changedUnits(before: JointState, now: JointState): RollEntry[] {
  const newVotes = [...(now.parts?.deskVotes ?? [])].filter((vote) => !before.parts?.deskVotes.has(vote));
  if (before.units === now.units && newVotes.length === 0) return [];
  const newlyVoted = new Set(newVotes.map((vote) => vote.slice(vote.indexOf(' ') + 1)));
  return [...now.units.values()].filter((entry) => {
    const was = before.units.get(entry.apartmentId);
    return (
      was === undefined ||
      newlyVoted.has(entry.apartmentId) ||
      was.registration?.holder !== entry.registration?.holder ||
      was.registration?.at !== entry.registration?.at ||
      was.ownerName !== entry.ownerName ||
      was.coefficient !== entry.coefficient
    );
  });
}

/**
 * Converts a unit to the form of live events, with the holder (`userId`) as operators see the holder: a user id, or the
 * public id of a code. Senders replace the holder for other viewers.
 */
export function unitToWire(entry: RollEntry): LiveUnit {
  return {
    apartmentId: entry.apartmentId,
    owner: entry.ownerName,
    coefficient: toNumber(entry.coefficient),
    userId: entry.registration?.codeId ?? entry.registration?.holder ?? null,
    registered: entry.registration !== null,
  };
}

/**
 * Makes the messages for a joint's screens from changes of the state: for everyone, for operators (with every
 * changed unit), and for other viewers (figures without units).
 * @param changes changes that led to the state
 */
export function newsOf(changes: Changes, { snapshot }: JointState): News {
  const { jointId, revision, at, registered } = snapshot;
  const registration: RegistrationEvent = { jointId, revision, at, registered };
  const hasUnits = changes.units.length > 0;
  const units = changes.units.map(unitToWire);
  return {
    everyone: [
      ...(changes.assembly === null ? [] : [message('assembly', changes.assembly)]),
      ...changes.concepts.map((concept) => message('concept', concept)),
      ...changes.votes.map((vote) => message('vote', vote)),
      ...(changes.quorum === null ? [] : [message('quorum', changes.quorum)]),
    ],
    runners: hasUnits ? [message('registration', { ...registration, units })] : [],
    others: hasUnits ? [message('registration', registration)] : [],
  };
}

/**
 * Compares two states of a joint and makes the messages for the joint's screens: for everyone, for operators and
 * for other viewers.
 */
export function newsBetween(before: JointState, now: JointState): News {
  return newsOf(changesBetween(before, now), now);
}

/** Makes a message to screens from the name of a live event ('quorum') and the data. */
export function message<E extends keyof LiveEvents>(event: E, data: LiveEvents[E]): Message {
  return { event, data };
}
