import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BoundedSemaphore, MOST_PASSED, type Permit, PrioritySemaphore } from './priority-semaphore.ts';

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
    take: async (part: BoundedSemaphore, name: string, signal?: AbortSignal, actor?: string) => {
      const permit = await part.take(signal, actor);
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

it('an aborted wait leaves the queue', async () => {
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

it('the waiting tasks of a person start, one by one, although new persons keep coming', async () => {
  const reports = new PrioritySemaphore(1).bounded('waited', 8);
  const { started, end, take } = starter();
  await take(reports, 'first', undefined, 'patient');
  for (const name of ['second', 'third']) void take(reports, name, undefined, 'patient');
  for (let n = 0; n < 3 * MOST_PASSED; n += 1) {
    void take(reports, `new ${n}`, undefined, `person ${n}`);
    await end(started.at(-1) ?? '');
  }
  expect(started.indexOf('second')).toBe(1 + MOST_PASSED);
  expect(started.indexOf('third')).toBe(2 + 2 * MOST_PASSED);
});

/** Step of a random run: a task of a person arrives, a running task ends, or a waiting task is aborted. */
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ arrives: fc.constantFrom('a', 'b', 'c', 'new') }) },
    { weight: 4, arbitrary: fc.record({ ends: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ aborts: fc.nat(20) }) },
  ),
  { minLength: 40, maxLength: 200 },
);

interface RandomTask {
  actor: string;
  /** Number of unfinished tasks of the person at the arrival. */
  own: number;
  stop: AbortController;
  permit?: Permit | undefined;
  isOver: boolean;
}

it('in every order of arrivals, later tasks pass a task no more often than the limit', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (run) => {
      const reports = new PrioritySemaphore(2).bounded('waited', 6);
      const tasks: RandomTask[] = [];
      const started: number[] = [];
      const arrive = async (actor: string) => {
        const own = tasks.filter((task) => task.actor === actor && !task.isOver).length;
        const task: RandomTask = { actor, own, stop: new AbortController(), isOver: false };
        const index = tasks.push(task) - 1;
        task.permit = await reports.take(task.stop.signal, actor).catch(() => undefined);
        if (task.permit === undefined) task.isOver = true;
        else started.push(index);
      };
      const end = (task: RandomTask | undefined) => {
        if (task === undefined) return;
        task.isOver = true;
        task.permit?.end();
      };
      const running = () => tasks.filter(({ permit, isOver }) => permit !== undefined && !isOver);
      for (const [i, step] of run.entries()) {
        if ('arrives' in step) void arrive(step.arrives === 'new' ? `new ${i}` : step.arrives);
        else if ('ends' in step) end(running()[step.ends]);
        else tasks.filter(({ permit, isOver }) => permit === undefined && !isOver)[step.aborts]?.stop.abort();
        await settled();
      }
      while (running().length > 0) {
        end(running()[0]);
        await settled();
      }
      for (const [place, index] of started.entries()) {
        const passing = started.slice(0, place).filter((other) => other > index).length;
        expect(passing).toBeLessThanOrEqual(MOST_PASSED * (tasks[index]?.own ?? 0));
      }
      // No task waits for ever.
      expect(tasks.filter(({ isOver }) => !isOver)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
