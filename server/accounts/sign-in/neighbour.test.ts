import { afterEach, expect, vi } from 'vitest';
import { Profile } from '../../../shared/profiles.ts';
import { rounds } from '../../../shared/testing/rounds.ts';
import { Counters } from '../../platform/db/counters.ts';
import { Problem } from '../../platform/http/problem.ts';
import { keyedHash } from '../../platform/lib/keyed-hash.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { addUser, PASSWORD } from '../users/people.fixture.ts';
import { browserSlips } from './browser-slips.ts';
import { SignInDelays } from './delays.ts';
import { enterFrom } from './enter.fixture.ts';
import { guessUntilSlow, later } from './guesses.fixture.ts';

const TRIALS = rounds(30, 100);
const PATIENCE_MS = 10_000;
const slips = browserSlips(keyedHash('a secret'), false);

/** Returns a generator of numbers from 0 to 1 that are the same in each run. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A browser that stores or drops the cookies of answers. */
class Browser {
  #cookie: string | undefined;
  readonly #keepsCookies: boolean;

  constructor(keepsCookies: boolean) {
    this.#keepsCookies = keepsCookies;
  }

  /** Tries to sign in. Returns the milliseconds to wait; 0 if the password was checked. */
  async try(
    delays: SignInDelays,
    isRight: boolean,
    network = '198.51.100.1',
  ): Promise<{ isIn: boolean; waitMs: number }> {
    const from = {
      name: 'dueno',
      network,
      slips,
      cookie: this.#cookie,
      setCookie: (cookie: string) => {
        if (this.#keepsCookies) this.#cookie = cookie.split(';', 1)[0];
      },
    };
    try {
      await delays.tryUnknown(from, async () => {
        if (!isRight) throw new Problem('invalidCredentials');
      });
      return { isIn: true, waitMs: 0 };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { isIn: false, waitMs: (error.retryAfter ?? 0) * 1000 };
    }
  }
}

describeWithRaces('a neighbour with wrong passwords', (make, { it, race }) => {
  const app = appForSuite(make);
  afterEach(async () => {
    vi.useRealTimers();
    // On PostgreSQL all counters share a table, also with other secrets: a random slip would share its place in one run of a
    // hundred with a failure of an earlier test, since 1,100 networks fill places.
    await app.store.pool?.query('truncate attempt_count');
  });

  race.each([
    ['one cookie', true],
    ['a new cookie for each try', false],
  ])(
    'ten wrong tries a second with %s delay an owner at most ten seconds',
    { tags: 'slow' },
    async (name, keepsCookies) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      const random = numbersOf(40);
      const delays = new SignInDelays(new Counters(app.store, `counters against ${name}`));
      const neighbour = new Browser(keepsCookies);
      let guesses = 0;
      const guess = async () => {
        const { waitMs } = await neighbour.try(delays, false);
        if (waitMs === 0) guesses += 1;
      };
      const began = Date.now();
      for (let i = 0; i < 50; i += 1) {
        await guess();
        later(100);
      }
      let entered = 0;
      for (let trial = 0; trial < TRIALS; trial += 1) {
        const owner = new Browser(true);
        const until = Date.now() + PATIENCE_MS;
        let next = Date.now() + random() * 2000;
        for (let isIn = false; !isIn && Date.now() < until; later(100)) {
          await guess();
          if (Date.now() < next) continue;
          const tried = await owner.try(delays, true);
          isIn = tried.isIn;
          if (isIn) entered += 1;
          // Tries like a person: after the wait, up to 1.5 seconds late.
          next = Date.now() + tried.waitMs + random() * 1500;
        }
      }
      expect(entered).toBeGreaterThanOrEqual(0.95 * TRIALS);
      // Two guesses per 30 seconds, after ten free guesses per 15 minutes.
      const minutes = (Date.now() - began) / 60_000;
      expect(guesses).toBeLessThan(30 + (Math.ceil(minutes / 15) + 1) * 20 + 4 * minutes);
    },
  );

  race(
    'many cookies allow a guess per 2 s, and after 10,000 a day one per 30 s',
    { tags: 'slow' },
    async () => {
      vi.useFakeTimers({ toFake: ['Date'] });
      const delays = new SignInDelays(new Counters(app.store, 'counters against many'));
      const browsers = Array.from({ length: 30 }, () => new Browser(true));
      const [first = new Browser(true)] = browsers;
      await guessUntilSlow(async () => ({
        status: (await first.try(delays, false)).waitMs === 0 ? 401 : 429,
      }));
      await Promise.all(browsers.map((browser) => browser.try(delays, false)));
      later(3000);
      const answered = async () => {
        const replies = await Promise.all(browsers.map((browser) => browser.try(delays, false)));
        return replies.filter(({ waitMs }) => waitMs === 0).length;
      };
      expect(await answered()).toBe(1);
      expect(await answered()).toBe(0);
      later(2000);
      expect(await answered()).toBe(1);
      const { pool } = app.store;
      if (pool !== null) {
        // The day of guesses is a row: 11,000 tries cost several statements each.
        const { rowCount } = await pool.query(
          "update attempt_count set points = points + 11000 where key like 'sign-in-guess:%'",
        );
        expect(rowCount).toBe(1);
      } else {
        // Ten free guesses of each network. A few networks share a place of the counter.
        const strangers = Array.from({ length: 1100 }, (_, i) => `10.0.${i >> 8}.${i & 255}`);
        for (let i = 0; i < 10; i += 1) {
          await Promise.all(strangers.map((network) => first.try(delays, false, network)));
        }
      }
      for (let i = 0; i < 20; i += 1) {
        await answered();
        later(31_000);
      }
      expect(await answered()).toBe(1);
      later(20_000);
      expect(await answered()).toBe(0);
    },
  );

  race('a right password passes the sign-in call with a slip cookie', async () => {
    await addUser(app.store.db, 'vecina', Profile.owner);
    const enter = enterFrom(app, { address: '198.51.100.7' });
    await guessUntilSlow(() => enter('vecina', 'no es esta'));
    const refused = await enter('vecina', PASSWORD);
    expect([refused.status, refused.retryAfter]).toEqual([429, 2]);
    expect(refused.setCookie).toMatch(
      /^scaf_browser=[\w.-]+; Path=\/SCAF\/api\/auth; Max-Age=900; HttpOnly; SameSite=Strict$/,
    );
    const { cookie } = refused;
    later(100);
    expect((await enter('vecina', PASSWORD, { cookie })).status).toBe(429);
    later(1900);
    expect((await enter('vecina', PASSWORD)).status).toBe(429);
    const forged = `${cookie.slice(0, -1)}${cookie.endsWith('0') ? '1' : '0'}`;
    expect((await enter('vecina', PASSWORD, { cookie: forged })).status).toBe(429);
    expect((await enter('vecina', 'no es esta', { cookie })).status).toBe(401);
    later(1100);
    // One browser of the pair passes in two seconds.
    expect((await enter('vecina', PASSWORD, { cookie })).status).toBe(429);
    later(1000);
    expect((await enter('vecina', PASSWORD, { cookie })).status).toBe(200);
  });

  it('a slip is void for another user, in another network, and after 15 minutes', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const pair = ['dueno', '198.51.100.1'];
    const header = `a=b; ${slips.make(pair).split(';', 1)[0]}; c=d`;
    expect(slips.read(header, pair)).toMatchObject({ ripeInMs: 1500 });
    expect(slips.read(header, ['otro', '198.51.100.1'])).toBeNull();
    expect(slips.read(header, ['dueno', '198.51.100.2'])).toBeNull();
    later(15 * 60_000);
    expect(slips.read(header, pair)).toMatchObject({ ripeInMs: 0 });
    later(1000);
    expect(slips.read(header, pair)).toBeNull();
  });
});
