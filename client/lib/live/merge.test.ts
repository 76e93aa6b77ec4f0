import { describe, expect, it } from 'vitest';
import type { LiveConcept, Outcome, Snapshot } from '../../../shared/assemblies/live.ts';
import { assemblyOf } from '../../../shared/testing/assembly.ts';
import {
  applyAssembly,
  applyConcept,
  applyQuorum,
  applyRegistration,
  applySnapshot,
  applyVote,
  noteUnits,
  overlayUnits,
} from './merge.ts';

const at = '2026-03-05T23:00:00.000Z';
const weight = (apartments: number, coefficient: number) => ({ apartments, coefficient });

function question(conceptId: number, active: 0 | 1, votes = 0): LiveConcept {
  return {
    conceptId,
    conceptDescription: `Pregunta ${conceptId - 1}`,
    active,
    rule: 'simple',
    voted: weight(votes, votes),
    answers: [{ answerId: 1, answerDescription: 'Si', ...weight(votes, votes), dwellings: 0, inRoom: 0 }],
    outcome: null,
  };
}

function snapshot(revision: number, changes: Partial<Snapshot> = {}): Snapshot {
  return {
    jointId: 7,
    epoch: 'first',
    revision,
    at,
    check: null,
    joining: null,
    head: null,
    assembly: assemblyOf({ openedAt: at }),
    registered: weight(revision, revision),
    total: weight(100, 100),
    quorum: { required: 50, reached: false, missing: 50 - revision },
    concepts: [question(2, 1)],
    ...changes,
  };
}

/** Outcome of an open question without votes. */
const open: Outcome = {
  status: 'open',
  answerId: 1,
  base: weight(100, 100),
  share: 0,
  passesHalf: null,
  blankAnswerId: null,
  mode: 'inPerson',
};
const quorum = (revision: number, registered: number) => ({
  jointId: 7,
  revision,
  at,
  registered: weight(registered, registered),
  total: weight(100, 100),
  quorum: { required: 50, reached: registered > 50, missing: 50 - registered },
});
const vote = (revision: number, conceptId: number, votes: number) => ({
  jointId: 7,
  revision,
  at,
  conceptId,
  voted: weight(votes, votes),
  answers: [{ answerId: 1, answerDescription: 'Si', ...weight(votes, votes), dwellings: 0, inRoom: 0 }],
  outcome: { ...open, share: votes / 100 },
});
const concept = (
  revision: number,
  change: 'created' | 'activated' | 'deactivated' | 'reset' | 'deleted',
  whole: LiveConcept,
) => ({ jointId: 7, revision, at, change, concept: whole });

const tallyOf = (joint: { concepts: LiveConcept[] }, id: number) =>
  joint.concepts.find((one) => one.conceptId === id)?.voted.apartments;

describe('live figures', () => {
  it('a newer event replaces a part; an older event is dropped', () => {
    let joint = applySnapshot(null, snapshot(10));
    joint = applyQuorum(joint, quorum(12, 60));
    joint = applyQuorum(joint, quorum(11, 55));
    expect(joint.registered.apartments).toBe(60);
    expect(joint.quorum.reached).toBe(true);
    expect(joint.revision).toBe(12);
  });

  it('hidden answers show only the turnout until the question closes', () => {
    let joint = applySnapshot(null, snapshot(10));
    joint = applyVote(joint, { ...vote(11, 2, 3), answers: [], hidden: true });
    expect(joint.concepts[0]).toMatchObject({ voted: weight(3, 3), answers: [], hidden: true });
    joint = applyConcept(joint, concept(12, 'deactivated', question(2, 0, 3)));
    expect(joint.concepts[0]?.answers).toHaveLength(1);
    expect(joint.concepts[0]).not.toHaveProperty('hidden');
    // Late event: the answers are known by now.
    joint = applyVote(joint, { ...vote(11, 2, 3), answers: [], hidden: true });
    expect(joint.concepts[0]?.answers).toHaveLength(1);
  });

  it('each part has a revision: an older quorum still applies after a newer registration', () => {
    let joint = applySnapshot(null, snapshot(10));
    joint = applyRegistration(joint, { jointId: 7, revision: 15, at, registered: weight(70, 70) });
    joint = applyQuorum(joint, quorum(14, 51));
    expect(joint.registered.apartments).toBe(70);
    expect(joint.quorum.reached).toBe(true);
    joint = applyVote(joint, vote(13, 2, 4));
    expect(tallyOf(joint, 2)).toBe(4);
  });

  it('a second message of the same revision applies', () => {
    const joint = applyQuorum(applySnapshot(null, snapshot(10)), quorum(10, 33));
    expect(joint.registered.apartments).toBe(33);
  });
});

