import { expect } from 'vitest';
import { createFirstUser } from '../../shared/accounts/auth.api.ts';
import { listUsers } from '../../shared/accounts/users.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { appForEachTest, describeWithRaces } from '../testing/app.ts';
import { makeFirstUserLink } from './sign-in/first-user.service.ts';
import { addUser } from './users/people.fixture.ts';

describeWithRaces('the first user', (make, { it, race }) => {
  const app = appForEachTest(make);

  const use = (token: string, username = 'fundadora', password = 'la primera de todas') =>
    app.call(createFirstUser, { body: { token, username, name: 'Fundadora', password } });

  it('the link makes a single platform user, already signed in', async () => {
    const token = await makeFirstUserLink(app.store.db);
    expect(token).toMatch(/^[\w-]{40,}$/);
    expect(
      JSON.stringify(await app.store.db.selectFrom('one_time_link').selectAll().execute()),
    ).not.toContain(token);
    expect((await use('otro')).error.code).toBe('firstUserLinkInvalid');
    expect((await use(token ?? '', 'fundadora', 'corta')).error.code).toBe('weakPassword');
    expect((await use(token ?? '', 'fundadora', 'fundadora1')).error.code).toBe('weakPassword');
    const made = await use(token ?? '');
    expect(made.status).toBe(201);
    const users = await app.call(listUsers, {}, { token: made.body.jwt });
    expect(users.body).toMatchObject([{ username: 'fundadora', profileId: 1, disabled: false }]);
    const again = await use(token ?? '', 'segunda');
    expect([again.status, again.error.code]).toEqual([401, 'firstUserLinkInvalid']);
    expect(await makeFirstUserLink(app.store.db)).toBeNull();
  });

  race('two concurrent uses of the link make a single user', async () => {
    const token = (await makeFirstUserLink(app.store.db)) ?? '';
    const answers = await Promise.all([use(token, 'una'), use(token, 'otra'), use(token, 'tercera')]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 401, 401]);
    const users = await app.store.db.selectFrom('user_account').select('user_id').execute();
    expect(users).toHaveLength(1);
  });

  it('only the newest link makes the first user', async () => {
    const first = (await makeFirstUserLink(app.store.db)) ?? '';
    const second = (await makeFirstUserLink(app.store.db)) ?? '';
    expect((await use(first)).status).toBe(401);
    expect((await use(second)).status).toBe(201);
  });

  it('a taken user name keeps the link valid; any platform user ends the link', async () => {
    const token = (await makeFirstUserLink(app.store.db)) ?? '';
    await addUser(app.store.db, 'fundadora', Profile.owner);
    expect((await use(token)).error.code).toBe('usernameTaken');
    await addUser(app.store.db, 'llegó antes', Profile.full);
    expect((await use(token, 'tarde')).status).toBe(401);
  });
});
