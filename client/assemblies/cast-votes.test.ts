import { describe, expect, it } from 'vitest';
import { ApiError } from '../lib/api.ts';
import { castVotes, GIVE_UP_MS, pause } from './cast-votes.ts';
import { texts } from './texts.ts';

const network = () => new ApiError(0, 'network', 'Network Error');

/** A clock that moves only by sleeping. */
function clock() {
  let time = 0;
  return {
    now: () => time,
    sleep: async (ms: number) => {
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

describe('casting', () => {
  it('sends one vote per unit, four at a time, and keeps their order', async () => {
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

  it('sends again what got no answer, or a busy one', async () => {
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

  it('comes to an end', async () => {
    let tries = 0;
    const { results } = cast(['101'], async () => {
      tries += 1;
      throw network();
    });
    expect(await results).toEqual([{ kind: 'lost', apartmentId: '101' }]);
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(GIVE_UP_MS / 1000);
  });

  it('does not ask twice what was refused', async () => {
    let tries = 0;
    const { results } = cast(['101', '102', '103'], async (id) => {
      tries += 1;
      if (id === '101') throw new ApiError(409, 'alreadyVoted', texts.voteOnce);
      if (id === '102') throw new ApiError(422, 'voteNotActive', texts.voteInactive);
      throw new ApiError(404, 'apartmentNotFound', 'No se encontró el inmueble.');
    });
    expect(await results).toEqual([
      { kind: 'already', apartmentId: '101' },
      { kind: 'refused', apartmentId: '102', code: 'voteNotActive', message: texts.voteInactive },
      { kind: 'refused', apartmentId: '103', code: 'apartmentNotFound', message: texts.voteFailed },
    ]);
    expect(tries).toBe(3);
  });

  it('waits longer each time, up to eight seconds and a little', () => {
    const middle = () => 0.5;
    expect([0, 1, 2, 3, 4, 9].map((attempt) => pause(attempt, middle))).toEqual([
      800, 1600, 3200, 6400, 8000, 8000,
    ]);
  });
});
