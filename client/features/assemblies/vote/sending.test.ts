import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession } from '../../../lib/session.store.ts';
import {
  type Choice,
  GIVE_UP_MS,
  resumeVote,
  retryVote,
  startVote,
  useVotings,
  type Voting,
} from './sending.ts';

type Trouble = () => Response;

const answer =
  (status: number, headers: Record<string, string> = {}, code = 'x', details?: object): Trouble =>
  () =>
    Response.json({ statusCode: status, code, message: 'Espere.', details }, { status, headers });
const lost: Trouble = () => Response.error();

interface Sent {
  key: string;
  apartmentId: string;
  at: number;
}

/** Test server in place of `fetch`. Answers the first requests with `trouble`, then accepts each vote. */
function serverOf(...trouble: Trouble[]) {
  const sent: Sent[] = [];
  const seen = { sent, inFlight: 0, atOnceMax: 0, trouble };
  vi.stubGlobal(
    'fetch',
    async (_url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
      const { apartmentId = '', votes } = JSON.parse(body);
      sent.push({ key: headers['Idempotency-Key'] ?? '', apartmentId, at: performance.now() });
      seen.inFlight += 1;
      seen.atOnceMax = Math.max(seen.atOnceMax, seen.inFlight);
      await new Promise((resolve) => setTimeout(resolve, 10));
      seen.inFlight -= 1;
      const response = trouble.shift()?.();
      if (response?.type === 'error') throw new TypeError('Failed to fetch');
      return response ?? Response.json(votes ? votes.map(recordOf) : recordOf({ apartmentId }));
    },
  );
  return seen;
}

const recordOf = ({ apartmentId }: { apartmentId: string }) => ({ apartmentId, receipt: `R${apartmentId}` });

const choice = (ids: readonly string[], more: Partial<Choice> = {}): Choice => ({
  jointId: 1,
  assembly: { id: 7, isSure: true },
  conceptId: 2,
  ballots: ids.map((apartmentId) => ({ apartmentId, answerId: 3 })),
  ...more,
});

const voting = (): Voting => useVotings.getState().joints[1] ?? { phase: 'idle' };
const results = () =>
  'results' in voting() ? (voting() as Extract<Voting, { phase: 'finished' }>).results : [];
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const keysOf = (sent: readonly Sent[]) => new Set(sent.map(({ key }) => key));
/** Forgets the memory of the page, and keeps the storage of the browser. */
const reload = () => useVotings.setState({ joints: {} });

beforeEach(() => {
  vi.useFakeTimers();
  const values = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
    clear: () => values.clear(),
  });
});

