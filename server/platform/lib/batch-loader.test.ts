import { expect, it } from 'vitest';
import { BatchLoader } from './batch-loader.ts';

it('the loader loads the keys of a turn together, each key once', async () => {
  const loads: (readonly string[])[] = [];
  const loader = new BatchLoader<string, number | null>(async (keys) => {
    loads.push(keys);
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.length]));
  }, null);
  const loading = ['a', 'bb', 'nobody', 'a'].map((key) => loader.load(key));
  expect(await Promise.all(loading)).toEqual([1, 2, null, 1]);
  expect(await loader.load('ccc')).toBe(3);
  expect(loads).toEqual([['a', 'bb', 'nobody'], ['ccc']]);
});

it('a failed load rejects all callers, and the next call loads again', async () => {
  let fails = true;
  const loader = new BatchLoader<number, number>(async (keys) => {
    if (fails) throw new Error('the store is away');
    return new Map(keys.map((key) => [key, key]));
  }, 0);
  const both = [loader.load(1), loader.load(2)];
  for (const one of both) await expect(one).rejects.toThrow('away');
  fails = false;
  expect(await loader.load(1)).toBe(1);
});
