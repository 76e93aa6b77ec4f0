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

/**
 * Puts what the hub sends together into one picture of a joint. Every message is whole by itself but speaks of
 * a part only, so each part remembers the revision it came from: what is older never covers what is newer,
 * in whatever order messages, join replies and polled snapshots arrive.
 */
export interface LiveJoint {
  jointId: number;
  /** The store's epoch that the revisions are of. */
  epoch: string;
  /** The newest revision seen of any part. */
  revision: number;
  assembly: Snapshot['assembly'];
  /** The check of the quorum that runs; moves with the assembly. */
  check: Snapshot['check'];
  /** Who joins by the wall's QR; moves with the assembly. */
  joining: Snapshot['joining'];
  /** The newest signed head; moves with the assembly. */
  head: Snapshot['head'];
  registered: Snapshot['registered'];
  total: Snapshot['total'];
  quorum: Snapshot['quorum'];
  /** By concept number. */
  concepts: LiveConcept[];
  parts: Parts;
}

interface Parts {
  assembly: number;
  registered: number;
  quorum: number;
  /** Of each concept: what it is (text, active, outcome), and its tally, which votes renew alone. */
  concepts: Readonly<Record<number, { body: number; tally: number }>>;
  /** When concepts were deleted, so that a late message does not bring them back. */
  deleted: Readonly<Record<number, number>>;
}

/** The whole state, from a join or a poll. Parts that events already made newer stay as they are. */
export function applySnapshot(known: LiveJoint | null, snapshot: Snapshot): LiveJoint {
  const { revision } = snapshot;
  const sameAssembly = known?.assembly?.assemblyId === snapshot.assembly?.assemblyId;
  // A restored store counts from a lower revision: nothing that is known compares with it.
  if (known?.epoch !== snapshot.epoch) return fresh(snapshot);
  if (!sameAssembly && revision >= known.revision) return fresh(snapshot);
  if (!sameAssembly) return known;

  const concepts = new Map(snapshot.concepts.map((concept) => [concept.conceptId, concept]));
  const stamps: Record<number, { body: number; tally: number }> = {};
  for (const id of concepts.keys()) {
    if ((known.parts.deleted[id] ?? 0) > revision) concepts.delete(id);
    else stamps[id] = { body: revision, tally: revision };
  }
  for (const mine of known.concepts) {
    const stamp = known.parts.concepts[mine.conceptId] ?? { body: 0, tally: 0 };
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
    jointId: known.jointId,
    epoch: known.epoch,
    revision: Math.max(known.revision, revision),
    assembly: newer(known.parts.assembly) ? snapshot.assembly : known.assembly,
    check: newer(known.parts.assembly) ? snapshot.check : known.check,
    joining: newer(known.parts.assembly) ? snapshot.joining : known.joining,
    head: newer(known.parts.assembly) ? snapshot.head : known.head,
    registered: newer(known.parts.registered) ? snapshot.registered : known.registered,
    total: newer(known.parts.quorum) ? snapshot.total : known.total,
    quorum: newer(known.parts.quorum) ? snapshot.quorum : known.quorum,
    concepts: sorted(concepts.values()),
    parts: {
      assembly: Math.max(known.parts.assembly, revision),
      registered: Math.max(known.parts.registered, revision),
      quorum: Math.max(known.parts.quorum, revision),
      concepts: stamps,
      deleted: known.parts.deleted,
    },
  };
}

/** Registered and total units, and the quorum. */
export function applyQuorum(known: LiveJoint, event: QuorumEvent): LiveJoint {
  if (event.revision < known.parts.quorum) return known;
  const next = withRegistered(known, event);
  return {
    ...next,
    total: event.total,
    quorum: event.quorum,
    parts: { ...next.parts, quorum: event.revision },
  };
}

/** The assembly itself. Another one makes everything else void: its own events and a snapshot follow. */
export function applyAssembly(known: LiveJoint, event: AssemblyEvent): LiveJoint {
  if (event.revision < known.parts.assembly) return known;
  const isOther = known.assembly?.assemblyId !== event.assembly?.assemblyId;
  return {
    ...known,
    revision: Math.max(known.revision, event.revision),
    // What is known of the questions is the former one's, until the snapshot comes that this asks for.
    assembly: isOther ? null : event.assembly,
    check: isOther ? null : event.check,
    joining: isOther ? null : event.joining,
    head: event.head,
    parts: { ...known.parts, assembly: isOther ? known.parts.assembly : event.revision },
  };
}

/** Who is registered, counted. Names travel beside it, see `overlayUnits`. */
export function applyRegistration(known: LiveJoint, event: RegistrationEvent): LiveJoint {
  return withRegistered(known, event);
}

/** The tally of one concept. Of a concept not heard of yet there is nothing to show: its own event comes. */
export function applyVote(known: LiveJoint, event: VoteEvent): LiveJoint {
  const stamp = known.parts.concepts[event.conceptId];
  if (!stamp || event.revision < stamp.tally) return known;
  return {
    ...known,
    revision: Math.max(known.revision, event.revision),
    concepts: known.concepts.map((concept) =>
      concept.conceptId === event.conceptId ? withTally(concept, event) : concept,
    ),
    parts: {
      ...known.parts,
      concepts: { ...known.parts.concepts, [event.conceptId]: { ...stamp, tally: event.revision } },
    },
  };
}

