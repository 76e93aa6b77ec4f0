import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { type Pace, Paces } from './paces.ts';

/** Time of the test's clock, in milliseconds. */
let now = 0;
let paces: Paces;
beforeEach(() => {
  now = 0;
  paces = new Paces(
    () => now,
    () => now,
  );
});
afterEach(() => paces.stop());

const pace = (more: Partial<Pace> = {}): Pace => ({
  rate: 10,
  burst: 5,
  atOnce: Number.POSITIVE_INFINITY,
  mostWaiting: 100,
  byTime: false,
  ...more,
});

/** Answer that the test ends, on a connection that the test may break. */
class Answer extends EventEmitter {
  statusCode = 200;
  isHungUp = false;
  readonly socket = Object.assign(new EventEmitter(), {
    destroy: () => {
      this.isHungUp = true;
    },
  });
  readonly req = { socket: this.socket };
  end(statusCode = 200): void {
    this.statusCode = statusCode;
    this.emit('close');
  }
  get response(): ServerResponse {
    return this as unknown as ServerResponse;
  }
}

/** Makes calls of a party and counts the started calls. Answers each call at once unless `isAnswered` is false. */
function calls(party: string, of: Pace, many: number, { status = 200, isAnswered = true } = {}) {
  const made = { begun: 0, refused: 0, answers: [] as Answer[] };
  const begin = (answer: Answer) => {
    made.begun += 1;
    if (isAnswered) answer.end(status);
  };
  for (let i = 0; i < many; i += 1) {
    const answer = new Answer();
    made.answers.push(answer);
    const turn = paces.enter(party, of, answer.response);
    if (turn === null) begin(answer);
    else
      turn.then(
        () => begin(answer),
        () => {
          made.refused += 1;
        },
      );
  }
  return made;
}

it('calls within the pace start at once, the others as time passes', async () => {
  const made = calls('one', pace(), 30);
  expect(made.begun).toBe(5);
  for (const [at, begun] of [
    [100, 6],
    [400, 9],
    // The saved budget is never larger than at the start.
    [2500, 14],
    [2600, 15],
  ] as const) {
    now = at;
    await eventually(() => made.begun).toBe(begun);
  }
  expect(made.refused).toBe(0);
});

it('a caller over the pace waits, and other callers do not', () => {
  expect(calls('flood', pace(), 100).begun).toBe(5);
  expect(calls('neighbour', pace(), 3).begun).toBe(3);
});

it('refused calls cost four times as much', async () => {
  const made = calls('one', pace({ burst: 8 }), 30, { status: 429 });
  expect(made.begun).toBe(2);
  now = 1000;
  // Four calls in a turn, before any answer.
  await eventually(() => made.begun).toBe(6);
  now = 1900;
  await eventually(() => made.begun).toBe(7);
});

it('a call costs its duration, divided by the number of concurrent calls', async () => {
  const held = pace({ rate: 10, burst: 20, byTime: true });
  const [theirs, others] = [
    calls('one', held, 1, { isAnswered: false }),
    calls('two', held, 1, { isAnswered: false }),
  ];
  now = 40;
  theirs.answers[0]?.end();
  others.answers[0]?.end();
  // Twenty each: the second party was never alone.
  expect(calls('one', held, 1).begun).toBe(0);
  now = 400;
  expect(calls('two', held, 1).begun).toBe(1);
});

it('waiting calls with a limit by time start in groups of four', async () => {
  const [byTime, byCalls] = [calls('time', pace({ byTime: true }), 30), calls('calls', pace(), 30)];
  expect([byTime.begun, byCalls.begun]).toEqual([5, 5]);
  for (const [at, begun, others] of [
    [300, 5, 8],
    [400, 9, 9],
    [700, 9, 12],
    [800, 13, 13],
  ] as const) {
    now = at;
    await eventually(() => byCalls.begun).toBe(others);
    await eventually(() => byTime.begun).toBe(begun);
  }
});

it('a pace has a maximum of concurrent calls; the next starts after an answer', async () => {
  const made = calls('one', pace({ burst: 100, atOnce: 2 }), 5, { isAnswered: false });
  expect(made.begun).toBe(2);
  made.answers[0]?.end();
  await eventually(() => made.begun).toBe(3);
});

it('a client that left frees the place, and a client over the limit is disconnected', async () => {
  const made = calls('one', pace({ mostWaiting: 10 }), 15);
  const late = calls('one', pace({ mostWaiting: 10 }), 1);
  await eventually(() => late.refused).toBe(1);
  expect(late.answers[0]?.isHungUp).toBe(true);
  for (const answer of made.answers.slice(5, 14)) answer.end();
  await eventually(() => made.refused).toBe(9);
  now = 100;
  await eventually(() => made.begun).toBe(6);
  expect(made.answers[14]?.isHungUp).toBe(false);
});

it('a connection with many unanswered calls is closed', () => {
  let isHungUp = false;
  const connection = {
    destroy: () => {
      isHungUp = true;
    },
  };
  const answers = Array.from({ length: 33 }, () => new Answer());
  for (const answer of answers.slice(0, 32)) paces.countAhead(connection, answer.response);
  expect(isHungUp).toBe(false);
  answers[0]?.end();
  paces.countAhead(connection, new Answer().response);
  expect(isHungUp).toBe(false);
  paces.countAhead(connection, new Answer().response);
  expect(isHungUp).toBe(true);
});

it('a pace with a refusal answers calls over the limit, and closes no connection', async () => {
  const refusing = pace({ mostWaiting: 3, refusal: { code: 'overloaded', retryAfter: 5 } });
  const made = calls('one', refusing, 12);
  await eventually(() => made.refused).toBe(4);
  expect(made.begun).toBe(5);
  expect(made.answers.some(({ isHungUp }) => isHungUp)).toBe(false);
  await expect(paces.enter('one', refusing, new Answer().response)).rejects.toMatchObject({
    code: 'overloaded',
    retryAfter: 5,
  });
  now = 1000;
  await eventually(() => made.begun).toBe(8);
});

it('waiting calls without a budget cost a check each 20 ms at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { setTimeout: start } = globalThis;
  let started = 0;
  // Not a spy: `vi.restoreAllMocks` of a later file would put the fake timers of this test back.
  globalThis.setTimeout = Object.assign((...args: Parameters<typeof start>) => {
    started += 1;
    return start(...args);
  }, start);
  try {
    calls('one', pace(), 30);
    await vi.advanceTimersByTimeAsync(300);
    expect(started).toBeGreaterThan(1);
    expect(started).toBeLessThanOrEqual(1 + 300 / 20);
  } finally {
    globalThis.setTimeout = start;
    vi.useRealTimers();
  }
});