describe('live votes', () => {
  it('an older tally never replaces a newer tally', () => {
    let joint = applySnapshot(null, snapshot(10));
    joint = applyVote(joint, vote(20, 2, 9));
    joint = applyVote(joint, vote(19, 2, 8));
    expect(tallyOf(joint, 2)).toBe(9);
    expect(joint.concepts[0]?.outcome?.share).toBe(0.09);
  });

  it('an older event of the question keeps the newer votes', () => {
    let joint = applySnapshot(null, snapshot(10));
    joint = applyVote(joint, vote(20, 2, 9));
    joint = applyConcept(joint, concept(18, 'deactivated', question(2, 0, 7)));
    expect(tallyOf(joint, 2)).toBe(9);
    expect(joint.concepts[0]?.active).toBe(0);
  });

  it('a tally of an unknown question is ignored', () => {
    const joint = applySnapshot(null, snapshot(10));
    expect(applyVote(joint, vote(20, 9, 1))).toBe(joint);
  });
});

describe('live concepts', () => {
  it('a created question is sorted in and closes the question before', () => {
    let joint = applySnapshot(null, snapshot(10, { concepts: [question(2, 1), question(4, 0)] }));
    joint = applyConcept(joint, concept(11, 'created', question(3, 1)));
    expect(joint.concepts.map((one) => [one.conceptId, one.active])).toEqual([
      [2, 0],
      [3, 1],
      [4, 0],
    ]);
  });

  it('an older message does not close a question that opened later', () => {
    let joint = applySnapshot(null, snapshot(10, { concepts: [question(2, 0), question(3, 0)] }));
    joint = applyConcept(joint, concept(15, 'activated', question(3, 1)));
    joint = applyConcept(joint, concept(12, 'activated', question(2, 1)));
    expect(joint.concepts.find((one) => one.conceptId === 3)?.active).toBe(1);
  });

  it('opening a question leaves attendance active', () => {
    const attendance = { ...question(1, 1), rule: null };
    let joint = applySnapshot(null, snapshot(10, { concepts: [attendance, question(2, 0)] }));
    joint = applyConcept(joint, concept(11, 'activated', question(2, 1)));
    expect(joint.concepts[0]?.active).toBe(1);
  });

  it('a reset empties the tally', () => {
    let joint = applySnapshot(null, snapshot(10, { concepts: [question(2, 1, 30)] }));
    joint = applyConcept(joint, concept(11, 'reset', question(2, 1, 0)));
    expect(tallyOf(joint, 2)).toBe(0);
    expect(tallyOf(applyVote(joint, vote(10, 2, 30)), 2)).toBe(0);
  });

  it('a deleted question stays deleted despite late messages and older snapshots', () => {
    let joint = applySnapshot(null, snapshot(10));
    joint = applyConcept(joint, concept(12, 'deleted', question(2, 0)));
    expect(joint.concepts).toEqual([]);
    expect(applyConcept(joint, concept(11, 'activated', question(2, 1))).concepts).toEqual([]);
    expect(applyVote(joint, vote(13, 2, 3)).concepts).toEqual([]);
    expect(applySnapshot(joint, snapshot(11)).concepts).toEqual([]);
  });
});

