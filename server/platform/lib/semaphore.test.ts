import { expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

it('lets two run, three wait in their order, and refuses the next', async () => {
  const turns = new Semaphore(2, 3);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const takes = Array.from({ length: 6 }, async (_, index) => {
    const end = await turns.take();
    if (!end) return 'refused';
    started.push(index);
    ends.push(end);
    return 'started';
  });
  expect(await takes[5]).toBe('refused');
  expect(started).toEqual([0, 1]);
  for (let next = 0; next < 5; next++) {
    await Promise.all(takes.slice(0, Math.min(5, next + 2)));
    ends[next]?.();
    ends[next]?.(); // ending twice gives one turn back
  }
  expect(started).toEqual([0, 1, 2, 3, 4]);
  expect(await turns.take()).toBeTypeOf('function');
});

it('forgets who stops waiting', async () => {
  const turns = new Semaphore(1, 2);
  const end = await turns.take();
  const stop = new AbortController();
  const stopped = turns.take(stop.signal);
  const patient = turns.take();
  stop.abort(new Error('gone'));
  await expect(stopped).rejects.toThrow('gone');
  end?.();
  expect(await patient).toBeTypeOf('function');
});
