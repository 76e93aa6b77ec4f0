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
import type { News } from '../../platform/live/plain-socket.ts';
import type { Message } from '../../platform/live/topic.ts';
import type { RollEntry } from '../store/attendance.repository.ts';
import type { JointState } from './joint-state.ts';

/** What leads from one state of a joint to the next: the events of the protocol, each whole by itself. */
export interface Changes {
  concepts: ConceptEvent[];
  votes: VoteEvent[];
  quorum: QuorumEvent | null;
  assembly: AssemblyEvent | null;
  /** Units whose registration, owner or coefficient changed, as stored: who may see the holder is decided when sending. */
  units: RollEntry[];
}

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
    // Told even where the concept is told too: who waits for votes need not know of concepts.
    if (concept.conceptId !== ATTENDANCE && !sameVotes(was, concept)) {
      changes.votes.push({
        ...stamp,
        conceptId: concept.conceptId,
        voted: concept.voted,
        answers: concept.answers,
        outcome: concept.outcome,
        ...(concept.hidden ? { hidden: true } : {}),
        ...(concept.divided === undefined ? {} : { divided: concept.divided }),
        ...(concept.intervals === undefined ? {} : { intervals: concept.intervals }),
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
  // Questions of a new assembly may bear the numbers of those of the old one: gone first, then made.
  changes.concepts.sort((a, b) => Number(b.change === 'deleted') - Number(a.change === 'deleted'));

  if (JSON.stringify(assemblyPart(before)) !== JSON.stringify(assemblyPart(now))) {
    changes.assembly = { ...stamp, ...assemblyPart(now) };
  }
  if (JSON.stringify(quorumPart(before)) !== JSON.stringify(quorumPart(now))) {
    changes.quorum = { ...stamp, ...quorumPart(now) };
  }
  if (before.units !== now.units) changes.units = changedUnits(before.units, now.units);
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
    JSON.stringify([verdictOf(was), was.announced]) === JSON.stringify([verdictOf(is), is.announced]);
  return isSame ? null : is.active === 1 ? 'activated' : 'deactivated';
}

/**
 * The part of an outcome that other acts than opening and closing change: the verdict of a closed question, when one
 * of its votes is annulled; the mode that an open or prepared one is decided in. The rest of those follows the tally
 * and who is registered, which are told by themselves.
 */
function verdictOf({ outcome }: LiveConcept): unknown {
  return outcome?.status === 'open' ? outcome.mode : outcome;
}

/** The votes of a question that is new start from nothing. */
function sameVotes(was: LiveConcept | undefined, is: LiveConcept): boolean {
  return was === undefined
    ? is.voted.apartments === 0
    : JSON.stringify([was.voted, was.answers]) === JSON.stringify([is.voted, is.answers]);
}

function changedUnits(
  before: ReadonlyMap<string, RollEntry>,
  now: ReadonlyMap<string, RollEntry>,
): RollEntry[] {
  return [...now.values()].filter((entry) => {
    const was = before.get(entry.apartmentId);
    return (
      was === undefined ||
      was.registration?.holder !== entry.registration?.holder ||
      was.registration?.at !== entry.registration?.at ||
      was.ownerName !== entry.ownerName ||
      was.coefficient !== entry.coefficient
    );
  });
}

/** A unit on the wire. `userId` is what the receiver may see: operators whole, holders their own. */
export function unitToWire(entry: RollEntry): LiveUnit {
  return {
    apartmentId: entry.apartmentId,
    owner: entry.ownerName,
    coefficient: toNumber(entry.coefficient),
    userId: entry.registration?.holder ?? null,
    registered: entry.registration !== null,
  };
}

/** What is sent of the changes that led to a state. Only who runs the assembly hears of every unit. */
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

/** What is sent of everything that led from one state of a joint to the next. */
export function newsBetween(before: JointState, now: JointState): News {
  return newsOf(changesBetween(before, now), now);
}

/** One event of the protocol. */
export function message<E extends keyof LiveEvents>(event: E, data: LiveEvents[E]): Message {
  return { event, data };
}
