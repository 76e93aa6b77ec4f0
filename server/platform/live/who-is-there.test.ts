import { expect, it } from 'vitest';
import { WhoIsThere } from './who-is-there.ts';

it('counts what answered in time, and does not wait for a process that is gone', async () => {
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

it('knows its own when the others cannot be asked', async () => {
  const there = new WhoIsThere({
    here: () => ['1'],
    others: () => Promise.reject(new Error('the store is away')),
    ask: () => undefined,
  });
  expect([...(await there.connected(['seven']))]).toEqual(['1']);
});

it('asks once for many who ask at the same moment, and anew afterwards', async () => {
  const asked: string[] = [];
  const there: WhoIsThere = new WhoIsThere({
    here: () => [],
    others: async () => 1,
    ask: (id) => {
      asked.push(id);
      queueMicrotask(() => there.answered(id, ['2']));
    },
  });
  const all = await Promise.all([1, 2, 3].map(() => there.connected(['7', '8'])));
  expect(all.map((found) => [...found])).toEqual([['2'], ['2'], ['2']]);
  expect(asked).toHaveLength(1);
  await there.connected(['7', '8']);
  expect(asked).toHaveLength(2);
});
