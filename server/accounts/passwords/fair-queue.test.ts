import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Builds a queue with jobs to be ended by the test, in order of start. */
function driven(mostWaiting = 2000) {
  const queue = new FairQueue({ atOnce: 2, mostWaiting, full: () => new Error('full') });
  const begun: { name: string; end: () => void }[] = [];
  const results: Promise<string>[] = [];
  let most = 0;
  let running = 0;
  const add = (lane: string, name = lane, signal?: AbortSignal): void => {
    const work = () =>
      new Promise<string>((resolve) => {
        running += 1;
        most = Math.max(most, running);
        begun.push({
          name,
          end: () => {
            running -= 1;
            resolve(name);
          },
        });
      });
    results.push(queue.run(lane, work, signal).catch((error: unknown) => String(error)));
  };
  /** Ends every job as soon as the job starts, until all jobs have results. */
  const finish = async (): Promise<string[]> => {
    const all = Promise.all(results);
    let isOver = false;
    void all.then(() => {
      isOver = true;
    });
    for (let at = 0; !isOver; ) {
      const next = begun[at];
      if (next !== undefined) {
        at += 1;
        next.end();
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    return all;
  };
  return { add, finish, begun, most: () => most };
}

it('the queue runs 600 checks of one hall, two at a time', async () => {
  const { add, finish, most } = driven();
  for (let i = 0; i < 600; i++) add('hall', `phone ${i}`);
  const answers = await finish();
  expect(answers).toEqual(Array.from({ length: 600 }, (_, i) => `phone ${i}`));
  expect(most()).toBe(2);
});

it('lanes alternate: a phone waits for a single job of a flood', async () => {
  const { add, finish, begun } = driven();
  for (let i = 0; i < 500; i++) add('flood', `flood ${i}`);
  add('hall', 'phone');
  await finish();
  // Two flood jobs were running, and another flood job is ahead.
  expect(begun.findIndex(({ name }) => name === 'phone')).toBeLessThanOrEqual(3);
});

it('a full queue drops jobs of the longest lane only', async () => {
  const { add, finish } = driven(1000);
  for (let i = 0; i < 3000; i++) add('flood', 'flood');
  for (let i = 0; i < 300; i++) add('hall', 'phone');
  for (let i = 0; i < 1000; i++) add('flood', 'flood');
  const answers = await finish();
  expect(answers.filter((answer) => answer === 'phone')).toHaveLength(300);
  // Two running jobs, and the free places left by the hall.
  expect(answers.filter((answer) => answer === 'flood')).toHaveLength(702);
  expect(answers.filter((answer) => answer === 'Error: full')).toHaveLength(3298);
});

it('a job leaves the queue if the client disconnects', async () => {
  const { add, finish, begun } = driven();
  const gone = new AbortController();
  add('hall', 'first');
  add('hall', 'second');
  add('hall', 'gone', gone.signal);
  add('hall', 'third');
  gone.abort(new Error('gone'));
  add('hall', 'late', gone.signal);
  expect(await finish()).toEqual(['first', 'second', 'Error: gone', 'third', 'Error: gone']);
  expect(begun.map(({ name }) => name)).toEqual(['first', 'second', 'third']);
});

it('the queue continues after a failed job', async () => {
  const queue = new FairQueue({ atOnce: 1, mostWaiting: 10, full: () => new Error('full') });
  const answers = await Promise.allSettled([
    queue.run('a', () => Promise.reject(new Error('fails'))),
    queue.run('a', async () => 'next'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
