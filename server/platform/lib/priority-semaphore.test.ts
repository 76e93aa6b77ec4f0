import { expect, it } from 'vitest';
import { type BoundedSemaphore, type Permit, PrioritySemaphore } from './priority-semaphore.ts';

/** Records the order of starting tasks by name. */
function starter() {
  const started: string[] = [];
  const permits = new Map<string, Permit>();
  return {
    started,
    permits,
    end: async (name: string) => {
      permits.get(name)?.end();
      await settled();
    },
    take: async (part: BoundedSemaphore, name: string, signal?: AbortSignal) => {
      const permit = await part.take(signal);
      if (permit === undefined) return 'refused';
      started.push(name);
      permits.set(name, permit);
      return 'started';
    },
  };
}

/** Waits until started tasks have continued. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('as many takes run as permits exist, over all lines, and others wait in order', async () => {
  const semaphore = new PrioritySemaphore(2);
  const [reports, previews] = [semaphore.bounded('waited', 2), semaphore.bounded('waited', 1)];
  const { started, permits, take } = starter();
  const takes = [
    ...['a', 'b', 'c', 'd'].map((name) => take(reports, name)),
    take(previews, 'e'),
    ...['f', 'g'].map((name) => take(reports, name)),
  ];
  expect(await Promise.all(takes.slice(5))).toEqual(['refused', 'refused']);
  expect(await take(previews, 'h')).toBe('refused');
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e'].slice(0, index + 2));
    permits.get(name)?.end();
    permits.get(name)?.end(); // ending twice returns one permit
    await settled();
  }
  expect(await take(previews, 'i')).toBe('started');
});

it('takes never exceed the permits and start by priority', async () => {
  const semaphore = new PrioritySemaphore(1);
  const [sheets, reports, jobs] = [
    semaphore.bounded('prompt', 1),
    semaphore.bounded('waited', 3),
    semaphore.bounded('background', 2),
  ];
  const { started, end, take } = starter();
  void take(jobs, 'job');
  await settled();
  void take(jobs, 'mail');
  void take(reports, 'report');
  void take(sheets, 'sheet');
  await settled();
  expect(started).toEqual(['job']);
  for (const name of ['job', 'sheet', 'report', 'mail']) await end(name);
  expect(started).toEqual(['job', 'sheet', 'report', 'mail']);
});

it('between steps a permit goes to higher priority work, then returns before equals', async () => {
  const semaphore = new PrioritySemaphore(1);
  const [reports, jobs] = [semaphore.bounded('waited', 3), semaphore.bounded('background', 2)];
  const { started, permits, end, take } = starter();
  await take(jobs, 'job');
  void take(jobs, 'next job');
  expect(await permits.get('job')?.step()).toBe(true);
  void take(reports, 'report');
  const back = permits
    .get('job')
    ?.step()
    .then(() => started.push('job again'));
  await settled();
  expect(started).toEqual(['job', 'report']);
  await end('report');
  await back;
  expect(started).toEqual(['job', 'report', 'job again']);
  await end('job');
  expect(started.at(-1)).toBe('next job');
});

it('resting work frees the permit; work ended meanwhile takes no permit', async () => {
  const semaphore = new PrioritySemaphore(1);
  const [reports, jobs] = [semaphore.bounded('waited', 3), semaphore.bounded('background', 2)];
  const { started, permits, end, take } = starter();
  await take(jobs, 'job');
  const rested = permits.get('job')?.step(20);
  await take(reports, 'report');
  await end('report');
  expect(await rested).toBe(true);
  const resting = permits.get('job')?.step(60_000);
  await end('job');
  expect(await resting).toBe(false);
  await take(jobs, 'next job');
  const waiting = permits.get('next job')?.step(1);
  await take(reports, 'next report');
  await new Promise((resolve) => setTimeout(resolve, 20));
  await end('next job');
  expect(await waiting).toBe(false);
  await end('next report');
  expect(await take(reports, 'last')).toBe('started');
  expect(started).toEqual(['job', 'report', 'next job', 'next report', 'last']);
});

it('an aborted wait leaves the part', async () => {
  const part = new PrioritySemaphore(1).bounded('waited', 1);
  const permit = await part.take();
  const stop = new AbortController();
  const stopped = part.take(stop.signal);
  stop.abort(new Error('gone'));
  await expect(stopped).rejects.toThrow('gone');
  const patient = part.take();
  permit?.end();
  expect(await patient).toBeDefined();
});

it('keeps a permit that background work never takes', async () => {
  const semaphore = new PrioritySemaphore(2, 1);
  const [reports, jobs] = [semaphore.bounded('waited', 3), semaphore.bounded('background', 3)];
  const { started, end, take } = starter();
  void take(jobs, 'job');
  void take(jobs, 'mail');
  await settled();
  expect(started).toEqual(['job']);
  void take(reports, 'report');
  await settled();
  expect(started).toEqual(['job', 'report']);
  await end('report');
  expect(started).toEqual(['job', 'report']);
  await end('job');
  expect(started).toEqual(['job', 'report', 'mail']);
});

it('a person passes five colluding persons with all places of the queue', async () => {
  const reports = new PrioritySemaphore(2).bounded('waited', 8);
  const [started, refused, permits]: [string[], string[], Permit[]] = [[], [], []];
  const ask = async (actor: string) => {
    const permit = await reports.take(undefined, actor);
    if (permit === undefined) refused.push(actor);
    else {
      started.push(actor);
      permits.push(permit);
    }
  };
  for (const actor of ['a', 'b', 'c', 'd', 'e']) for (let n = 0; n < 5; n += 1) void ask(actor);
  void ask('person');
  await settled();
  for (let permit = permits.shift(); permit !== undefined; permit = permits.shift()) {
    permit.end();
    await settled();
  }
  // After the running tasks of a, each person has a task, and then the later tasks of a and b follow.
  expect(started.slice(0, 7)).toEqual(['a', 'a', 'b', 'c', 'd', 'e', 'person']);
  expect(started.slice(7).sort()).toEqual(['a', 'a', 'a', 'b', 'b', 'b', 'b']);
  expect(refused).toHaveLength(12);
});
