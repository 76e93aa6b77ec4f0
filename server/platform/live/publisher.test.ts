import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type JointState, jointStates } from '../../assemblies/live/joint-state.ts';
import { JointDirectory } from '../../properties/joint-directory.ts';
import { appForEachTest, describeOnOneEngine } from '../../testing/app.ts';
import { firstStaff, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { CoalescedPublisher } from './publisher.ts';

describeOnOneEngine('the publisher', (make) => {
  const app = appForEachTest(make);
  let jointId: number;
  let publisher: CoalescedPublisher<JointState>;
  let pushed: JointState[];
  beforeEach(async () => {
    const units = unitsOf('101;50;ANA', '102;50;LUIS');
    ({ jointId } = await holdAssembly(app, { units, staff: await firstStaff(app) }));
    publisher = new CoalescedPublisher(jointStates(app.store, new JointDirectory(app.store.db)));
    pushed = [];
    publisher.onState((now) => pushed.push(now));
  });
  afterEach(() => publisher.stop());

  /** Stores a higher revision, as a change of the assembly would do. */
  async function commit(): Promise<number> {
    const { revision } = await app.store.db
      .updateTable('joint_revision')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('joint_id', '=', jointId)
      .returning('revision')
      .executeTakeFirstOrThrow();
    return revision;
  }
  const lastTold = () => pushed.at(-1)?.revision;

  it('every change is pushed, also a change during a read', { tags: 'slow' }, async () => {
    for (let round = 0; round < 60; round++) {
      // A read that began before the commit, for example by a polling screen, must not swallow the notification.
      await commit();
      const reading = publisher.current(jointId);
      for (let turn = 0; turn < round % 4; turn++) await new Promise((resolve) => setImmediate(resolve));
      const revision = await commit();
      publisher.touch(jointId);
      await reading;
      await eventually(lastTold, `round ${round}`).toBe(revision);
    }
  });

  it('pushed revisions only grow, and many changes share a push', async () => {
    await publisher.current(jointId);
    const before = pushed.length;
    const last: number[] = [];
    for (let round = 0; round < 8; round++) {
      let revision = 0;
      for (let i = 0; i < 5; i++) revision = await commit();
      for (let touch = 0; touch < 10; touch++) publisher.touch(jointId);
      await eventually(lastTold).toBe(revision);
      last.push(revision);
    }
    // Five commits and ten touches per round: a single push of the newest state.
    expect(pushed.slice(before).map((state) => state.revision)).toEqual(last);
  });

  it('an answer is never older than the question', async () => {
    for (let round = 0; round < 20; round++) {
      const revision = await commit();
      const states = await Promise.all([1, 2, 3, 4].map(() => publisher.current(jointId)));
      for (const state of states) expect(state.revision).toBeGreaterThanOrEqual(revision);
    }
  });

  it('pushes continue while the clock is set back and forth', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const start = Date.now();
      for (const step of [0, -90_000, -510_000, 3_600_000, -3_600_000, 0]) {
        vi.setSystemTime(start + step);
        for (let change = 0; change < 2; change++) {
          const revision = await commit();
          publisher.touch(jointId);
          await eventually(lastTold, `after a step of ${step} ms`).toBe(revision);
        }
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('a thousand concurrent questions read the store twice', async () => {
    let [looks, readings] = [0, 0];
    const { newestRevisions, readState } = jointStates(app.store, new JointDirectory(app.store.db));
    const polled = new CoalescedPublisher<JointState>({
      newestRevisions: (keys) => {
        looks += 1;
        return newestRevisions(keys);
      },
      readState: (key, before) => {
        readings += 1;
        return readState(key, before);
      },
    });
    const askAThousandTimes = async () => {
      [looks, readings] = [0, 0];
      await Promise.all(Array.from({ length: 1_000 }, () => polled.current(jointId)));
    };
    try {
      await polled.current(jointId);
      await askAThousandTimes();
      expect([looks, readings]).toEqual([2, 0]);
      await commit();
      await askAThousandTimes();
      expect(looks).toBe(2);
      expect(readings).toBeGreaterThan(0);
      // Two reads for the questions, and a read for the push of the found state.
      expect(readings).toBeLessThanOrEqual(3);
    } finally {
      polled.stop();
    }
  });

  it('a change found by a question is pushed despite a lost notification', async () => {
    await publisher.current(jointId);
    const revision = await commit();
    expect((await publisher.current(jointId)).revision).toBe(revision);
    await eventually(lastTold).toBe(revision);
  });

  it('an unchanged state is not pushed', async () => {
    await publisher.current(jointId);
    const before = pushed.length;
    publisher.touch(jointId);
    await publisher.current(jointId);
    await commit();
    publisher.touch(jointId);
    await eventually(() => pushed.length).toBe(before + 1);
  });
});

describe('pace of pushing', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => vi.useRealTimers());

  /**
   * Pushes a key with a change every 10 ms, with a cost in milliseconds for reading and for sending.
   * @param isAsked true if a client asks for the state each time
   * @returns milliseconds between pushes
   */
  async function pushesOf(pushedOn: number, sentOn: number, isAsked = false): Promise<number[]> {
    let revision = 0;
    const state = async () => ({ revision, snapshot: {} });
    const newestRevisions = async () => new Map([[1, revision]]);
    const publisher = new CoalescedPublisher({ readState: state, newestRevisions });
    const sending = { spentMs: 0, whenSent: () => sent };
    let sent = Promise.resolve();
    publisher.paceBy(sending);
    const at: number[] = [];
    publisher.onState(() => {
      at.push(performance.now());
      vi.advanceTimersByTime(pushedOn);
      sent = new Promise((resolve) =>
        setTimeout(() => {
          sending.spentMs += sentOn;
          resolve();
        }, 2 * sentOn),
      );
    });
    for (let passed = 0; passed < 3000; passed += 10) {
      revision += 1;
      publisher.touch(1);
      if (isAsked) expect((await publisher.current(1)).revision).toBe(revision);
      await vi.advanceTimersByTimeAsync(10);
    }
    publisher.stop();
    return at.slice(1).map((time, i) => time - (at[i] ?? 0));
  }

  it('cheap pushes run ten times a second', async () => {
    const gaps = await pushesOf(5, 20);
    expect(gaps.length).toBeGreaterThan(20);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(100);
    expect(Math.min(...gaps)).toBeLessThanOrEqual(110);
  });

  it('questions of screens return the newest state without a faster pace for others', async () => {
    const gaps = await pushesOf(5, 20, true);
    expect(gaps.length).toBeGreaterThan(20);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(100);
    expect(Math.min(...gaps)).toBeLessThanOrEqual(110);
  });

  it('the pace follows the cost of a push: at most two fifths of a core', async () => {
    const gaps = await pushesOf(20, 60);
    expect(gaps.length).toBeGreaterThan(8);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(200);
    expect(Math.min(...gaps)).toBeLessThanOrEqual(220);
  });
});
