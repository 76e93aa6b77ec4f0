import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoalescedPublisher } from '../platform/live/publisher.ts';
import { appForEachTest, describeOnOneEngine } from '../testing/app.ts';
import { eventually } from '../testing/eventually.ts';
import { storeEvent } from './event.fixture.ts';
import { type EventState, eventStates } from './states.ts';

describeOnOneEngine('the publisher of events', (make) => {
  const app = appForEachTest(make);
  let eventId: number;
  let publisher: CoalescedPublisher<EventState>;
  const shown: EventState[] = [];
  beforeEach(async () => {
    eventId = await storeEvent(app.store.db, ['1']);
    publisher = new CoalescedPublisher(eventStates(app.store.db));
    publisher.onState((now) => shown.push(now));
  });
  afterEach(() => publisher.stop());

  /** Raises the event's revision and commits, as an arrival does. Returns the new revision. */
  async function commit(): Promise<number> {
    const { revision } = await app.store.db
      .updateTable('event')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('event_id', '=', eventId)
      .returning('revision')
      .executeTakeFirstOrThrow();
    return revision;
  }

  it('event states are pushed while the clock is set back and forth', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const start = Date.now();
      for (const step of [0, -90_000, -510_000, 3_600_000, -3_600_000, 0]) {
        vi.setSystemTime(start + step);
        for (let change = 0; change < 2; change++) {
          const revision = await commit();
          publisher.touch(eventId);
          await eventually(() => shown.at(-1)?.revision, `after a step of ${step} ms`).toBe(revision);
        }
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('an event is read only while followed, and then in the newest state', async () => {
    const source = eventStates(app.store.db);
    let reads = 0;
    let isOpen = false;
    const desks = new CoalescedPublisher<EventState>({
      ...source,
      readState: (key, before) => {
        reads += 1;
        return source.readState(key, before);
      },
    });
    const readKeys: number[] = [];
    desks.readOnlyFollowed(() => isOpen);
    desks.onState(({ revision }) => readKeys.push(revision));
    try {
      await commit();
      desks.touch(eventId);
      const committed = await commit();
      // A question is answered anyway.
      expect((await desks.current(eventId)).revision).toBe(committed);
      await commit();
      desks.touch(eventId);
      expect([reads, readKeys]).toEqual([1, [committed]]);
      isOpen = true;
      const newest = await commit();
      desks.touch(eventId);
      await eventually(() => readKeys.at(-1), 'after it was opened').toBe(newest);
      expect(reads).toBe(2);
    } finally {
      desks.stop();
    }
  });
});
