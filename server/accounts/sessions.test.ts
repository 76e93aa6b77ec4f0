import { beforeAll, expect, it } from 'vitest';
import { Profile } from '../../shared/profiles.ts';
import { insertJoint } from '../properties/joints.repository.ts';
import { appForSuite, describeOnOneEngine } from '../testing/app.ts';
import { Sessions } from './sessions/sessions.service.ts';
import { signerOf } from './sessions/tokens.ts';
import { addUser } from './users/people.fixture.ts';

describeOnOneEngine('sessions', (make) => {
  const app = appForSuite(make);
  let sessions: Sessions;
  beforeAll(() => {
    sessions = new Sessions(app.store.db, app.app.jwt);
  });

  const idOf = async (token: string) => (await sessions.authenticate(token))?.sessionId;

  it('a session has the name of the user as in the trail', async () => {
    const userId = await addUser(app.store.db, 'quien', Profile.operator);
    const token = await sessions.open({ userId });
    expect(await sessions.authenticate(token)).toEqual({
      sessionId: expect.stringMatching(/^[\w-]{32}$/),
      profileId: Profile.operator,
      userId: String(userId),
      username: 'quien',
      code: null,
      byLink: false,
      actor: `user:${userId}`,
      joints: { assembly: new Set(), billing: new Set() },
    });
  });

  it('all sessions of a user except one end, and are returned', async () => {
    const userId = await addUser(app.store.db, 'varias', Profile.owner);
    const tokens = await Promise.all([1, 2, 3].map(() => sessions.open({ userId })));
    const [keptToken = '', ...others] = tokens;
    const otherIds = await Promise.all(others.map(idOf));
    const heard: string[] = [];
    sessions.onEnded((ids) => heard.push(...ids));
    await sessions.revokeUser(userId, await idOf(keptToken));
    expect(heard.sort()).toEqual(otherIds.sort());
    expect(await idOf(keptToken)).toBeDefined();
    for (const token of others) expect(await sessions.authenticate(token)).toBeNull();
    await sessions.revoke((await idOf(keptToken)) ?? '');
    expect(await sessions.authenticate(keptToken)).toBeNull();
    // An ended session does not end again.
    await sessions.revokeUser(userId);
    expect(heard).toHaveLength(3);
  });

  it('the sessions of a code end only if the withdrawal is committed', async () => {
    const { db } = app.store;
    const fields = { parentId: null, usesAssemblies: true, usesBilling: false, at: 1 };
    const jointId = await insertJoint(db, { ...fields, jointName: 'De códigos' });
    const code = 'CODIGO000001';
    const issued = {
      code,
      code_id: `QR-${code}`,
      joint_id: jointId,
      apartment_id: null,
      issued_at: 1,
      issued_by: 'user:1',
    };
    await db
      .insertInto('code')
      .values({ ...issued, revoked_at: null })
      .execute();
    const token = await sessions.open({ code, jointId, profile: Profile.qr });
    expect(await sessions.authenticate(token)).toMatchObject({
      profileId: Profile.qr,
      userId: code,
      code,
      actor: `code:${code}`,
      joints: { assembly: new Set([jointId]) },
    });
    const undone = db.transaction().execute(async (trx) => {
      await sessions.revokeCodes(trx, code);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    sessions.forget({ userId: code });
    expect(await sessions.authenticate(token)).not.toBeNull();
    sessions.ended(await db.transaction().execute((trx) => sessions.revokeCodes(trx, code)));
    expect(await sessions.authenticate(token)).toBeNull();
  });

  it('a rolled back transaction opens no session', async () => {
    const userId = await addUser(app.store.db, 'fallida', Profile.owner);
    let token = '';
    const undone = app.store.db.transaction().execute(async (trx) => {
      token = await sessions.open({ userId }, trx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await sessions.authenticate(token)).toBeNull();
  });

  it('a token signed with another secret is refused', async () => {
    const userId = await addUser(app.store.db, 'ajena', Profile.full);
    const token = await new Sessions(app.store.db, await signerOf('x'.repeat(40))).open({ userId });
    expect(await sessions.authenticate(token)).toBeNull();
  });
});
