import { describe, expect, it } from 'vitest';
import { Profile } from '../../../shared/profiles.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type KnownSession, PrincipalCache } from './principal-cache.ts';

const principal = (userId: string): Principal => ({
  sessionId: `session of ${userId}`,
  profileId: Profile.owner,
  userId,
  username: userId,
  code: null,
  byLink: false,
  actor: `user:${userId}`,
  joints: { assembly: new Set(), billing: new Set() },
});

/** Builds a cache with a stopped clock; the test gives each answer of the store by hand. */
function cacheByHand() {
  const answers: ((session: KnownSession | null) => void)[] = [];
  const clock = { now: 0, wall: 0 };
  const cache = new PrincipalCache(() => new Promise((resolve) => answers.push(resolve)), {
    wall: () => clock.wall,
    monotonic: () => clock.now,
  });
  return {
    cache,
    answers,
    clock,
    known: (id: string): KnownSession => ({ principal: principal(id), expiresAt: 1e6 }),
  };
}

describe('the cache of principals', () => {
  it('the cache reads once for concurrent calls, and again after five seconds', async () => {
    const { cache, answers, clock, known } = cacheByHand();
    const both = Promise.all([cache.get('a'), cache.get('a')]);
    expect(answers).toHaveLength(1);
    answers[0]?.(known('1'));
    expect((await both).map((found) => found?.userId)).toEqual(['1', '1']);
    clock.now = 4999;
    expect((await cache.get('a'))?.userId).toBe('1');
    expect(answers).toHaveLength(1);
    clock.now = 5000;
    const later = cache.get('a');
    answers[1]?.(null);
    expect(await later).toBeNull();
  });

  it('entries age although the clock is set back; sessions end by the clock', async () => {
    const { cache, answers, clock, known } = cacheByHand();
    const first = cache.get('a');
    answers[0]?.(known('1'));
    expect((await first)?.userId).toBe('1');
    for (const step of [-90_000, -510_000, 3_600_000 - 510_000, 0]) {
      clock.wall = step;
      clock.now += 5_000;
      const again = cache.get('a');
      expect(answers.length).toBe(Math.round(clock.now / 5_000) + 1);
      answers.at(-1)?.({ ...known('1'), expiresAt: 1e7 });
      expect((await again)?.userId).toBe('1');
    }
    clock.wall = 1e7;
    expect(await cache.get('a')).toBeNull();
  });

  it('an entry forgotten during the read is not cached', async () => {
    const { cache, answers, known } = cacheByHand();
    const early = cache.get('a');
    cache.forget(() => true);
    const late = cache.get('a');
    expect(answers).toHaveLength(2);
    answers[1]?.(null);
    answers[0]?.(known('1'));
    await early;
    expect(await late).toBeNull();
    void cache.get('a');
    expect(answers).toHaveLength(3);
  });

  it('the cache forgets named entries, and no entry outlasts its session', async () => {
    const { cache, answers, clock } = cacheByHand();
    const first = cache.get('a');
    answers[0]?.({ principal: principal('1'), expiresAt: 100 });
    const second = cache.get('b');
    answers[1]?.({ principal: principal('2'), expiresAt: 1e6 });
    await Promise.all([first, second]);
    clock.wall = 100;
    expect(await cache.get('a')).toBeNull();
    cache.forget((_sessionId, { userId }) => userId === '2');
    void cache.get('b');
    expect(answers).toHaveLength(3);
  });

  it('a failed read is not cached', async () => {
    let readings = 0;
    const cache = new PrincipalCache(async () => {
      readings += 1;
      throw new Error('the store is away');
    });
    await expect(cache.get('a')).rejects.toThrow('away');
    await expect(cache.get('a')).rejects.toThrow('away');
    expect(readings).toBe(2);
  });
});
