import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { signIn } from '../../../shared/accounts/auth.api.ts';
import { API_BASE } from '../../../shared/api.ts';
import { codeFromBytes } from '../../../shared/assemblies/code.ts';
import { Profile } from '../../../shared/profiles.ts';
import { Counters } from '../../platform/db/counters.ts';
import { appForSuite, describeOnBothInAll } from '../../testing/app.ts';
import { Sessions } from '../sessions/sessions.service.ts';
import { addUser, PASSWORD } from '../users/people.fixture.ts';
import { codeSignInService } from './code-sign-in.service.ts';
import { FailureTrail } from './failure-trail.ts';

describeOnBothInAll('failed sign-ins in the trail', (make) => {
  const app = appForSuite(make);
  beforeAll(() => addUser(app.store.db, 'berta', Profile.owner));

  const entries = async (act: string) => {
    const rows = await app.store.db
      .selectFrom('audit_entry')
      .select(['actor', 'data'])
      .where('chain', '=', 'accounts')
      .where('act', '=', act)
      .orderBy('seq')
      .execute();
    return rows.map(({ actor, data }) => ({ actor, ...JSON.parse(data) }));
  };

  it('sixty failures of a network have an entry each, the rest a single entry with a count', {
    tags: 'slow',
  }, async () => {
    const { db } = app.store;
    const trail = new FailureTrail(db, new Counters(app.store, 'of this test'));
    const note = (actor: string, address: string) =>
      trail.note({ act: 'signInFailed', actor, address, facts: {} });
    for (let i = 0; i < 80; i++) await note('unknown', '203.0.113.9');
    for (let i = 0; i < 30; i++) await note('user:1', `2001:db8:0:1::${i}`);
    for (let i = 0; i < 50; i++) await note('user:2', `2001:db8:0:1::${i % 5}`);
    expect(await entries('signInFailed')).toHaveLength(120);
    expect(await entries('signInsFailed')).toEqual([]);
    await trail.flush();
    await trail.flush();
    const [summary, ...others] = await entries('signInsFailed');
    expect(others).toEqual([]);
    expect(summary).toMatchObject({ actor: 'unknown', others: 0 });
    const fours = [0, 1, 2, 3, 4].map((host) => ({
      act: 'signInFailed',
      actor: 'user:2',
      address: `2001:db8:0:1::${host}`,
      times: 4,
    }));
    expect(summary.failures).toEqual([
      { act: 'signInFailed', actor: 'unknown', address: '203.0.113.9', times: 20 },
      ...fours,
    ]);
    expect(summary.until).toBeGreaterThanOrEqual(summary.since);
  });

  it('entries are bounded for any number of networks and names', { tags: 'slow' }, async () => {
    const { db } = app.store;
    const before = (await entries('signInFailed')).length;
    const trail = new FailureTrail(db, new Counters(app.store, 'of many networks'));
    for (let i = 0; i < 1000; i++) {
      const address = `2001:db8:1:${i.toString(16)}::1`;
      await trail.note({ act: 'signInFailed', actor: 'unknown', address, facts: {} });
    }
    await trail.flush();
    expect((await entries('signInFailed')).length - before).toBe(600);
    const summary = (await entries('signInsFailed')).at(-1);
    expect([summary.failures.length, summary.others]).toEqual([200, 200]);
  });

  it('entries for refused codes of all networks share a limit, and the rest is summed', {
    tags: 'slow',
  }, async () => {
    const { store } = app;
    const sessions = new Sessions(store.db, app.app.jwt);
    const closing: (() => Promise<void>)[] = [];
    const byCode = codeSignInService({
      store,
      sessions,
      counters: new Counters(store, 'of codes'),
      onClose: (work) => closing.push(work),
    });
    for (let i = 0; i < 650; i++) {
      const guess = codeFromBytes(randomBytes(16));
      const address = `2001:db8:2:${i.toString(16)}::1`;
      await expect(byCode.withCode(guess, address)).rejects.toMatchObject({ code: 'codeNotEnabled' });
    }
    expect(await entries('codeRefused')).toHaveLength(600);
    for (const close of closing) await close();
    const { failures } = (await entries('signInsFailed')).at(-1);
    expect(failures).toHaveLength(50);
    expect(failures[0]).toMatchObject({ act: 'codeRefused', actor: 'unknown', times: 1 });
  });

  it('failures are written at the stop of the server, without a row per guess', {
    tags: 'slow',
  }, async () => {
    const other = await app.another();
    const before = (await entries('signInFailed')).length;
    const tries = Array.from({ length: 100 }, (_, i) => i);
    const replies = await Promise.all(
      tries.map((i) =>
        other.app.inject({
          method: signIn.method,
          url: API_BASE + signIn.path,
          remoteAddress: '203.0.113.77',
          payload: { username: `nadie${i}`, password: 'no es esta' },
        }),
      ),
    );
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
    expect((await entries('signInFailed')).length - before).toBe(60);
    await other.app.close();
    expect((await entries('signInsFailed')).at(-1).failures).toEqual([
      { act: 'signInFailed', actor: 'unknown', address: '203.0.113.77', times: 40 },
    ]);
    expect(JSON.stringify(await entries('signInsFailed'))).not.toContain('nadie');
  });

  it('wrong passwords from the same address lock no right password out', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `vecina${i}`);
    for (const name of names) await addUser(app.store.db, name, Profile.owner);
    const enter = (username: string, password: string) => app.call(signIn, { body: { username, password } });
    const [right, wrong] = await Promise.all([
      Promise.all(names.map((name) => enter(name, PASSWORD))),
      Promise.all(names.map((name) => enter(name, 'no es esta'))),
    ]);
    expect(right.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(wrong.map(({ status }) => status)).toEqual(names.map(() => 401));
  });
});