afterEach(() => {
  endSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('sending votes', () => {
  it('sends a vote per unit, four at a time, with results in order', async () => {
    const ids = Array.from({ length: 27 }, (_, at) => String(at));
    const server = serverOf(answer(500));
    void startVote(choice(ids));
    await pass(20_000);
    expect(server.atOnceMax).toBe(4);
    expect(voting()).toMatchObject({ phase: 'finished' });
    expect(results()).toEqual(ids.map((id) => ({ kind: 'voted', apartmentId: id, receipt: `R${id}` })));
    expect(keysOf(server.sent).size).toBe(27);
  });

  it.each<[string, Trouble, leastMs: number]>([
    ['503 with Retry-After', answer(503, { 'Retry-After': '12' }), 12_000],
    ['429 with Retry-After', answer(429, { 'Retry-After': '3' }), 3_000],
    ['429', answer(429), 0],
    ['408', answer(408), 0],
    ['425', answer(425), 0],
    ['500', answer(500), 0],
    ["a network's own page", () => new Response('<html>Acepte las condiciones</html>'), 0],
    ['a lost connection', lost, 0],
  ])('a vote that meets %s is resent with its key', async (_, trouble, leastMs) => {
    const { sent } = serverOf(trouble, trouble);
    void startVote(choice(['101']));
    await pass(10);
    expect(voting()).toMatchObject({ phase: 'sending', isRetrying: true });
    await pass(60_000);
    expect(results()).toEqual([{ kind: 'voted', apartmentId: '101', receipt: 'R101' }]);
    expect(sent).toHaveLength(3);
    expect(keysOf(sent).size).toBe(1);
    const pauses = sent.slice(1).map(({ at }, before) => at - (sent[before]?.at ?? 0));
    expect(pauses.every((ms) => ms >= leastMs)).toBe(true);
  });

  it.each([400, 403, 404, 409, 413, 422])('a vote refused with %i is not sent again', async (status) => {
    const { sent } = serverOf(answer(status, { 'Retry-After': '1' }));
    void startVote(choice(['101']));
    await pass(60_000);
    expect(results()).toMatchObject([{ kind: 'refused', apartmentId: '101', code: 'x' }]);
    expect(sent).toHaveLength(1);
  });

  it('a unit that voted before is reported, and the other units vote', async () => {
    serverOf(answer(409, {}, 'alreadyVoted'));
    void startVote(choice(['101', '102']));
    await pass(100);
    expect(results()).toEqual([
      { kind: 'already', apartmentId: '101' },
      { kind: 'voted', apartmentId: '102', receipt: 'R102' },
    ]);
  });

  it('votes sent together are one request; a refusal names the blocking units', async () => {
    const units = [{ apartmentId: '102', code: 'alreadyVoted', message: 'Ya votó.' }];
    const { sent } = serverOf(lost, answer(422, {}, 'votesRefused', { units }));
    void startVote(choice(['101', '102'], { isTogether: true }));
    await pass(10_000);
    expect(voting().phase).toBe('finished');
    expect(results()).toEqual([{ ...units[0], kind: 'refused', isTogether: true }]);
    expect([sent.length, keysOf(sent).size]).toEqual([2, 1]);
    void startVote(choice(['101', '102'], { isTogether: true }));
    await pass(100);
    expect(results().map(({ kind }) => kind)).toEqual(['voted', 'voted']);
    expect(keysOf(sent).size).toBe(2);
  });
});

describe('votes without an answer', () => {
  const away = () => Array.from({ length: 200 }, () => lost);

  it('unanswered votes wait for a press after the time limit, and keep the keys', async () => {
    const server = serverOf(answer(409, {}, 'alreadyVoted'), ...away());
    void startVote(choice(['101', '102']));
    await pass(GIVE_UP_MS - 10_000);
    expect(voting().phase).toBe('sending');
    await pass(30_000);
    expect(voting()).toMatchObject({ phase: 'stuck', results: [{ kind: 'already', apartmentId: '101' }] });
    const { length } = server.sent;
    expect(length).toBeGreaterThan(5);
    expect(length).toBeLessThan(GIVE_UP_MS / 1000);
    await pass(600_000);
    expect(server.sent).toHaveLength(length);
    server.trouble.length = 0;
    retryVote(1);
    await pass(100);
    expect(results().map(({ kind }) => kind)).toEqual(['already', 'voted']);
    expect(keysOf(server.sent).size).toBe(2);
  });

  it('after a reload votes are sent with the same keys, only to the same assembly', async () => {
    const server = serverOf(...away());
    void startVote(choice(['101', '102']));
    await pass(5_000);
    const keys = keysOf(server.sent);
    reload();
    server.trouble.length = 0;
    resumeVote(1, 8);
    expect(voting().phase).toBe('idle');
    resumeVote(1, 7);
    await pass(20_000);
    expect(results().map(({ kind }) => kind)).toEqual(['voted', 'voted']);
    expect(keysOf(server.sent)).toEqual(keys);
    reload();
    resumeVote(1, 7);
    expect(voting().phase).toBe('idle');
  });

  it('equal votes keep the key; another unit, answer, question or assembly gets another key', async () => {
    const server = serverOf(...away());
    const keys = new Set<string>();
    const others: Partial<Choice>[] = [
      {},
      choice(['102']),
      { ballots: [{ apartmentId: '101', answerId: 4 }] },
      { conceptId: 3 },
      { assembly: { id: 8, isSure: true } },
    ];
    for (const other of others) {
      for (const _ of [1, 2]) {
        server.sent.length = 0;
        void startVote(choice(['101'], other));
        await pass(10);
        for (const { key } of server.sent) keys.add(key);
        reload();
        await pass(10_000);
      }
    }
    expect(keys.size).toBe(others.length);
  });

  it('votes keep the key in memory if the browser refuses storage', async () => {
    vi.stubGlobal('sessionStorage', {});
    const server = serverOf(...away());
    void startVote(choice(['101']));
    await pass(GIVE_UP_MS + 20_000);
    expect(voting().phase).toBe('stuck');
    retryVote(1);
    await pass(1_000);
    expect(keysOf(server.sent).size).toBe(1);
  });

  it('unanswered votes end with the session', async () => {
    const { sent } = serverOf(...away());
    void startVote(choice(['101']));
    await pass(10);
    endSession();
    resumeVote(1, 7);
    await pass(60_000);
    expect(sent).toHaveLength(1);
    expect(voting().phase).toBe('idle');
  });
});
