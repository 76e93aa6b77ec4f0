import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import type {
  AssemblyEvent,
  ConceptEvent,
  LiveConcept,
  LiveEvents,
  LiveUnit,
  QuorumEvent,
  RegistrationEvent,
  Snapshot,
  VoteEvent,
} from '../../../shared/assemblies/live.ts';
import { defined } from '../../../shared/defined.ts';

/**
 * Live state of a joint (co-owned property), merged from the server's messages. Each message is complete but covers
 * only a part of the state, so each part stores a revision. An older message never replaces a newer part, in any
 * order of events, join replies and polled snapshots.
 */
export interface LiveJoint extends Omit<Snapshot, 'at' | 'concepts' | 'deleted'> {
  /** Questions of the assembly, sorted by concept number. */
  concepts: LiveConcept[];
  /** Questions that were deleted after a closing announced a result. */
  deleted: LiveConcept[];
  /** Revision numbers of the parts of the state, to ignore older messages. */
  parts: Parts;
}

interface Parts {
  assembly: number;
  registered: number;
  quorum: number;
  /** Revisions of each question: `body` (text, active, outcome) and `tally` (a vote updates only the tally). */
  concepts: Readonly<Record<number, { body: number; tally: number }>>;
  /**
   * Revision of the deletion, by concept number of a deleted question, so a late message does not restore the
   * question.
   */
  deleted: Readonly<Record<number, number>>;
}

/**
 * Returns the live state of a joint (co-owned property) after a full state arrived by a join or poll. Parts with
 * newer events stay unchanged.
 * @param before state so far; null before the first state
 */
export function applySnapshot(before: LiveJoint | null, snapshot: Snapshot): LiveJoint {
  const { revision } = snapshot;
  const sameAssembly = before?.assembly?.assemblyId === snapshot.assembly?.assemblyId;
  // A restored store restarts at a lower revision, so revisions of two epochs cannot be compared.
  if (before?.epoch !== snapshot.epoch) return fresh(snapshot);
  if (!sameAssembly && revision >= before.revision) return fresh(snapshot);
  if (!sameAssembly) return before;

  const concepts = new Map(snapshot.concepts.map((concept) => [concept.conceptId, concept]));
  const stamps: Record<number, { body: number; tally: number }> = {};
  for (const id of concepts.keys()) {
    if ((before.parts.deleted[id] ?? 0) > revision) concepts.delete(id);
    else stamps[id] = { body: revision, tally: revision };
  }
  for (const mine of before.concepts) {
    const stamp = before.parts.concepts[mine.conceptId] ?? { body: 0, tally: 0 };
    if (stamp.body > revision) {
      concepts.set(mine.conceptId, mine);
      stamps[mine.conceptId] = stamp;
    } else if (stamp.tally > revision) {
      const theirs = concepts.get(mine.conceptId);
      if (!theirs) continue;
      concepts.set(mine.conceptId, withTally(theirs, mine));
      stamps[mine.conceptId] = { body: revision, tally: stamp.tally };
    }
  }

  const newer = (part: number) => revision >= part;
  return {
    jointId: before.jointId,
    epoch: before.epoch,
    revision: Math.max(before.revision, revision),
    assembly: newer(before.parts.assembly) ? snapshot.assembly : before.assembly,
    check: newer(before.parts.assembly) ? snapshot.check : before.check,
    joining: newer(before.parts.assembly) ? snapshot.joining : before.joining,
    head: newer(before.parts.assembly) ? snapshot.head : before.head,
    registered: newer(before.parts.registered) ? snapshot.registered : before.registered,
    total: newer(before.parts.quorum) ? snapshot.total : before.total,
    quorum: newer(before.parts.quorum) ? snapshot.quorum : before.quorum,
    concepts: sorted(concepts.values()),
    deleted: newer(before.parts.assembly) ? (snapshot.deleted ?? []) : before.deleted,
    parts: {
      assembly: Math.max(before.parts.assembly, revision),
      registered: Math.max(before.parts.registered, revision),
      quorum: Math.max(before.parts.quorum, revision),
      concepts: stamps,
      deleted: before.parts.deleted,
    },
  };
}

