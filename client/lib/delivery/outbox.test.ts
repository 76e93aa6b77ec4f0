import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rounds } from '../../../shared/testing/rounds.ts';
import { ApiError } from '../api.ts';
import { createOutbox, type Outbox } from './outbox.ts';

interface Item {
  id: string;
  names: readonly string[];
}

type Fate = 'fine' | 'unreadable' | 'lostRequest' | 'lostReply' | 'overloaded' | 'broken';

const errors: Record<Exclude<Fate, 'unreadable'>, ApiError> = {
  fine: new ApiError(422, 'x', 'refused'),
  lostRequest: new ApiError(0, 'network', 'x'),
  lostReply: new ApiError(0, 'timeout', 'x'),
  overloaded: new ApiError(503, 'x', 'x', undefined, 3_000),
  broken: new ApiError(500, 'x', 'x'),
};

/** Tabs of a browser over one list of stored items, with a server that counts each key once. */
function makeWorld() {
  let stored: readonly Item[] = [];
  let leader: symbol | null = null;
  let tab: Outbox;
  let number = 0;
  const fates: Fate[] = [];
  const refusedIds = new Set<string>();
  const world = {
    added: [] as Item[],
    /** Ids in the order of the server. */
    processed: [] as string[],
    settled: [] as string[],
    sent: [] as string[],
    atOnceMax: 0,
    fates,
    left: () => stored.length,
    add(names: readonly string[], isRefused = false) {
      number += 1;
      const item = { id: `i${number}`, names };
      if (isRefused) refusedIds.add(item.id);
      world.added.push(item);
      stored = [...stored, item];
      tab.pump();
    },
    /** Opens a new leading tab. The earlier tab is closed, or stays open without the lead. */
    open(closesEarlier: boolean) {
      const me = Symbol('tab');
      const before = leader;
      let atOnce = 0;
      leader = me;
      if (closesEarlier) closed.add(before);
      const settle = (item: Item, isStored: boolean) => {
        expect(isStored).toBe(!refusedIds.has(item.id));
        world.settled.push(item.id);
        stored = stored.filter(({ id }) => id !== item.id);
      };
      tab = createOutbox<Item, { isRead: boolean }>({
        pending: () => (closed.has(me) ? [] : stored),
        claims: (item) => item.names,
        isReady: () => leader === me,
        send: async (item) => {
          world.sent.push(item.id);
          atOnce += 1;
          world.atOnceMax = Math.max(world.atOnceMax, atOnce);
          const fate = fates.shift() ?? 'fine';
          await new Promise((resolve) => setTimeout(resolve, 50 + ((world.sent.length * 37) % 400)));
          atOnce -= 1;
          const arrives = fate === 'fine' || fate === 'lostReply';
          if (arrives && !world.processed.includes(item.id)) world.processed.push(item.id);
          if (fate === 'unreadable') return { isRead: false };
          if (fate !== 'fine' || refusedIds.has(item.id)) throw errors[fate];
          return { isRead: true };
        },
        onStored: (item, { isRead }) => {
          if (!isRead) throw new TypeError('unreadable');
          settle(item, true);
        },
        onRefused: (item) => settle(item, false),
      });
      tab.pump();
    },
    wake: () => tab.wake(),
  };
  const closed = new Set<symbol | null>();
  world.open(true);
  return world;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const someName = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
const someStep = fc.oneof(
  fc.record({
    do: fc.constant('add'),
    names: fc.uniqueArray(someName, { maxLength: 2 }),
    isRefused: fc.boolean(),
  }),
  fc.record({ do: fc.constant('open'), closesEarlier: fc.boolean() }),
  fc.record({ do: fc.constant('wake') }),
  fc.record({ do: fc.constant('time'), ms: fc.integer({ min: 1, max: 5_000 }) }),
);
const someFate = fc.constantFrom<Fate>(
  'fine',
  'unreadable',
  'lostRequest',
  'lostReply',
  'overloaded',
  'broken',
);

it('items settle once and in order, over failures, reloads and tabs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someStep, { maxLength: 30 }),
      fc.array(someFate, { maxLength: 40 }),
      async (steps, fates) => {
        const world = makeWorld();
        world.fates.push(...fates);
        for (const step of steps) {
          if ('names' in step) world.add(step.names, step.isRefused);
          else if ('closesEarlier' in step) world.open(step.closesEarlier);
          else if ('ms' in step) await vi.advanceTimersByTimeAsync(step.ms);
          else world.wake();
        }
        await vi.advanceTimersByTimeAsync(600_000);
        expect(world.left()).toBe(0);
        expect([...world.settled].sort()).toEqual(world.added.map(({ id }) => id).sort());
        expect(world.atOnceMax).toBeLessThanOrEqual(4);
        for (const name of 'abcdefg') {
          const ids = world.added.filter(({ names }) => names.includes(name)).map(({ id }) => id);
          expect(world.processed.filter((id) => ids.includes(id))).toEqual(ids);
        }
        vi.clearAllTimers();
      },
    ),
    { numRuns: rounds(150) },
  );
});

it('sends four items at once, and no item before an earlier item with a common name', async () => {
  const world = makeWorld();
  world.add(['X', '101']);
  world.add(['X', '102']);
  world.add(['Y', '101']);
  world.add(['Z', '103']);
  expect(world.sent).toEqual(['i1', 'i4']);
  for (const name of 'pqrs') world.add([name]);
  expect(world.sent).toEqual(['i1', 'i4', 'i5', 'i6']);
});

it('status 500 delays an item alone; after a lost connection an item probes the server', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const world = makeWorld();
  world.fates.push('broken', 'fine');
  for (const names of [['X'], ['X'], ['Y']]) world.add(names);
  await vi.advanceTimersByTimeAsync(450);
  expect([world.sent[0], world.settled]).toEqual(['i1', ['i3']]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(world.settled).toEqual(['i3', 'i1', 'i2']);
  world.fates.push(...Array<Fate>(5).fill('lostRequest'));
  for (const names of [['p'], ['q'], ['r']]) world.add(names);
  await vi.advanceTimersByTimeAsync(450);
  world.sent.length = 0;
  world.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(new Set(world.sent)).toEqual(new Set(['i4']));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(world.settled).toHaveLength(6);
});

it('a returned connection ends a pause, but not the wait that the server requested', async () => {
  const world = makeWorld();
  world.fates.push('overloaded');
  world.add([]);
  await vi.advanceTimersByTimeAsync(100);
  world.wake();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(world.sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(world.settled).toEqual(['i1']);
});
