import { afterEach, describe, expect, it, vi } from 'vitest';
import { castVote } from '../../../../shared/assemblies/votes.api.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { assemblyTexts } from '../common/texts.ts';
import { castVotes, GIVE_UP_MS } from './cast-votes.ts';
import { forgetVoteKeys, voteKey } from './keys.ts';

const network = () => new ApiError(0, 'network', 'Network Error');

/** Fake clock for the tests, moved only by `pause`. */
function clock() {
  let time = 0;
  return {
    now: () => time,
    pause: async (ms: number) => {
      time += ms;
    },
  };
}

function cast(ids: string[], send: (id: string) => Promise<{ receipt: string | null }>) {
  const seen: { done: number; isRetrying: boolean }[] = [];
  return {
    seen,
    results: castVotes({ apartmentIds: ids, send, onProgress: (p) => seen.push(p), ...clock() }),
  };
}

describe('casting votes', () => {
  it('sends a vote per unit, four at a time, with results in order', async () => {
    let inFlight = 0;
    let most = 0;
    const ids = Array.from({ length: 27 }, (_, at) => String(at));
    const { results, seen } = cast(ids, async (id) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise((resolve) => setTimeout(resolve, 0));
      inFlight -= 1;
      return { receipt: `R${id}` };
    });
    expect((await results).map((result) => result.apartmentId)).toEqual(ids);
    expect(most).toBe(4);
    expect(seen.at(-1)).toEqual({ done: 27, isRetrying: false });
  });

  it('retries votes without an answer or with a busy server', async () => {
    const answers = [network(), new ApiError(503, 'overloaded', '…'), new ApiError(0, 'timeout', '…')];
    const { results, seen } = cast(['101'], async () => {
      const error = answers.shift();
      if (error) throw error;
      return { receipt: 'R' };
    });
    expect(await results).toEqual([{ kind: 'voted', apartmentId: '101', receipt: 'R' }]);
    expect(seen.some((progress) => progress.isRetrying)).toBe(true);
    expect(seen.at(-1)).toEqual({ done: 1, isRetrying: false });
  });

  it('stops retrying after the time limit', async () => {
    let tries = 0;
    const { results } = cast(['101'], async () => {
      tries += 1;
      throw network();
    });
    expect(await results).toEqual([{ kind: 'lost', apartmentId: '101' }]);
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(GIVE_UP_MS / 1000);
  });

  it('never retries a refused vote', async () => {
    let tries = 0;
    const { results } = cast(['101', '102', '103'], async (id) => {
      tries += 1;
      if (id === '101') throw new ApiError(409, 'alreadyVoted', assemblyTexts.voteOnce);
      if (id === '102') throw new ApiError(422, 'voteNotActive', assemblyTexts.voteInactive);
      throw new ApiError(404, 'apartmentNotFound', 'No se encontró el inmueble.');
    });
    expect(await results).toEqual([
      { kind: 'already', apartmentId: '101' },
      { kind: 'refused', apartmentId: '102', code: 'voteNotActive', message: assemblyTexts.voteInactive },
      { kind: 'refused', apartmentId: '103', code: 'apartmentNotFound', message: assemblyTexts.voteFailed },
    ]);
    expect(tries).toBe(3);
  });
});

type Trouble = () => Response;

/**
 * Test server with a single question, in place of `fetch`. Answers the first requests with `trouble`, and counts
 * each idempotency key once.
 */
function serverOf(...trouble: Trouble[]) {
  const votes = new Set<string>();
  const keys: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    const key = headers['Idempotency-Key'] ?? '';
    keys.push(key);
    const met = trouble.shift();
    // The last trouble comes too late: the vote is already counted.
    if (!met || trouble.length === 0) votes.add(key);
    const response = met?.() ?? Response.json({ receipt: 'R' });
    if (response.type === 'error') throw new TypeError('Failed to fetch');
    return response;
  });
  return { votes, keys };
}

const answer =
  (status: number, headers: Record<string, string> = {}): Trouble =>
  () =>
    Response.json({ statusCode: status, code: 'x', message: 'Espere.' }, { status, headers });

describe('a vote over a bad network', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    forgetVoteKeys();
  });

  async function voteOnce() {
    const values = new Map<string, string>();
    const storage = {
      getItem: (name: string) => values.get(name) ?? null,
      setItem: (name: string, value: string) => void values.set(name, value),
      removeItem: (name: string) => void values.delete(name),
    };
    const pauses: [ms: number, leastMs: number][] = [];
    const seen: boolean[] = [];
    const results = await castVotes({
      apartmentIds: ['101'],
      send: (apartmentId) =>
        call(castVote, {
          body: { jointId: 1, apartmentId, conceptId: 2, voteId: 3 },
          idempotencyKey: voteKey(
            { jointId: 1, assemblyId: 7, conceptId: 2, apartmentId, answerId: 3 },
            storage,
          ),
        }),
      onProgress: ({ isRetrying }) => seen.push(isRetrying),
      pause: async (ms, leastMs) => void pauses.push([ms, leastMs]),
      now: () => 0,
    });
    return { results, pauses, wasToldToWait: seen.includes(true) && seen.at(-1) === false };
  }

  it.each<[string, Trouble, leastMs: number]>([
    ['503 with Retry-After', answer(503, { 'Retry-After': '12' }), 12_000],
    ['429 with Retry-After', answer(429, { 'Retry-After': '3' }), 3_000],
    ['429', answer(429), 0],
    ['408', answer(408), 0],
    ['425', answer(425), 0],
    ['500', answer(500), 0],
    ["a network's own page", () => new Response('<html>Acepte las condiciones</html>'), 0],
    ['a lost connection', () => Response.error(), 0],
  ])('a vote that meets %s is resent with its key, and counts once', async (_, trouble, leastMs) => {
    const { votes, keys } = serverOf(trouble, trouble);
    const { results, pauses, wasToldToWait } = await voteOnce();
    expect(results).toEqual([{ kind: 'voted', apartmentId: '101', receipt: 'R' }]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys)).toEqual(votes);
    expect(votes.size).toBe(1);
    expect(pauses.map(([, least]) => least)).toEqual([leastMs, leastMs]);
    expect(pauses.every(([ms]) => ms >= leastMs)).toBe(true);
    expect(wasToldToWait).toBe(true);
  });

  it.each([400, 403, 404, 409, 413, 422])('a vote refused with %i is not sent again', async (status) => {
    const { keys } = serverOf(answer(status, { 'Retry-After': '1' }));
    const { results, pauses } = await voteOnce();
    expect(results).toMatchObject([{ kind: 'refused', apartmentId: '101', code: 'x' }]);
    expect(keys).toHaveLength(1);
    expect(pauses).toEqual([]);
  });
});
