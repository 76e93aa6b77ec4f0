import { beforeAll, expect, it } from 'vitest';
import { Profile } from '../../../shared/profiles.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { claimsOf } from '../../testing/asker.ts';
import { addUser, tokenOf } from '../users/people.fixture.ts';
import { SeenSessions } from './seen-sessions.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';

describeOnOneEngine('the last use of sessions', (make) => {
  const app = appForSuite(make);
  let sessionId: string;
  beforeAll(async () => {
    await addUser(app.store.db, 'vista', Profile.owner);
    const token = await tokenOf(app, 'vista');
    sessionId = claimsOf(token).sid;
  });

  const stored = () =>
    app.store.db
      .selectFrom('session')
      .select(['seen_at', 'device'])
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow();

  it('due sessions are written together every ten minutes, with the known device', async () => {
    const seen = new SeenSessions(app.store.db);
    seen.note(sessionId);
    seen.note(sessionId, FIREFOX);
    seen.note('nobody’s');
    await seen.flush();
    const first = await stored();
    expect(first.device).toBe('Firefox en Linux');
    expect(Date.now() - Number(first.seen_at)).toBeLessThan(60_000);
    await app.store.db
      .updateTable('session')
      .set({ seen_at: 1 })
      .where('session_id', '=', sessionId)
      .execute();
    seen.note(sessionId, FIREFOX);
    await seen.flush();
    expect((await stored()).seen_at).toBe(1);
  });

  it('a session seen only by a socket keeps its device', async () => {
    const seen = new SeenSessions(app.store.db);
    seen.note(sessionId);
    await seen.flush();
    const { seen_at, device } = await stored();
    expect(Number(seen_at)).toBeGreaterThan(1);
    expect(device).toBe('Firefox en Linux');
  });
});