/** A concept with a newer tally, hidden or not, and what that comes to. */
function withTally(
  { hidden: _, intervals: __, divided: ___, ...concept }: LiveConcept,
  { voted, answers, outcome, hidden, intervals, divided }: Pick<LiveConcept, Tally>,
): LiveConcept {
  return {
    ...concept,
    ...{ voted, answers, outcome },
    ...(hidden ? { hidden } : {}),
    ...(intervals === undefined ? {} : { intervals }),
    ...(divided === undefined ? {} : { divided }),
  };
}

type Tally = 'voted' | 'answers' | 'outcome' | 'hidden' | 'intervals' | 'divided';

/** A concept that was created, activated, deactivated, reset or deleted. The event carries it whole. */
export function applyConcept(known: LiveJoint, event: ConceptEvent): LiveJoint {
  const id = event.concept.conceptId;
  const stamp = known.parts.concepts[id] ?? { body: 0, tally: 0 };
  if (event.revision < stamp.body || event.revision < (known.parts.deleted[id] ?? 0)) return known;
  const revision = Math.max(known.revision, event.revision);
  const others = known.concepts.filter((concept) => concept.conceptId !== id);
  if (event.change === 'deleted') {
    const { [id]: _gone, ...stamps } = known.parts.concepts;
    const deleted = { ...known.parts.deleted, [id]: event.revision };
    return { ...known, revision, concepts: others, parts: { ...known.parts, concepts: stamps, deleted } };
  }
  const mine = known.concepts.find((concept) => concept.conceptId === id);
  const concept = mine && stamp.tally > event.revision ? withTally(event.concept, mine) : event.concept;
  const tally = Math.max(stamp.tally, event.revision);
  // Attendance is made with its assembly, so a new one means another assembly, which a snapshot will tell of.
  const isOtherAssembly = id === ATTENDANCE && event.change === 'created';
  return {
    ...known,
    revision,
    assembly: isOtherAssembly && event.revision > known.parts.assembly ? null : known.assembly,
    concepts: sorted([...quieted(known, others, event), concept]),
    parts: {
      ...known.parts,
      concepts: { ...known.parts.concepts, [id]: { body: event.revision, tally } },
    },
  };
}

/** At most one question is active: when one opens, what was open before is shown as closed at once. */
function quieted(known: LiveJoint, others: LiveConcept[], event: ConceptEvent): LiveConcept[] {
  if (event.concept.conceptId === ATTENDANCE || event.concept.active !== 1) return others;
  return others.map((other) => {
    const isOlder = (known.parts.concepts[other.conceptId]?.body ?? 0) < event.revision;
    return other.conceptId !== ATTENDANCE && other.active === 1 && isOlder ? { ...other, active: 0 } : other;
  });
}

/** A unit's word from a `registration` event, and when it arrived by this machine's clock. */
export interface UnitNews {
  unit: LiveUnit;
  revision: number;
  receivedAt: number;
}

export function noteUnits(
  known: Readonly<Record<string, UnitNews>>,
  event: RegistrationEvent,
  receivedAt: number,
): Readonly<Record<string, UnitNews>> {
  if (!event.units?.length) return known;
  const next = { ...known };
  for (const unit of event.units) {
    if ((next[unit.apartmentId]?.revision ?? 0) <= event.revision) {
      next[unit.apartmentId] = { unit, revision: event.revision, receivedAt };
    }
  }
  return next;
}

/**
 * A list of units as it was fetched, with what the hub has said since. Lists carry no revision; what arrived
 * before the request was made is in its answer already, so only later news is laid over it.
 */
export function overlayUnits<Unit extends { apartmentId: string; userId: string | null }>(
  list: readonly Unit[],
  requestedAt: number,
  news: Readonly<Record<string, UnitNews>>,
): Unit[] {
  return list.map((unit) => {
    const said = news[unit.apartmentId];
    if (!said || said.receivedAt < requestedAt) return unit;
    return { ...unit, userId: said.unit.registered ? (said.unit.userId ?? 'QR') : null };
  });
}

function withRegistered(known: LiveJoint, event: QuorumEvent | RegistrationEvent): LiveJoint {
  if (event.revision < known.parts.registered) return known;
  return {
    ...known,
    revision: Math.max(known.revision, event.revision),
    registered: event.registered,
    parts: { ...known.parts, registered: event.revision },
  };
}

function fresh(snapshot: Snapshot): LiveJoint {
  const { jointId, epoch, revision, assembly, check, joining, head, registered, total, quorum, concepts } =
    snapshot;
  const stamps = concepts.map((concept) => [concept.conceptId, { body: revision, tally: revision }]);
  return {
    jointId,
    epoch,
    revision,
    assembly,
    check,
    joining,
    head,
    registered,
    total,
    quorum,
    concepts: sorted(concepts),
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

const byName: { [E in keyof LiveEvents]: (known: LiveJoint, event: LiveEvents[E]) => LiveJoint } = {
  quorum: applyQuorum,
  registration: applyRegistration,
  vote: applyVote,
  concept: applyConcept,
  assembly: applyAssembly,
};

/** Any event, by its name. */
export function applyEvent<E extends keyof LiveEvents>(
  known: LiveJoint,
  name: E,
  event: LiveEvents[E],
): LiveJoint {
  return byName[name](known, event);
}