describe('live snapshots', () => {
  it('an older snapshot replaces no newer part', () => {
    let joint = applySnapshot(null, snapshot(10));
    joint = applyQuorum(joint, quorum(20, 60));
    joint = applyVote(joint, vote(20, 2, 9));
    joint = applyConcept(joint, concept(21, 'created', question(3, 1)));
    joint = applySnapshot(joint, snapshot(15, { concepts: [question(2, 1, 5)] }));
    expect(joint.registered.apartments).toBe(60);
    expect(tallyOf(joint, 2)).toBe(9);
    expect(joint.concepts.map((one) => one.conceptId)).toEqual([2, 3]);
    expect(joint.revision).toBe(21);
  });

  it('a snapshot of another epoch replaces all despite a lower revision (restored store)', () => {
    const before = applySnapshot(null, snapshot(50, { concepts: [question(1, 1), question(2, 1, 9)] }));
    const restored = applySnapshot(before, snapshot(12, { epoch: 'second', concepts: [question(1, 1)] }));
    expect(restored).toEqual(
      applySnapshot(null, snapshot(12, { epoch: 'second', concepts: [question(1, 1)] })),
    );
  });

  it('a newer snapshot replaces all and removes missing questions', () => {
    let joint = applySnapshot(null, snapshot(10, { concepts: [question(2, 0), question(3, 1)] }));
    joint = applySnapshot(joint, snapshot(30, { concepts: [question(2, 1, 8)] }));
    expect(joint.concepts).toEqual([question(2, 1, 8)]);
    expect(joint.registered.apartments).toBe(30);
  });

  it('another assembly replaces the former; an older event does not restore the former', () => {
    const former = applySnapshot(null, snapshot(10));
    const next = snapshot(40, { concepts: [] });
    if (next.assembly) next.assembly.assemblyId = 2;
    const joint = applySnapshot(former, next);
    expect(joint.assembly?.assemblyId).toBe(2);
    expect(joint.concepts).toEqual([]);
    expect(applySnapshot(joint, snapshot(39))).toBe(joint);
  });
});

describe('another assembly known by events', () => {
  it('events of another assembly clear the assembly until a snapshot arrives', () => {
    let joint = applySnapshot(null, snapshot(10, { concepts: [question(1, 1), question(2, 0)] }));
    joint = applyConcept(joint, concept(20, 'deleted', question(2, 0)));
    joint = applyConcept(joint, concept(20, 'created', question(1, 0)));
    expect(joint.assembly).toBeNull();
    expect(joint.concepts.map((one) => one.conceptId)).toEqual([1]);
    const next = snapshot(20, { concepts: [question(1, 0)] });
    if (next.assembly) next.assembly.assemblyId = 2;
    expect(applySnapshot(joint, next).assembly?.assemblyId).toBe(2);
  });
});

describe('names of registered units', () => {
  const unit = (apartmentId: string, registered: boolean, userId: string | null) => ({
    apartmentId,
    owner: 'Ana',
    coefficient: 1,
    userId,
    registered,
  });
  const news = (revision: number, registered: boolean, userId: string | null) => ({
    jointId: 7,
    revision,
    at,
    registered: weight(1, 1),
    units: [unit('101', registered, userId)],
  });

  it('overlayUnits applies only news received after the list was requested', () => {
    const list = [
      { apartmentId: '101', userId: null },
      { apartmentId: '102', userId: null },
    ];
    const heard = noteUnits({}, news(5, true, 'CODE'), 1000);
    expect(overlayUnits(list, 900, heard).map((one) => one.userId)).toEqual(['CODE', null]);
    expect(overlayUnits(list, 1100, heard).map((one) => one.userId)).toEqual([null, null]);
  });

  it('older news of the same unit are dropped', () => {
    let heard = noteUnits({}, news(9, false, null), 1000);
    heard = noteUnits(heard, news(8, true, 'CODE'), 1001);
    expect(heard['101']?.unit.registered).toBe(false);
  });
});

describe('state of the live assembly', () => {
  const closed = (revision: number, assemblyId = 1) => {
    const { assembly } = snapshot(revision);
    return {
      jointId: 7,
      revision,
      at,
      check: null,
      joining: null,
      head: null,
      assembly: assembly && { ...assembly, assemblyId, closedAt: at },
    };
  };

  it('an assembly event closes the assembly; older snapshots never reopen the assembly', () => {
    const before = applyAssembly(applySnapshot(null, snapshot(5)), closed(8));
    expect(before.assembly?.closedAt).toBe(at);
    expect(before.concepts).toHaveLength(1);
    expect(applySnapshot(before, snapshot(6)).assembly?.closedAt).toBe(at);
    expect(applyAssembly(before, { ...closed(7), assembly: snapshot(7).assembly }).assembly?.closedAt).toBe(
      at,
    );
  });

  it('an event of another assembly clears the assembly until the snapshot arrives', () => {
    const before = applyAssembly(applySnapshot(null, snapshot(5)), closed(8, 2));
    expect(before.assembly).toBeNull();
    const { assembly } = closed(8, 2);
    expect(applySnapshot(before, snapshot(8, { assembly, concepts: [] })).concepts).toEqual([]);
  });
});