/**
 * Returns the live state of a joint (co-owned property) after an event with registered units, total and quorum.
 */
export function applyQuorum(before: LiveJoint, event: QuorumEvent): LiveJoint {
  if (event.revision < before.parts.quorum) return before;
  const next = withRegistered(before, event);
  return {
    ...next,
    total: event.total,
    quorum: event.quorum,
    parts: { ...next.parts, quorum: event.revision },
  };
}

/**
 * Returns the live state of a joint after an event about the assembly (opening, closing, title …). If another
 * assembly was opened, all other parts are dropped; further events and a snapshot follow.
 */
export function applyAssembly(before: LiveJoint, event: AssemblyEvent): LiveJoint {
  if (event.revision < before.parts.assembly) return before;
  const isOther = before.assembly?.assemblyId !== event.assembly?.assemblyId;
  return {
    ...before,
    revision: Math.max(before.revision, event.revision),
    // The questions belong to the former assembly until the next snapshot. A null assembly requests the snapshot.
    assembly: isOther ? null : event.assembly,
    check: isOther ? null : event.check,
    joining: isOther ? null : event.joining,
    head: event.head,
    parts: { ...before.parts, assembly: isOther ? before.parts.assembly : event.revision },
  };
}

/**
 * Returns the live state of a joint after a registration event: number and coefficient of the registered
 * units. The units themselves: `overlayUnits`.
 */
export function applyRegistration(before: LiveJoint, event: RegistrationEvent): LiveJoint {
  return withRegistered(before, event);
}

/**
 * Returns the live state of a joint after an event with new votes on a question. An unknown question is
 * ignored, because an event with the question follows.
 */
export function applyVote(before: LiveJoint, event: VoteEvent): LiveJoint {
  const stamp = before.parts.concepts[event.conceptId];
  if (!stamp || event.revision < stamp.tally) return before;
  return {
    ...before,
    revision: Math.max(before.revision, event.revision),
    concepts: before.concepts.map((concept) =>
      concept.conceptId === event.conceptId ? withTally(concept, event) : concept,
    ),
    parts: {
      ...before.parts,
      concepts: { ...before.parts.concepts, [event.conceptId]: { ...stamp, tally: event.revision } },
    },
  };
}

/** Returns the question with a newer tally (possibly hidden) and outcome. */
function withTally(
  { hidden: _, intervals: __, divided: ___, ...concept }: LiveConcept,
  { voted, answers, outcome, hidden, intervals, divided }: Pick<LiveConcept, Tally>,
): LiveConcept {
  return {
    ...concept,
    voted,
    answers,
    outcome,
    ...defined({ hidden: hidden ? hidden : undefined, intervals, divided }),
  };
}

type Tally = 'voted' | 'answers' | 'outcome' | 'hidden' | 'intervals' | 'divided';

/**
 * Returns the live state of a joint after a question was created, opened, closed, reset or deleted. The event
 * carries the whole question.
 */
export function applyConcept(before: LiveJoint, event: ConceptEvent): LiveJoint {
  const id = event.concept.conceptId;
  const stamp = before.parts.concepts[id] ?? { body: 0, tally: 0 };
  if (event.revision < stamp.body || event.revision < (before.parts.deleted[id] ?? 0)) return before;
  const revision = Math.max(before.revision, event.revision);
  const others = before.concepts.filter((concept) => concept.conceptId !== id);
  if (event.change === 'deleted') {
    const { [id]: _gone, ...stamps } = before.parts.concepts;
    const deleted = { ...before.parts.deleted, [id]: event.revision };
    const deletedConcepts =
      event.concept.deleted === undefined ? before.deleted : [...before.deleted, event.concept];
    const parts = { ...before.parts, concepts: stamps, deleted };
    return { ...before, revision, concepts: others, deleted: deletedConcepts, parts };
  }
  const mine = before.concepts.find((concept) => concept.conceptId === id);
  const concept = mine && stamp.tally > event.revision ? withTally(event.concept, mine) : event.concept;
  const tally = Math.max(stamp.tally, event.revision);
  // Attendance is created with the assembly, so a new attendance concept means another assembly. A snapshot follows.
  const isOtherAssembly = id === ATTENDANCE && event.change === 'created';
  return {
    ...before,
    revision,
    assembly: isOtherAssembly && event.revision > before.parts.assembly ? null : before.assembly,
    concepts: sorted([...quieted(before, others, event), concept]),
    parts: {
      ...before.parts,
      concepts: { ...before.parts.concepts, [id]: { body: event.revision, tally } },
    },
  };
}

