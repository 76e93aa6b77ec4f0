import { sql } from 'kysely';
import { afterEach, expect, vi } from 'vitest';
import { createUser } from '../../../shared/accounts/users.api.ts';
import { sendInvitations } from '../../../shared/assemblies/invitations.api.ts';
import { cancelMail, listMail, retryMail } from '../../../shared/mail/mailbox.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { partsOfLink, startMailServer } from '../../testing/mail-server.ts';
import { expectRefused } from '../../testing/store-asserts.ts';
import { PASSWORD } from '../../testing/world.ts';
import { jointChain } from '../audit/trail.ts';
import { mailForEachTest, senderOn } from './mail.fixture.ts';

const units = Array.from({ length: 12 }, (_, i) => [`${101 + i}`, 8, `DUEÑO ${i}`] as const);

/** Statements to make the store refuse the mark of a sent mail for a while, and to end the refusals. */
const markFails = {
  sqlite: { begin: ['pragma query_only = on'], end: ['pragma query_only = off'] },
  postgres: {
    begin: [
      `create function refuse_mark() returns trigger language plpgsql as
        $$ begin raise exception 'canceling statement due to lock timeout' using errcode = '55P03'; end $$`,
      `create trigger refuse_mark before update on mail_message for each row when (new.state = 'sent')
        execute function refuse_mark()`,
    ],
    end: ['drop function refuse_mark cascade'],
  },
};

