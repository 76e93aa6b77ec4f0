import { expect } from 'vitest';
import { signIn } from '../../../shared/accounts/auth.api.ts';
import { createUser } from '../../../shared/accounts/users.api.ts';
import { changeAssembly } from '../../../shared/assemblies/assemblies.api.ts';
import {
  listInvitations,
  revokeInvitation,
  sendInvitations,
} from '../../../shared/assemblies/invitations.api.ts';
import { getActa } from '../../../shared/assemblies/signed-acta/acta.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import { getJoint } from '../../../shared/properties/joints.api.ts';
import { appForSuite, describeWithRaces } from '../../testing/app.ts';
import { holdAssembly } from '../../testing/assembly-fixture.ts';
import { partsOfLink } from '../../testing/mail-server.ts';
import { endAssembly, expectRefused } from '../../testing/store-asserts.ts';
import { PASSWORD } from '../../testing/world.ts';
import { mailForEachTest, PUBLIC_URL } from './mail.fixture.ts';

const units = [
  ['101', 40, 'ANA'],
  ['102', 35, 'LUIS'],
  ['103', 25, 'EVA'],
] as const;

/** Returns the lines of a calendar file, unfolded. */
const linesOf = ({ content }: { content?: unknown }): string[] =>
  new TextDecoder()
    .decode(content as ArrayBuffer)
    .replaceAll('\r', '')
    .replaceAll('\n ', '')
    .split('\n');
const uidsOf = (lines: readonly string[]): string[] => lines.filter((line) => line.startsWith('UID:'));

