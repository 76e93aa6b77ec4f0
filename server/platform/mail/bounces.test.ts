import { afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { createUser } from '../../../shared/accounts/users.api.ts';
import { listInvitations, sendInvitations } from '../../../shared/assemblies/invitations.api.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { Profile } from '../../../shared/profiles.ts';
import { readGround } from '../../assemblies/reports/heading.ts';
import { readNoticeReport } from '../../assemblies/reports/notice.report.ts';
import { appForSuite, describeWithRaces, TEST_SECRET } from '../../testing/app.ts';
import { type AssemblyFixture, firstStaff, holdAssembly } from '../../testing/assembly-fixture.ts';
import { hasMailboxServer, startMailbox, type TestMailbox } from '../../testing/bounce-mailbox.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { endAssembly } from '../../testing/store-asserts.ts';
import { PASSWORD } from '../../testing/world.ts';
import { keyedHash } from '../lib/keyed-hash.ts';
import { BounceReader } from './bounces.ts';
import { senderOn } from './mail.fixture.ts';
import { type ReturnAddresses, returnAddresses } from './return-address.ts';
import type { MailSender } from './sender.ts';

/** Report of a mail server about a mail (RFC 3464). The lines of the report are folded, as servers write them. */
const reportTo = (address: string, { action = 'failed', status = '5.1.1' } = {}): string => `Return-Path: <>
From: Correo <MAILER-DAEMON@ejemplo.co>
To: ${address}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="corte"

--corte
Content-Type: text/plain

El mensaje no se pudo entregar.
--corte
Content-Type: message/delivery-status

Reporting-MTA: dns; correo.ejemplo.co

Final-Recipient: rfc822; ana@correo.co
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 5.1.1
 <ana@correo.co>: No such user here
--corte
Content-Type: message/rfc822

From: asambleas@ejemplo.co
To: ana@correo.co
Subject: Citación

Texto.
--corte--
`;

/** Automatic answer of an absent person. */
const absence = (address: string): string => `From: Ana <ana@correo.co>
To: ${address}
Subject: Fuera de la oficina
Auto-Submitted: auto-replied

Vuelvo el lunes.
`;

/** Message with so many parts inside each other. */
const nested = (levels: number): string =>
  Array.from({ length: levels }, (_, i) => `Content-Type: multipart/mixed; boundary="${i}"\n\n--${i}\n`).join(
    '',
  );

describe.skipIf(!hasMailboxServer())('bounces', () => {
  describeWithRaces('read from the mailbox', (make, { it, race }) => {
    const app = appForSuite(make, endAssembly);
    let staff: string;
    let evening: AssemblyFixture;
    let server: TestMailServer;
    let mailbox: TestMailbox;
    let addresses: ReturnAddresses;
    let sender: MailSender;
    beforeAll(async () => {
      staff = await firstStaff(app);
    });
    beforeEach(async () => {
      evening = await holdAssembly(app, {
        units: [
          ['101', 60, 'ANA'],
          ['102', 40, 'LUIS'],
        ],
        staff,
      });
      server = await startMailServer();
      mailbox = await startMailbox();
      addresses = returnAddresses(mailbox.url, keyedHash(TEST_SECRET));
      sender = senderOn(app, server.url, addresses);
      for (const [name, apartmentId] of [
        ['ana', '101'],
        ['luis', '102'],
      ] as const) {
        const { jointId } = evening;
        const assemblyApartments = [{ jointId, apartmentId }];
        const fields = { name: name.toUpperCase(), password: PASSWORD, profileId: Profile.owner };
        const body = {
          username: `${name}${jointId}`,
          ...fields,
          assemblyApartments,
          email: `${name}@correo.co`,
        };
        expect((await app.call(createUser, { body }, staff)).status).toBe(201);
      }
      await app.call(sendInvitations, { params: params(), body: {} }, evening.operator);
      expect(await sender.run()).toMatchObject({ sent: 2 });
    });
    afterEach(async () => {
      await sender.stop();
      await server.close();
      await mailbox.close();
    });

    const params = () => ({ jointId: evening.jointId });
    const reader = () =>
      new BounceReader({ store: app.store, url: mailbox.url, addresses, log: app.app.log });
    const proof = async () => readNoticeReport(app.store.db, await readGround(app.store.db, params()));
    const states = async () => (await proof()).rows.map(({ owner, state }) => [owner, state]);

    it('a bounced notice is no delivery: list, proof and figures name the bounce', {
      tags: 'slow',
    }, async () => {
      const returnTo = server.to('ana@correo.co').returnTo;
      expect(returnTo).toMatch(/^rebotes\+[0-9a-z]+-[0-9a-f]{20}@ejemplo\.co$/);
      expect(returnTo).not.toBe(server.to('luis@correo.co').returnTo);
      expect(server.to('ana@correo.co').from?.address).toBe('asambleas@ejemplo.co');
      mailbox.deliver(reportTo(returnTo));
      expect((await proof()).reached).toBe(2);
      expect(await reader().run()).toBe(1);
      expect(await states()).toEqual([
        ['ANA', 'Rebotó'],
        ['LUIS', 'Entregado al servidor'],
      ]);
      const { reached, rows } = await proof();
      expect(reached).toBe(1);
      expect(rows[0]?.delivery?.bounce).toBe('5.1.1 smtp; 550 5.1.1 No such user here');
      const list = await app.call(listInvitations, { params: params() }, evening.operator);
      expect(list.body.invitations.map(({ name, mail }) => [name, mail?.bounce ?? null])).toEqual([
        ['ANA', '5.1.1 smtp; 550 5.1.1 No such user here'],
        ['LUIS', null],
      ]);
    });

    race('each bounce counts once, read by two processes or reported twice', { tags: 'slow' }, async () => {
      const { returnTo } = server.to('ana@correo.co');
      mailbox.deliver(reportTo(returnTo));
      const counts = await Promise.all([reader().run(), reader().run()]);
      expect(counts[0] + counts[1]).toBe(1);
      const { bouncedAt } = (await proof()).rows[0]?.delivery ?? {};
      mailbox.deliver(reportTo(returnTo.toUpperCase(), { status: '5.2.2' }));
      expect(await reader().run()).toBe(0);
      expect((await proof()).rows[0]?.delivery).toMatchObject({ bouncedAt });
      expect(mailbox.count()).toBe(2);
    });

    it('delays, automatic answers, invented addresses and torn reports change nothing', {
      tags: 'slow',
    }, async () => {
      const { returnTo } = server.to('ana@correo.co');
      mailbox.deliver(reportTo(returnTo, { action: 'delayed', status: '4.4.1' }));
      mailbox.deliver(absence(returnTo));
      mailbox.deliver(reportTo(returnTo.replace(/-[0-9a-f]{20}@/, `-${'0'.repeat(20)}@`)));
      mailbox.deliver(reportTo('rebotes@ejemplo.co'));
      mailbox.deliver(reportTo(returnTo).slice(0, 300));
      mailbox.deliver('');
      expect(await reader().run()).toBe(0);
      expect(await reader().run()).toBe(0);
      expect(await states()).toEqual([
        ['ANA', 'Entregado al servidor'],
        ['LUIS', 'Entregado al servidor'],
      ]);
    });

    it('a late report changes nothing: the recipient knows the return address', {
      tags: 'slow',
    }, async () => {
      const { returnTo } = server.to('ana@correo.co');
      const longAgo = Date.now() - 8 * DAY_MS;
      await app.store.db.updateTable('mail_message').set({ sent_at: longAgo }).execute();
      mailbox.deliver(reportTo(returnTo));
      expect(await reader().run()).toBe(0);
      expect((await proof()).reached).toBe(2);
    });

    it('a report before the note of the sending counts, and a hostile message stops no other', {
      tags: 'slow',
    }, async () => {
      const { returnTo } = server.to('ana@correo.co');
      await app.store.db.updateTable('mail_message').set({ state: 'sending', sent_at: null }).execute();
      mailbox.deliver(nested(300));
      mailbox.deliver(reportTo(returnTo));
      expect(await reader().run()).toBe(1);
    });

    it('a mailbox with a wrong password, or out of reach, is an error and not the end', {
      tags: 'slow',
    }, async () => {
      const wrong = mailbox.url.replace('secreta', 'otra');
      const of = { store: app.store, addresses, log: app.app.log };
      await expect(new BounceReader({ ...of, url: wrong }).run()).rejects.toThrow();
      await mailbox.close();
      await expect(new BounceReader({ ...of, url: mailbox.url }).run()).rejects.toThrow();
      const stopped = new BounceReader({ ...of, url: mailbox.url });
      stopped.start();
      await stopped.stop();
      mailbox = await startMailbox();
    });
  });
});
