import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { forgotPassword, resetPassword, signIn } from '../../../shared/accounts/auth.api.ts';
import { getUser, updateUser } from '../../../shared/accounts/users.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { Counters } from '../../platform/db/counters.ts';
import { PUBLIC_URL, senderOn } from '../../platform/mail/mail.fixture.ts';
import type { MailSender } from '../../platform/mail/sender.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { Sessions } from '../sessions/sessions.service.ts';
import { addUser, PASSWORD, staffToken, tokenOf } from '../users/people.fixture.ts';
import { forgottenPasswordsService } from './forgotten.service.ts';

const NEXT = 'una clave distinta';

describeWithRaces('a forgotten password', (make, { it, race }) => {
  const app = appForSuite(make);
  let staff: string;
  let server: TestMailServer;
  let sender: MailSender;
  let forgotten: ReturnType<typeof forgottenPasswordsService>;
  let count = 0;
  beforeAll(async () => {
    staff = await staffToken(app);
  });
  beforeEach(async () => {
    count += 1;
    server = await startMailServer();
    sender = senderOn(app, server.url);
    const { store } = app;
    forgotten = forgottenPasswordsService({
      store,
      sessions: new Sessions(store.db, app.app.jwt),
      counters: new Counters(store, `of test ${count}`),
      mail: { configured: true, nudge: () => undefined },
    });
  });
  afterEach(async () => {
    await sender.stop();
    await server.close();
  });

  /** Creates a test user with an e-mail address. */
  async function person(profileId: Profile = Profile.owner) {
    const username = `persona${count}-${Math.round(performance.now() * 1000)}`;
    const email = `${username}@ejemplo.co`;
    const userId = await addUser(app.store.db, username, profileId);
    const params = { userId: String(userId) };
    expect((await app.call(updateUser, { params, body: { email } }, staff)).status).toBe(200);
    return { username, email, userId };
  }
  /** Requests a reset for each given name or address and returns all mails sent as a result. */
  async function mailsFor(...wishes: string[]) {
    for (const who of wishes) forgotten.ask(who, '203.0.113.5');
    await forgotten.settled();
    await sender.run();
    return server.mails;
  }
  const linkIn = (mail: { text?: string } | undefined): string =>
    /\/NewPassword#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const replace = (token: string, password = NEXT) => app.call(resetPassword, { body: { token, password } });
  const enter = (username: string, password: string) => app.call(signIn, { body: { username, password } });

  it('the mailed link replaces the password once, ends other sessions, and mails a notice', async () => {
    const { username, email, userId } = await person();
    const before = await tokenOf(app, username);
    const [mail, second] = await mailsFor(username.toUpperCase(), ` ${email.toUpperCase()} `);
    expect(mail?.recipients).toEqual([email]);
    expect(mail?.text).toContain(`${PUBLIC_URL}/NewPassword#`);
    const [token, other] = [linkIn(mail), linkIn(second)];
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(other).not.toBe(token);

    const { status, body, headers } = await replace(token);
    expect([status, body.username]).toEqual([200, username]);
    expect(String(headers['set-cookie'])).toContain('scaf_device=');
    const me = { params: { username } };
    expect((await app.call(getUser, me, body.jwt)).status).toBe(200);
    expect((await app.call(getUser, me, before)).status).toBe(401);
    expectRefused(await enter(username, PASSWORD), 'invalidCredentials');
    expect((await enter(username, NEXT)).status).toBe(200);
    for (const used of [token, other]) expectRefused(await replace(used), 'resetLinkInvalid');

    // The application of this test sends no mail, so the test calls the service.
    const [third] = (await mailsFor(username)).slice(2);
    const caller = { address: '203.0.113.5', device: null, signal: new AbortController().signal };
    await forgotten.replace({ token: linkIn(third), password: 'otra clave muy distinta' }, caller);
    await sender.run();
    expect(server.mails.at(-1)?.subject).toBe('Su contraseña de SCAF cambió');

    const trail = await app.store.db
      .selectFrom('audit_entry')
      .select(['actor', 'act'])
      .where('chain', '=', 'accounts')
      .where('actor', 'in', [`user:${userId}`, 'unknown'])
      .execute();
    expect(trail.filter(({ act }) => act === 'passwordReset')).toHaveLength(2);
    expect(trail.filter(({ act }) => act === 'passwordForgotten')).toHaveLength(3);
    const { db } = app.store;
    const storedText = JSON.stringify([
      await db.selectFrom('audit_entry').selectAll().execute(),
      await db.selectFrom('access_link').selectAll().execute(),
      await db.selectFrom('mail_message').selectAll().execute(),
    ]);
    for (const secret of [token, other, NEXT]) expect(storedText).not.toContain(secret);
  });

  it('every name gets the same answer; only enabled users with an address get a mail', async () => {
    const { username, userId } = await person();
    const silent = await addUser(app.store.db, `callada${count}`, Profile.owner);
    await app.call(updateUser, { params: { userId: String(userId) }, body: { disabled: true } }, staff);
    for (const who of [username, `callada${count}`, 'nadie', "' or 1=1 --", 'plataforma']) {
      const { status, body } = await app.call(forgotPassword, { body: { who } });
      expect([status, body]).toEqual([204, null]);
    }
    expect(silent).toBeGreaterThan(0);
    expect(await mailsFor(username, `callada${count}`, 'nadie', "' or 1=1 --", '%')).toEqual([]);
  });

  it('a user gets at most three mails an hour; a network asks 100 times in 15 minutes', async () => {
    const [first, second] = [await person(), await person()];
    expect(await mailsFor(...Array<string>(5).fill(first.username))).toHaveLength(3);
    // The network has asked five times. Requests beyond 100 are dropped silently.
    await mailsFor(...Array<string>(95).fill('nadie'), second.username);
    expect(server.mails).toHaveLength(3);
    forgotten.ask(second.username, '203.0.113.6');
    await forgotten.settled();
    await sender.run();
    expect(server.mails.at(-1)?.recipients).toEqual([second.email]);
  });

  it('a late link, a disabled user’s link and a link of another kind are refused', async () => {
    const { username, userId } = await person(Profile.operator);
    const params = { userId: String(userId) };
    const token = linkIn((await mailsFor(username))[0]);
    const { db } = app.store;
    const weak = await replace(token, `${username}1`);
    expect([weak.status, weak.error.code]).toEqual([422, 'weakPassword']);
    expectRefused(await enter(username, token), 'invalidCredentials');
    await app.call(updateUser, { params, body: { disabled: true } }, staff);
    expectRefused(await replace(token), 'resetLinkInvalid');
    await app.call(updateUser, { params, body: { disabled: false } }, staff);
    const links = db.updateTable('access_link').where('user_id', '=', userId);
    await links.set({ expires_at: Date.now() - 1 }).execute();
    expectRefused(await replace(token), 'resetLinkInvalid');
    await links.set({ expires_at: Date.now() + 60_000, purpose: 'temporaryPassword' }).execute();
    expectRefused(await replace(token), 'resetLinkInvalid');
    await links.set({ purpose: 'passwordReset' }).execute();
    // A password set meanwhile also ends the link.
    await app.call(updateUser, { params, body: { password: NEXT } }, staff);
    expectRefused(await replace(token), 'resetLinkInvalid');
    expectRefused(await replace('otro'), 'resetLinkInvalid');
  });

  race('two concurrent uses of a link replace the password once', async () => {
    const { username } = await person();
    const token = linkIn((await mailsFor(username))[0]);
    const answers = await Promise.all([replace(token), replace(token, 'otra clave muy distinta')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('a mail older than an hour is dropped without sending', async () => {
    const { username, userId } = await person();
    forgotten.ask(username, '203.0.113.5');
    await forgotten.settled();
    const mails = app.store.db.updateTable('mail_message').where('user_id', '=', userId);
    await mails.set({ created_at: Date.now() - 61 * 60_000 }).execute();
    expect((await sender.run()).dropped).toBe(1);
    expect(server.mails).toEqual([]);
  });
});