describeWithRaces('the sender', (make, { engine, it, race }) => {
  const app = appForSuite(make);
  afterEach(() => app.store.db.deleteFrom('mail_message').execute());
  const at = mailForEachTest(app, units);

  /** Creates invited owners that have never signed in. */
  async function invite(many: number, name = 'Dueña'): Promise<void> {
    const { jointId } = at.evening;
    for (const [apartmentId] of units.slice(0, many)) {
      const fields = { name, password: PASSWORD, profileId: Profile.owner };
      const made = await app.call(
        createUser,
        {
          body: {
            username: `d${jointId}-${apartmentId}`,
            ...fields,
            email: `d${apartmentId}@correo.co`,
            assemblyApartments: [{ jointId, apartmentId }],
          },
        },
        at.staff,
      );
      expect(made.status).toBe(201);
    }
    const sent = await app.call(sendInvitations, { params: { jointId }, body: {} }, at.evening.operator);
    expect(sent.body.queued).toBe(many);
  }
  const outbox = async () => (await app.call(listMail, { query: {} }, at.staff)).body.messages;
  /** Pretends an hour has passed: waiting mails are due and reservations have expired. */
  const laterOn = () =>
    app.store.db
      .updateTable('mail_message')
      .set((eb) => ({
        next_at: eb.case().when('next_at', 'is', null).then(null).else(1).end(),
        leased_until: eb.case().when('leased_until', 'is', null).then(null).else(1).end(),
      }))
      .execute();
  const standingLinks = async () => {
    const rows = await app.store.db
      .selectFrom('access_link')
      .select('token_hash')
      .where('joint_id', '=', at.evening.jointId)
      .execute();
    return rows.map((row) => row.token_hash);
  };

  race('two concurrent senders send each message once', { tags: 'slow' }, async () => {
    await invite(12);
    const another = await app.another();
    const other = senderOn(another, at.server.url);
    // The first three mails are answered at once, so the marks of the three meet in the store.
    let answer = () => {};
    const together = new Promise<void>((resolve) => {
      answer = resolve;
    });
    at.server.script.mail = async () => {
      if (at.server.mails.length === 3) answer();
      await together;
      return undefined;
    };
    const rounds = await Promise.all([at.sender.run(), other.run()]);
    await other.stop();
    await another.close();
    expect(rounds.reduce((sum, round) => sum + round.sent, 0)).toBe(12);
    expect(at.server.mails.map(({ recipients }) => recipients[0]).sort()).toEqual(
      units.map(([id]) => `d${id}@correo.co`).sort(),
    );
    expect(new Set(at.server.mails.map(({ messageId }) => messageId)).size).toBe(12);
    expect((await outbox()).every(({ state, attempts }) => state === 'sent' && attempts === 1)).toBe(true);
    const { acts } = await app.store.db
      .selectFrom('audit_entry')
      .select((eb) => eb.fn.countAll<number>().as('acts'))
      .where('chain', '=', jointChain(at.evening.jointId))
      .where('act', '=', 'noticeSent')
      .executeTakeFirstOrThrow();
    expect(acts, 'one entry for the version of the notice').toBe(1);
  });

  race('a mail taken while the store fails is marked later and not sent again', async () => {
    await invite(1);
    const faults = vi.spyOn(app.store.faults, 'note');
    at.server.script.mail = async () => {
      faults.mockClear();
      for (const change of markFails[engine].begin) await sql.raw(change).execute(app.store.db);
      return undefined;
    };
    const round = at.sender.run();
    await eventually(() => faults.mock.calls.length).toBeGreaterThan(0);
    for (const change of markFails[engine].end) await sql.raw(change).execute(app.store.db);
    expect((await round).sent).toBe(1);
    expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 1 }]);
    await laterOn();
    expect((await at.sender.run()).sent).toBe(0);
    expect(at.server.mails).toHaveLength(1);
  });

  it('a delivery with unknown result is retried under the same id', async () => {
    await invite(1);
    at.server.script.mail = () => 'drop';
    expect(await at.sender.run()).toMatchObject({ sent: 0, later: 1 });
    const [waiting] = await outbox();
    expect(waiting).toMatchObject({
      state: 'queued',
      attempts: 1,
      problem: 'Se perdió la conexión con el servidor de correo.',
    });
    // Not due yet.
    expect(await at.sender.run()).toMatchObject({ sent: 0, later: 0 });
    at.server.script.mail = () => undefined;
    await laterOn();
    expect((await at.sender.run()).sent).toBe(1);
    expect(at.server.mails).toHaveLength(2);
    const [first, second] = at.server.mails;
    expect(first?.messageId).toBe(second?.messageId);
    // Both mails contain a valid link.
    const links = await standingLinks();
    expect(links.sort()).toEqual(at.server.mails.map(({ link }) => partsOfLink(link).tokenHash).sort());
  });

  race('the messages of a dead process are sent after the lease expires', { tags: 'slow' }, async () => {
    await invite(1);
    const { db } = app.store;
    const inFuture = Date.now() + 60_000;
    await db
      .updateTable('mail_message')
      .set({ state: 'sending', attempts: 1, leased_until: inFuture })
      .execute();
    expect(await at.sender.run()).toMatchObject({ sent: 0 });
    await laterOn();
    expect((await at.sender.run()).sent).toBe(1);
    expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  it('a message with too many unfinished attempts is given up', async () => {
    await invite(1);
    await app.store.db
      .updateTable('mail_message')
      .set({ state: 'sending', attempts: 8, leased_until: 1 })
      .execute();
    await at.sender.run();
    expect(await outbox()).toMatchObject([{ state: 'failed', nextAt: null }]);
    expect([at.server.mails, await standingLinks()]).toEqual([[], []]);
  });

  it('a final refusal fails at once and leaves no valid link', async () => {
    await invite(2);
    at.server.script.recipient = (address) => (address.startsWith('d101@') ? { code: 550 } : undefined);
    expect(await at.sender.run()).toEqual({ sent: 1, failed: 1, later: 0, dropped: 0 });
    const failed = (await outbox()).find(({ state }) => state === 'failed');
    expect(failed).toMatchObject({
      to: 'd101@correo.co',
      nextAt: null,
      problem: 'El servidor de correo rechazó la dirección (respuesta 550).',
    });
    expect(await standingLinks()).toHaveLength(1);
    // Staff may retry the message.
    at.server.script.recipient = () => undefined;
    const params = { messageId: failed?.messageId ?? 0 };
    expect((await app.call(retryMail, { params }, at.staff)).status).toBe(204);
    expect((await at.sender.run()).sent).toBe(1);
    expectRefused(await app.call(retryMail, { params }, at.staff), 'messageNotFound');
    expectRefused(await app.call(cancelMail, { params }, at.staff), 'messageNotFound');
    expectRefused(await app.call(listMail, { query: {} }, at.evening.operator), 'forbidden');
  });

  race('the outbox is searched by address, name and joint, without patterns', async () => {
    await invite(3);
    const found = async (search: string) =>
      (await app.call(listMail, { query: { search } }, at.staff)).body.messages.map(({ to }) => to).sort();
    expect(await found('D102@')).toEqual(['d102@correo.co']);
    expect(await found('correo.co')).toHaveLength(3);
    expect(await found('conjunto')).toHaveLength(3);
    expect(await found('%')).toEqual([]);
    expect(await found('d1_2')).toEqual([]);
  });

  it('waits grow with each attempt until the message is given up', async () => {
    await invite(1);
    at.server.script.recipient = () => ({ code: 451 });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      const before = Date.now();
      expect(await at.sender.run()).toMatchObject({ later: 1 });
      const [waiting] = await outbox();
      waits.push(Math.floor((Date.parse(waiting?.nextAt ?? '') - before) / 60_000));
      await laterOn();
    }
    expect(waits).toEqual([1, 5, 15, 60, 180, 360, 720]);
    expect(await at.sender.run()).toMatchObject({ failed: 1 });
    expect(await outbox()).toMatchObject([{ state: 'failed', attempts: 8 }]);
    expect(await standingLinks()).toEqual([]);
  });

  it('an absent or refusing mail server stops the round, and messages stay queued', async () => {
    await invite(12);
    const strict = await startMailServer({ login: { user: 'scaf', pass: 'la clave' } });
    const wrong = senderOn(app, strict.url.replace('la%20clave', 'otra'));
    const round = await wrong.run();
    await wrong.stop();
    expect(round.later).toBeGreaterThan(0);
    expect(round.later).toBeLessThanOrEqual(3);
    const messages = await outbox();
    const problem =
      'El servidor de correo no aceptó el usuario o la contraseña. Revise SMTP_URL en la configuración del servidor.';
    expect(messages.filter((one) => one.problem === problem)).toHaveLength(round.later);
    expect(messages.every(({ state }) => state === 'queued')).toBe(true);
    expect(JSON.stringify(messages)).not.toContain('otra');
    await strict.close();
    await laterOn();
    const nowhere = senderOn(app, strict.url);
    expect((await nowhere.run()).sent).toBe(0);
    await nowhere.stop();
    await laterOn();
    expect((await at.sender.run()).sent).toBe(12);
  });

  it('names cannot inject headers or markup', async () => {
    await invite(1, '<b>Ana</b> & "Cía", a@b.co <otra@correo.co>');
    // Inserted directly, like a row imported from another system.
    await app.store.db
      .updateTable('user_account')
      .set({ name: 'Ana\r\nBcc: otra@correo.co\r\n\r\n<b>x</b>' })
      .where('name', 'like', '<b>Ana%')
      .execute();
    await at.sender.run();
    const [mail] = at.server.mails;
    expect(mail?.recipients).toEqual(['d101@correo.co']);
    expect(mail?.bcc ?? []).toEqual([]);
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail?.to).toMatchObject([{ address: 'd101@correo.co' }]);
    expect(mail?.html).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(mail?.html).not.toContain('<b>x</b>');
  });

  it('a queued message can be cancelled', async () => {
    await invite(1);
    const [waiting] = await outbox();
    const params = { messageId: waiting?.messageId ?? 0 };
    expect((await app.call(cancelMail, { params }, at.staff)).status).toBe(204);
    expect(await at.sender.run()).toEqual({ sent: 0, failed: 0, later: 0, dropped: 0 });
    expect(await outbox()).toMatchObject([{ state: 'cancelled' }]);
    expect(at.server.mails).toEqual([]);
  });
});