describeWithRaces('invitations', (make, { it, race }) => {
  const app = appForSuite(make, endAssembly);
  const at = mailForEachTest(app, units);

  /** Creates an owner without any sign-in. */
  async function person(username: string, apartmentIds: readonly string[], email?: string): Promise<string> {
    const { jointId } = at.evening;
    const assemblyApartments = apartmentIds.map((apartmentId) => ({ jointId, apartmentId }));
    const fields = { name: `Señora ${username}`, password: PASSWORD, profileId: Profile.owner };
    const body = { username: `${username}${jointId}`, ...fields, assemblyApartments };
    const made = await app.call(createUser, { body: { ...body, email: email ?? null } }, at.staff);
    expect(made.status).toBe(201);
    return made.body.userId;
  }
  const listing = async () => {
    const params = { jointId: at.evening.jointId };
    return (await app.call(listInvitations, { params }, at.evening.operator)).body;
  };
  const list = async () => new Map((await listing()).invitations.map((one) => [one.userId, one]));
  const send = (body: { userIds?: string[]; again?: boolean } = {}) =>
    app.call(sendInvitations, { params: { jointId: at.evening.jointId }, body }, at.evening.operator);
  const enter = (username: string, password: string) => app.call(signIn, { body: { username, password } });

  race('each owner with an address is invited once, despite repeated requests', async () => {
    const ana = await person('ana', ['101', '103'], 'ana@correo.co');
    // Unit 102 has no user yet.
    const unregistered = { registered: null, byHand: [] };
    const luisAlone = {
      name: 'LUIS',
      email: null,
      ...unregistered,
      apartments: ['102'],
      username: null,
      obstacle: 'noEmail',
    };
    expect((await listing()).withoutUser).toEqual([luisAlone]);
    const luis = await person('luis', ['102'], 'luis@correo.co');
    const eva = await person('eva', ['103']);
    const replies = await Promise.all([send(), send(), send({ userIds: [ana] })]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(replies.reduce((sum, { body }) => sum + body.queued, 0)).toBe(2);
    expect(replies[0].body.withoutEmail).toEqual([eva]);
    expect(await at.sender.run()).toEqual({ sent: 2, failed: 0, later: 0, dropped: 0 });
    expect(at.server.mails.map(({ recipients }) => recipients).sort()).toEqual([
      ['ana@correo.co'],
      ['luis@correo.co'],
    ]);
    // Sent messages stay sent; a resend needs `again`.
    const nobodyNew = { created: 0, leftOut: [] };
    expect((await send()).body).toEqual({ queued: 0, before: 2, withoutEmail: [eva], ...nobodyNew });
    expect((await send({ userIds: [luis], again: true })).body.queued).toBe(1);
    expect((await send({ userIds: [luis], again: true })).body.queued).toBe(0);
    expect((await at.sender.run()).sent).toBe(1);
    expect(at.server.mails).toHaveLength(3);
    expect((await listing()).withoutUser).toEqual([]);
    const listed = await list();
    expect(listed.get(ana)).toMatchObject({
      name: 'Señora ana',
      email: 'ana@correo.co',
      apartments: ['101', '103'],
      mail: { state: 'sent', attempts: 1, problem: null, sentAt: expect.any(String) },
      hasLink: true,
      lastUsedAt: null,
      letterPrintedAt: null,
    });
    expect(listed.get(eva)).toMatchObject({ email: null, mail: null, hasLink: false });
  });

  it('the mailed link admits the owner to the joint, and only the recipient has the token', async () => {
    await app.call(
      changeAssembly,
      {
        params: { jointId: at.evening.jointId },
        body: { mode: 'virtual', title: 'Presupuesto', zoomId: '812 3456', zoomPassword: 'a/b%c ñ' },
      },
      at.evening.operator,
    );
    const ana = await person('ana', ['101'], 'ana@correo.co');
    await send();
    await at.sender.run();
    const mail = at.server.to('ana@correo.co');
    expect(mail.link.startsWith(`${PUBLIC_URL}/Register/${at.evening.jointId}/`)).toBe(true);
    const parts = partsOfLink(mail.link);
    expect(parts).toMatchObject({
      jointId: at.evening.jointId,
      username: `ana${at.evening.jointId}`,
      jointName: 'Conjunto de prueba',
      zoomId: '812 3456',
      zoomPassword: 'a/b%c ñ',
    });
    const entered = await enter(parts.username, parts.token);
    expect(entered.status).toBe(200);
    const joint = await app.call(getJoint, { params: { jointId: at.evening.jointId } }, entered.body.jwt);
    expect(joint.body.zoomMeeting).toEqual({ zoomId: '812 3456', zoomPassword: 'a/b%c ñ' });
    expect((await list()).get(ana)?.lastUsedAt).toEqual(expect.any(String));
    // The store contains only the hash.
    const storedText = JSON.stringify([
      await app.store.db.selectFrom('access_link').selectAll().execute(),
      await app.store.db.selectFrom('mail_message').selectAll().execute(),
      await app.store.db.selectFrom('audit_entry').selectAll().execute(),
    ]);
    expect(storedText).toContain(parts.tokenHash);
    expect(storedText).not.toContain(parts.token);
  });

  it('an invitation names date and place, with a calendar entry without personal link', {
    tags: 'slow',
  }, async () => {
    const change = (body: object) =>
      app.call(changeAssembly, { params: { jointId: at.evening.jointId }, body }, at.evening.operator);
    const place = 'Salón comunal; torre 2, piso 1';
    const changed = await change({ scheduledAt: '2026-12-05T19:30:00-05:00', place, agenda: 'Quórum' });
    expect(changed.body).toMatchObject({ scheduledAt: '2026-12-06T00:30:00.000Z', place });
    await person('ana', ['101'], 'ana@correo.co');
    await send();
    await at.sender.run();
    const { text, html, attachments, link } = at.server.to('ana@correo.co');
    const meetingLines = ['Fecha y hora: sábado 5 de diciembre de 2026, 7:30 p. m.', `Lugar: ${place}`];
    // 8 December is a holiday: the third business day after Saturday 5 is Thursday 10.
    meetingLines.push(
      'Si no hay quórum, la asamblea se reúne en segunda convocatoria el jueves 10 de diciembre de 2026, 8:00 p. m., y sesiona y decide',
    );
    for (const line of meetingLines) expect(text).toContain(line);
    // Mode, day, place and unit stand in the dark block; the user and the password come last.
    for (const shown of [
      'En el salón',
      'Sábado 5 de diciembre de 2026, 7:30 p. m.',
      place,
      'Sus inmuebles: 101',
    ])
      expect(html?.replaceAll('\u00a0', ' ')).toContain(shown);
    const order = [
      'En el salón',
      'Orden del día',
      'Entrar a la asamblea',
      'segunda convocatoria el',
      '601 555 0134',
      'Usuario:',
      'Contraseña temporal:',
    ];
    const places = order.map((shown) => text?.indexOf(shown) ?? -1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(html?.match(/<a /g)).toHaveLength(1);
    expect(attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['asamblea.ics', 'text/calendar'],
      ['segunda-convocatoria.ics', 'text/calendar'],
    ]);
    // A message has a single UID (RFC 5546).
    const [uid, secondUid] = attachments.map((file) => uidsOf(linesOf(file)));
    expect(uid).toHaveLength(1);
    expect(secondUid).toHaveLength(1);
    const entry = attachments.flatMap(linesOf);
    expect(entry.filter((line) => line === 'METHOD:REQUEST')).toHaveLength(2);
    for (const line of [
      'ORGANIZER;CN="Conjunto de prueba":mailto:asambleas@ejemplo.co',
      'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN="Señora ana":MAILTO:ana@correo.co',
      'STATUS:TENTATIVE',
      'DTSTART:20261211T010000Z',
      'DTSTART:20261206T003000Z',
      'SUMMARY:Asamblea ordinaria: Conjunto de prueba',
      'LOCATION:Salón comunal\\; torre 2\\, piso 1',
      'DESCRIPTION:Quórum',
    ]) {
      expect(entry).toContain(line);
    }
    expect(entry.join('')).not.toContain(partsOfLink(link).token);
    const acta = await app.call(
      getActa,
      { params: { jointId: at.evening.jointId }, query: {} },
      at.evening.operator,
    );
    const annex = JSON.stringify(acta.body.blocks).split('"Anexo: convocatoria"')[1] ?? '';
    expect(annex).toContain('El sistema envió por correo la invitación a 1 propietario.');
    for (const sent of ['5 de diciembre de 2026', place, 'Quórum', '"Señora ana","Correo",', meetingLines[2]])
      expect(annex).toContain(sent);
    // Without a date both entries are cancelled.
    expect((await change({ scheduledAt: null })).body.scheduledAt).toBeNull();
    await send({ again: true });
    await at.sender.run();
    expect(at.server.mails).toHaveLength(2);
    const cancelled = at.server.mails[1]?.attachments.map(linesOf) ?? [];
    expect(cancelled.map(uidsOf)).toEqual([uid, secondUid]);
    for (const lines of cancelled)
      for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:1']) expect(lines).toContain(line);
    expect(at.server.mails[1]?.text).not.toContain('Fecha y hora');
    expect((await change({ scheduledAt: '2026-12-05' })).status).toBe(400);
    expect((await change({ scheduledAt: '2026-02-30T25:00:00Z' })).status).toBe(400);
  });

  it('an owner without a former entry gets no calendar file for an assembly without a date', async () => {
    await person('ana', ['101'], 'ana@correo.co');
    await send();
    await at.sender.run();
    expect(at.server.mails.map(({ attachments }) => attachments)).toEqual([[]]);
  });

  it.each([
    ['cancel the second call of a first call that decided', ['101', '102']],
    ['leave the second call of a first call without quorum', ['103']],
  ])('the results %s', async (_, present) => {
    const params = { jointId: at.evening.jointId };
    const change = (body: object) => app.call(changeAssembly, { params, body }, at.evening.operator);
    await change({ scheduledAt: new Date().toISOString() });
    await person('ana', ['101'], 'ana@correo.co');
    await send();
    await at.sender.run();
    await at.evening.register(present);
    await at.evening.hall.close(await at.evening.ask('¿Aprueba?'));
    await change({ closed: true });
    await at.sender.run();
    const [invitation, results] = at.server.taken;
    const [, second] = invitation?.attachments.map(linesOf) ?? [];
    const files = results?.attachments.filter(({ mimeType }) => mimeType === 'text/calendar') ?? [];
    expect(files.map(({ filename }) => filename)).toEqual(
      present.length === 1 ? [] : ['segunda-convocatoria.ics'],
    );
    if (present.length === 1) return;
    const [lines = []] = files.map(linesOf);
    expect(uidsOf(lines)).toEqual(uidsOf(second ?? []));
    for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:1']) expect(lines).toContain(line);
  });

  it('revoking an invitation also cancels the waiting message', async () => {
    const ana = await person('ana', ['101'], 'ana@correo.co');
    await send();
    await at.sender.run();
    const { username, token } = partsOfLink(at.server.to('ana@correo.co').link);
    const session = (await enter(username, token)).body.jwt;
    await send({ again: true });
    const revoke = () =>
      app.call(
        revokeInvitation,
        { params: { jointId: at.evening.jointId, userId: ana } },
        at.evening.operator,
      );
    expect((await revoke()).status).toBe(204);
    expectRefused(await enter(username, token), 'invalidCredentials');
    const after = await app.call(getJoint, { params: { jointId: at.evening.jointId } }, session);
    expectRefused(after, 'unauthenticated');
    expect(await at.sender.run()).toEqual({ sent: 0, failed: 0, later: 0, dropped: 0 });
    expect((await list()).get(ana)).toMatchObject({ hasLink: false, mail: { state: 'cancelled' } });
    expectRefused(await revoke(), 'invitationNotFound');
  });

  it('no invitation leaves after the assembly is closed', async () => {
    const ana = await person('ana', ['101'], 'ana@correo.co');
    await send();
    const params = { jointId: at.evening.jointId };
    await app.call(changeAssembly, { params, body: { closed: true } }, at.evening.operator);
    expect((await at.sender.run()).dropped).toBe(1);
    // After the closing only results are sent.
    expect(at.server.mails.map(({ link }) => link)).toEqual(['']);
    expect((await list()).get(ana)?.mail).toMatchObject({
      state: 'cancelled',
      problem: 'La asamblea ya fue cerrada.',
    });
    expectRefused(await send(), 'assemblyClosed');
  });

  it('invitations never cross joints: users and operators of other joints are refused', async () => {
    const other = at.evening;
    const stranger = await person('ana', ['101'], 'ana@correo.co');
    at.evening = await holdAssembly(app, { units, staff: at.staff });
    expectRefused(await send({ userIds: [stranger] }), 'userNotFound');
    const params = { jointId: other.jointId };
    const token = at.evening.operator;
    expectRefused(await app.call(listInvitations, { params }, token), 'jointNotFound');
    expectRefused(await app.call(sendInvitations, { params, body: {} }, token), 'jointNotFound');
    const named = { params: { jointId: other.jointId, userId: stranger } };
    expectRefused(await app.call(revokeInvitation, named, token), 'jointNotFound');
    const here = { params: { jointId: at.evening.jointId, userId: stranger } };
    expectRefused(await app.call(revokeInvitation, here, token), 'invitationNotFound');
    expect(await at.sender.run()).toMatchObject({ sent: 0 });
  });

  it('a changed call is mailed once to invited owners, with the same entry and the next SEQUENCE', async () => {
    const luis = await person('luis', ['102'], 'luis@correo.co');
    await person('eva', ['103'], 'eva@correo.co');
    const change = (body: object) =>
      app.call(changeAssembly, { params: { jointId: at.evening.jointId }, body }, at.evening.operator);
    await change({ scheduledAt: '2099-12-20T14:00:00.000Z', place: 'Salón A', agenda: '1. Uno' });
    await send({ userIds: [luis] });
    await at.sender.run();
    expect([...(await list()).values()].map(({ isOutdated }) => isOutdated)).toEqual([false, false]);
    await change({ scheduledAt: '2099-12-27T20:00:00.000Z' });
    await change({ place: 'Salón B' });
    await change({ president: 'No es de la citación' });
    expect((await list()).get(luis)?.isOutdated).toBe(true);
    const tell = () =>
      app.call(
        sendInvitations,
        { params: { jointId: at.evening.jointId }, body: { changed: true as const } },
        at.evening.operator,
      );
    expect((await tell()).body.queued).toBe(1);
    expect((await tell()).body.queued).toBe(0);
    await at.sender.run();
    expect((await list()).get(luis)?.isOutdated).toBe(false);
    const mails = at.server.mails.filter(({ recipients }) => recipients.includes('luis@correo.co'));
    expect(mails).toHaveLength(2);
    const entryOf = (mail: (typeof mails)[number] | undefined) =>
      new TextDecoder()
        .decode(mail?.attachments[0]?.content as ArrayBuffer)
        .replaceAll('\r', '')
        .split('\n')
        .filter((line) => /^(UID|SEQUENCE|DTSTART)/.test(line));
    const [first, second] = mails.map(entryOf);
    expect(first?.[0]).toBe(second?.[0]);
    const sequence = (lines: string[] = []) =>
      Number(/\d+/.exec(lines.find((line) => line.startsWith('SEQ')) ?? '')?.[0]);
    expect(sequence(second)).toBe(sequence(first) + 1);
    expect(mails[1]?.subject).toMatch(/^Cambió la asamblea/);
    expect(mails[1]?.text).toContain('Lugar: Salón B. Antes: Salón A.');
    expect(mails[1]?.text).toMatch(/Día y hora: .*27 de diciembre de 2099.*Antes: .*20 de diciembre de 2099/);
    expect(mails[1]?.text).not.toContain('No es de la citación');
  });

  it('a failed mail about a change leaves the notice outdated, and every later change is mailed', async () => {
    const luis = await person('luis', ['102'], 'luis@correo.co');
    const params = { jointId: at.evening.jointId };
    const change = (body: object) => app.call(changeAssembly, { params, body }, at.evening.operator);
    const tell = async () => {
      const body = { changed: true as const };
      return (await app.call(sendInvitations, { params, body }, at.evening.operator)).body.queued;
    };
    await change({ scheduledAt: '2099-12-20T14:00:00.000Z', place: 'Salón A' });
    await send();
    await at.sender.run();
    await change({ place: 'Salón B' });
    at.server.script.mail = () => ({ code: 550 });
    expect(await tell()).toBe(1);
    expect((await list()).get(luis)?.isOutdated).toBe(false);
    expect((await at.sender.run()).failed).toBe(1);
    expect((await list()).get(luis)).toMatchObject({ mail: { state: 'failed' }, isOutdated: true });
    delete at.server.script.mail;
    // A change back to the first place is mailed too.
    await change({ place: 'Salón C' });
    expect(await tell()).toBe(1);
    await at.sender.run();
    await change({ place: 'Salón A' });
    expect(await tell()).toBe(1);
    await at.sender.run();
    expect((await list()).get(luis)?.isOutdated).toBe(false);
    const taken = at.server.taken.map(({ text, attachments }) => {
      const entry = new TextDecoder().decode(attachments[0]?.content as ArrayBuffer);
      return [/^Lugar: (Salón .)/m.exec(text ?? '')?.[1], Number(/SEQUENCE:(\d+)/.exec(entry)?.[1])];
    });
    const first = Number(taken[0]?.[1]);
    expect(taken).toEqual([
      ['Salón A', first],
      ['Salón C', first + 1],
      ['Salón A', first + 2],
    ]);
  });
});
