import { expect, it } from 'vitest';
import { OneUnderWay } from './one-under-way.ts';

/** Makes shared work that ends only when the test says so. */
function byHand() {
  const runs: { end: (value: number) => void; fail: () => void }[] = [];
  const shared = new OneUnderWay(
    () =>
      new Promise<number>((resolve, reject) => {
        runs.push({ end: resolve, fail: () => reject(new Error('away')) });
      }),
  );
  return { runs, shared };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('a call during a run shares a single following run', async () => {
  const { runs, shared } = byHand();
  const first = shared.ask();
  const others = Array.from({ length: 1_000 }, () => shared.ask());
  expect(runs).toHaveLength(1);
  runs[0]?.end(1);
  expect(await first).toBe(1);
  await turn();
  expect(runs).toHaveLength(2);
  runs[1]?.end(2);
  expect(new Set(await Promise.all(others))).toEqual(new Set([2]));
  const later = shared.ask();
  runs[2]?.end(3);
  expect(await later).toBe(3);
});

it('a failed run rejects only the callers of the run', async () => {
  const { runs, shared } = byHand();
  const first = shared.ask();
  const second = shared.ask();
  runs[0]?.fail();
  await expect(first).rejects.toThrow('away');
  await turn();
  runs[1]?.end(2);
  expect(await second).toBe(2);
});