/** Marks other questions as closed when a question opens, because at most one question is open. */
function quieted(before: LiveJoint, others: LiveConcept[], event: ConceptEvent): LiveConcept[] {
  if (event.concept.conceptId === ATTENDANCE || event.concept.active !== 1) return others;
  return others.map((other) => {
    const isOlder = (before.parts.concepts[other.conceptId]?.body ?? 0) < event.revision;
    return other.conceptId !== ATTENDANCE && other.active === 1 && isOlder ? { ...other, active: 0 } : other;
  });
}

/** Last registration state of a unit, received by a live event. */
export interface UnitNews {
  /** Unit with its holder. */
  unit: LiveUnit;
  /** Revision number of the event. */
  revision: number;
  /** Time of receipt, epoch ms. */
  receivedAt: number;
}

/**
 * Adds the units of a registration event to the live news about units. Ignores a unit with newer news.
 * @param before news so far. Key: id of the unit
 * @param receivedAt time of receipt, epoch ms
 */
export function noteUnits(
  before: Readonly<Record<string, UnitNews>>,
  event: RegistrationEvent,
  receivedAt: number,
): Readonly<Record<string, UnitNews>> {
  if (!event.units?.length) return before;
  const next = { ...before };
  for (const unit of event.units) {
    if ((next[unit.apartmentId]?.revision ?? 0) <= event.revision) {
      next[unit.apartmentId] = { unit, revision: event.revision, receivedAt };
    }
  }
  return next;
}

/**
 * Updates a fetched list of units with the live events received since the request: each unit gets the
 * holder's user id ('QR' for a code), or null if released. The list contains earlier events already.
 * @param requestedAt time of the request, by the clock of `receivedAt`
 * @param list units as fetched
 * @param news live news by id of the unit
 */
export function overlayUnits<Unit extends { apartmentId: string; userId: string | null }>(
  list: readonly Unit[],
  requestedAt: number,
  news: Readonly<Record<string, UnitNews>>,
): Unit[] {
  return list.map((unit) => {
    const unitNews = news[unit.apartmentId];
    if (!unitNews || unitNews.receivedAt < requestedAt) return unit;
    return { ...unit, userId: unitNews.unit.registered ? (unitNews.unit.userId ?? 'QR') : null };
  });
}

function withRegistered(before: LiveJoint, event: QuorumEvent | RegistrationEvent): LiveJoint {
  if (event.revision < before.parts.registered) return before;
  return {
    ...before,
    revision: Math.max(before.revision, event.revision),
    registered: event.registered,
    parts: { ...before.parts, registered: event.revision },
  };
}

function fresh(snapshot: Snapshot): LiveJoint {
  const { revision, concepts } = snapshot;
  const stamps = concepts.map((concept) => [concept.conceptId, { body: revision, tally: revision }]);
  return {
    ...snapshot,
    concepts: sorted(concepts),
    deleted: snapshot.deleted ?? [],
    parts: {
      assembly: revision,
      registered: revision,
      quorum: revision,
      concepts: Object.fromEntries(stamps),
      deleted: {},
    },
  };
}

function sorted(concepts: Iterable<LiveConcept>): LiveConcept[] {
  return [...concepts].sort((a, b) => a.conceptId - b.conceptId);
}

const byName: { [E in keyof LiveEvents]: (before: LiveJoint, event: LiveEvents[E]) => LiveJoint } = {
  quorum: applyQuorum,
  registration: applyRegistration,
  vote: applyVote,
  concept: applyConcept,
  assembly: applyAssembly,
};

/**
 * Returns the live state of a joint after any live event.
 * @param name name of the event
 */
export function applyEvent<E extends keyof LiveEvents>(
  before: LiveJoint,
  name: E,
  event: LiveEvents[E],
): LiveJoint {
  return byName[name](before, event);
}
