import { expect, it } from 'vitest';
import { type Line, PrioritySemaphore } from './priority-semaphore.ts';

/** Takes that note their start, by name. */
function starter() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    ends,
    take: async (line: Line, name: string, signal?: AbortSignal) => {
      const end = await line.take(signal);
      if (end === undefined) return 'refused';
      started.push(name);
      ends.set(name, end);
      return 'started';
    },
  };
}

/** Lets what has been started go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('lets what is waited for run as often as it has permits, over all lines, and the rest wait in order', async () => {
  const semaphore = new PrioritySemaphore(2);
  const [reports, previews] = [semaphore.line('waited', 2), semaphore.line('waited', 1)];
  const { started, ends, take } = starter();
  const takes = [
    ...['a', 'b', 'c', 'd'].map((name) => take(reports, name)),
    take(previews, 'e'),
    ...['f', 'g'].map((name) => take(reports, name)),
  ];
  expect(await Promise.all(takes.slice(5))).toEqual(['refused', 'refused']);
  expect(await take(previews, 'h')).toBe('refused');
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e'].slice(0, index + 2));
    ends.get(name)?.();
    ends.get(name)?.(); // ending twice returns one permit
    await settled();
  }
  expect(await take(previews, 'i')).toBe('started');
});

it('starts background work only where nothing that is waited for needs the permit', async () => {
  const semaphore = new PrioritySemaphore(1);
  const [reports, jobs, mail] = [
    semaphore.line('waited', 3),
    semaphore.line('background', 1),
    semaphore.line('background', 1),
  ];
  const { started, ends, take } = starter();
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  void take(jobs, 'job');
  await settled();
  // Does not wait for the job under way.
  void take(reports, 'report');
  void take(mail, 'mail');
  void take(jobs, 'next job');
  void take(reports, 'next report');
  await settled();
  expect(started).toEqual(['job', 'report']);
  await end('job');
  expect(started).toEqual(['job', 'report']);
  await end('report');
  expect(started).toEqual(['job', 'report', 'next report']);
  await end('next report');
  expect(started.slice(3)).toEqual(['mail']);
  await end('mail');
  expect(started.slice(4)).toEqual(['next job']);
});

it('forgets who stops waiting', async () => {
  const line = new PrioritySemaphore(1).line('waited', 1);
  const end = await line.take();
  const stop = new AbortController();
  const stopped = line.take(stop.signal);
  stop.abort(new Error('gone'));
  await expect(stopped).rejects.toThrow('gone');
  const patient = line.take();
  end?.();
  expect(await patient).toBeTypeOf('function');
});
