import { expect, it } from 'vitest';
import { WhoIsThere } from './who-is-there.ts';

it('connected counts the answers in time without waiting for a missing process', async () => {
  const there: WhoIsThere = new WhoIsThere({
    here: () => ['1'],
    others: async () => 2,
    ask: (id) => {
      there.answered('another question', ['9']);
      there.answered(id, ['2', '3']);
    },
  });
  expect([...(await there.connected(['seven']))]).toEqual(['1', '2', '3']);
});

it('connected returns the own holders if the other processes cannot be asked', async () => {
  const there = new WhoIsThere({
    here: () => ['1'],
    others: () => Promise.reject(new Error('the store is away')),
    ask: () => undefined,
  });
  expect([...(await there.connected(['seven']))]).toEqual(['1']);
});

it('concurrent callers share a question; a later caller asks again', async () => {
  const askedProcesses: string[] = [];
  const there: WhoIsThere = new WhoIsThere({
    here: () => [],
    others: async () => 1,
    ask: (id) => {
      askedProcesses.push(id);
      queueMicrotask(() => there.answered(id, ['2']));
    },
  });
  const all = await Promise.all([1, 2, 3].map(() => there.connected(['7', '8'])));
  expect(all.map((found) => [...found])).toEqual([['2'], ['2'], ['2']]);
  expect(askedProcesses).toHaveLength(1);
  await there.connected(['7', '8']);
  expect(askedProcesses).toHaveLength(2);
});
