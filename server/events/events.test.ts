import { beforeAll, expect } from 'vitest';
import { updateUser } from '../../shared/accounts/users.api.ts';
import { defined } from '../../shared/defined.ts';
import {
  addParticipant,
  attend,
  changeEvent,
  createEvent,
  importParticipants,
  listEvents,
  listParticipants,
} from '../../shared/events/events.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { startJob } from '../../shared/reports/jobs.api.ts';
import { addUser, staffToken, tokenOf } from '../accounts/users/people.fixture.ts';
import { appForSuite, describeWithRaces, type TestApp, urlOf } from '../testing/app.ts';
import { expectRefused } from '../testing/store-asserts.ts';
import { upload } from '../testing/upload.ts';

describeWithRaces('events', (make, { it, race }) => {
  const app = appForSuite(make);
  const second = appForSuite(() => app.another());
  let staff: string;
  let host: string;
  beforeAll(async () => {
    staff = await staffToken(app);
    await addUser(app.store.db, 'recepcion', Profile.events);
    host = await tokenOf(app, 'recepcion');
  });

  const newEvent = async (name = 'Feria', heldOn: string | null = null) =>
    (await app.call(createEvent, { body: { name, heldOn } }, host)).body.eventId;
  const send = (eventId: number, content: string | Uint8Array, commit = true, name = 'lista.csv') =>
    upload(
      app,
      importParticipants,
      { params: { eventId }, query: commit ? { commit } : {} },
      { name, content },
      host,
    );
  const list = async (eventId: number, query: { attended?: true } = {}) =>
    (await app.call(listParticipants, { params: { eventId }, query }, host)).body;
  const come = (
    eventId: number,
    participantId: string,
    as: { token?: string; key?: string; on?: TestApp } = {},
  ) =>
    (as.on ?? app).call(
      attend,
      { params: { participantId }, body: { eventId } },
      { token: as.token ?? host, ...defined({ key: as.key }) },
    );

  it('events are created, changed and listed, latest first', async () => {
    const made = await app.call(
      createEvent,
      { body: { name: '  Feria de vecinos ', heldOn: '2031-02-03' } },
      host,
    );
    expect([made.status, made.body.name, made.body.heldOn, made.body.participants]).toEqual([
      201,
      'Feria de vecinos',
      '2031-02-03',
      0,
    ]);
    const later = await newEvent('Taller', '2031-05-01');
    const { eventId } = made.body;
    const change = (body: object) => app.call(changeEvent, { params: { eventId }, body }, staff);
    expect((await change({ heldOn: '2031-06-01' })).body).toMatchObject({
      name: 'Feria de vecinos',
      heldOn: '2031-06-01',
    });
    expect((await change({ name: 'Feria', heldOn: null })).body).toMatchObject({
      name: 'Feria',
      heldOn: null,
    });
    expect((await change({ heldOn: '2031-04-30' })).status).toBe(200);
    // An empty change leaves the event unchanged.
    for (const nothing of [{}, { foo: 1 }]) {
      const same = await change(nothing);
      expect([same.status, same.body]).toMatchObject([200, { name: 'Feria', heldOn: '2031-04-30' }]);
    }
    const all = (await app.call(listEvents, {}, staff)).body.map((event) => event.eventId);
    expect(all.slice(0, 2)).toEqual([later, eventId]);
    expect((await change({ heldOn: '2031-02-30' })).status).toBe(400);
    expect((await change({ name: ' ' })).status).toBe(400);
    expectRefused(
      await app.call(changeEvent, { params: { eventId: 999_999 }, body: { name: 'x' } }, host),
      'eventNotFound',
    );
    expectRefused(await app.call(listParticipants, { params: { eventId: 999_999 } }, host), 'eventNotFound');
    expectRefused(await send(999_999, 'Id;Nombre\n1;A'), 'eventNotFound');
    expectRefused(await send(999_999, 'Id;Nombre\n1;A', false), 'eventNotFound');
  });

  it('an event is visible only to linked users', { tags: 'slow' }, async () => {
    const { db } = app.store;
    const eventId = await newEvent('Ajena');
    await send(eventId, 'Cédula;Nombre\n1;Ana');
    const userId = await addUser(db, 'otra', Profile.events);
    const token = await tokenOf(app, 'otra');
    const seen = async () => (await app.call(listEvents, {}, token)).body.map((event) => event.eventId);
    const calls = () => [
      app.call(changeEvent, { params: { eventId }, body: { name: 'Suya' } }, token),
      app.call(listParticipants, { params: { eventId } }, token),
      app.call(addParticipant, { params: { eventId }, body: { participantId: '2', name: 'Luis' } }, token),
      upload(
        app,
        importParticipants,
        { params: { eventId }, query: {} },
        { name: 'l.csv', content: 'Id;Nombre\n3;Eva' },
        token,
      ),
      come(eventId, '1', { token }),
      app.call(startJob, { body: { path: `/reports/event/${eventId}` } }, token),
    ];
    const before = await list(eventId);
    expect(await seen()).toEqual([]);
    for (const call of calls()) expectRefused(await call, 'eventNotFound');
    expect(await list(eventId)).toEqual(before);

    // Platform staff link and unlink users with immediate effect.
    const link = (events: number[]) =>
      app.call(updateUser, { params: { userId: String(userId) }, body: { events } }, staff);
    expect((await link([eventId])).body.events).toEqual([eventId]);
    expect(await seen()).toEqual([eventId]);
    expect((await come(eventId, '1', { token })).status).toBe(200);
    expectRefused(await link([eventId, 999_999]), 'eventNotFound');
    expect(await seen()).toEqual([eventId]);
    expect((await link([])).body.events).toEqual([]);
    for (const call of calls()) expectRefused(await call, 'eventNotFound');

    // The creator of an event is linked.
    const own = await app.call(createEvent, { body: { name: 'Propia' } }, token);
    expect(await seen()).toEqual([own.body.eventId]);
    expect((await app.call(listParticipants, { params: { eventId: own.body.eventId } }, token)).status).toBe(
      200,
    );
  });

  it('the right rows of a sheet enter, and the report lists the few wrong rows', async () => {
    const eventId = await newEvent();
    const reply = await send(eventId, 'Cédula;Nombre\n1;Ana\n2;Luis\n1;Otra vez\n;Eva');
    expect(reply.body).toMatchObject({ committed: true, added: 2 });
    expect(reply.body.problems.map(({ row, severity, code }) => [row, severity, code])).toEqual([
      [4, 'warning', 'idRepeated'],
      [5, 'warning', 'idMissing'],
    ]);
    expect((await list(eventId)).map(({ participantId, name }) => [participantId, name])).toEqual([
      ['1', 'Ana'],
      ['2', 'Luis'],
    ]);
  });

  it('a list without ids gets numbers, and the same list again gets the same numbers', async () => {
    const eventId = await newEvent();
    await send(eventId, 'Cédula;Nombre\n2;Luis Gil\n52111222;Eva Sol');
    const names = 'Nombre,Apellido1\nAna,Ruiz\nAna,Ruiz\nEVA,SOL\nMarta,Ríos';
    const reply = await send(eventId, names);
    expect(reply.body.problems.map(({ severity, code }) => [severity, code])).toEqual([
      ['warning', 'idsNumbered'],
    ]);
    expect(reply.body).toMatchObject({ committed: true, added: 3 });
    expect(reply.body.rows.map(({ participantId }) => participantId)).toEqual(['1', '3', '52111222', '4']);
    expect((await send(eventId, names)).body).toMatchObject({ committed: true, added: 0 });
    expect((await list(eventId)).map(({ participantId, name }) => [participantId, name])).toEqual([
      ['2', 'Luis Gil'],
      ['52111222', 'EVA SOL'],
      ['1', 'Ana Ruiz'],
      ['3', 'Ana Ruiz'],
      ['4', 'Marta Ríos'],
    ]);
  });

  it('people of one name stay separate in a list without ids, sent again in any order', async () => {
    const eventId = await newEvent();
    const people = async () =>
      (await list(eventId)).map(({ participantId, name }) => `${participantId} ${name}`);
    await send(eventId, 'Cédula;Nombre\n52111222;Ana Ruiz');
    const names = ['Ana Ruiz', 'Ana Ruíz', 'Ana Ruiz', '王芳', '李明'];
    const sent = (lines: readonly string[]) => send(eventId, ['Nombre', ...lines].join('\n'));
    expect((await sent(names)).body).toMatchObject({ committed: true, added: 4 });
    const all = ['52111222 Ana Ruiz', '1 Ana Ruíz', '2 Ana Ruiz', '3 王芳', '4 李明'];
    expect(await people()).toEqual(all);
    await come(eventId, '2');
    for (const lines of [names, [...names].reverse(), ['李明', 'Ana Ruíz']]) {
      expect((await sent(lines)).body).toMatchObject({ committed: true, added: 0 });
      expect(await people()).toEqual(all);
    }
    // Another person has no number of a listed person, also with a name in other letters.
    expect((await sent(['Ana Ruiz', '张伟', 'Ana Ruiz', 'Ana Ruiz', 'Ana Ruiz'])).body).toMatchObject({
      added: 2,
    });
    expect(await people()).toHaveLength(all.length + 2);
    expect((await list(eventId, { attended: true })).map(({ name }) => name)).toEqual(['Ana Ruiz']);
  });

  it('a sheet with mostly wrong rows is refused and stores nothing', async () => {
    const eventId = await newEvent();
    const bad = 'Cédula;Nombre\n1;Ana\n2;Luis\n1;Otra vez\n3;\n;Eva';
    const preview = await send(eventId, bad, false);
    expect(preview.body).toMatchObject({ committed: false, added: 2 });
    const refused = await send(eventId, bad);
    expectRefused(refused, 'importHasProblems');
    expect(refused.error.details).toEqual(preview.body);
    expect(await list(eventId)).toEqual([]);

    const good = 'Cédula;Nombre\n1;Ana\n2;Luis\n10;=HYPERLINK("http://malo.example")';
    expect((await send(eventId, good, false)).body).toMatchObject({
      committed: false,
      added: 3,
      problems: [],
    });
    expect(await list(eventId)).toEqual([]);
    expect((await send(eventId, good)).body).toMatchObject({ committed: true, added: 3 });
    expect((await list(eventId)).map(({ participantId, name }) => [participantId, name])).toEqual([
      ['1', 'Ana'],
      ['2', 'Luis'],
      ['10', '=HYPERLINK("http://malo.example")'],
    ]);
  });

  it('column roles set by hand apply to later lists of the same event only', async () => {
    const make = async (name: string) => (await app.call(createEvent, { body: { name } }, host)).body.eventId;
    const [feria, otra] = [await make('Feria'), await make('Otra')];
    const content = 'Ficha;Quien viene\nA1;Ana';
    const columns = [
      { column: 0, role: 'id' as const },
      { column: 1, role: 'name' as const },
    ];
    const preview = await upload(
      app,
      importParticipants,
      { params: { eventId: feria }, query: { commit: true }, body: { columns } },
      { name: 'l.csv', content },
      host,
    );
    expect(preview.body).toMatchObject({ committed: true, added: 1 });
    const again = await send(feria, `${content}\nA2;Luis`, false);
    expect(again.body).toMatchObject({ added: 1, columns: [{ isKnown: true }, { isKnown: true }] });
    const other = await send(otra, content, false);
    expect(other.body.problems.map(({ code }) => code)).toEqual(['headerMissing']);
  });

  it('another sheet keeps attendance and ids, and updates names', async () => {
    const eventId = await newEvent();
    await send(eventId, 'Id;Nombre\n1.234.567;Ana\nab;Luis');
    const { body: first } = await come(eventId, '1234567');
    const again = await send(eventId, 'Id;Nombre\n1234567;Ana María\nAB;Luis\nc;Eva');
    expect(again.body).toMatchObject({ committed: true, added: 1 });
    expect(await list(eventId)).toEqual([
      { ...first, name: 'Ana María' },
      { participantId: 'ab', name: 'Luis', attended: false, checkInTime: null, checkedInAt: null },
      { participantId: 'c', name: 'Eva', attended: false, checkInTime: null, checkedInAt: null },
    ]);
  });

  it('an arrival is recorded once with the first time', async () => {
    const eventId = await newEvent();
    await send(eventId, 'Id;Nombre\n1;Ana\n2;Luis\n3;Eva');
    const first = await come(eventId, '2');
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ participantId: '2', name: 'Luis', attended: true });
    const { checkedInAt, checkInTime } = first.body;
    const bogota = new Date(Date.parse(checkedInAt ?? '') - 5 * 3_600_000).toISOString().slice(11, 19);
    expect(checkInTime).toBe(bogota);
    for (const on of [app, second]) {
      const repeated = await come(eventId, '2', { token: staff, on });
      expect([repeated.status, repeated.body]).toEqual([200, first.body]);
    }
    await come(eventId, '1');
    expect((await list(eventId, { attended: true })).map(({ participantId }) => participantId)).toEqual([
      '1',
      '2',
    ]);
    expect((await list(eventId)).map(({ attended }) => attended)).toEqual([true, true, false]);
    const [event] = (await app.call(listEvents, {}, host)).body.filter((one) => one.eventId === eventId);
    expect(event).toMatchObject({ participants: 3, attended: 2 });
  });

  race('a repeated request gets the first answer; the key is refused for another request', async () => {
    const eventId = await newEvent();
    await send(eventId, 'Id;Nombre\n1;Ana\n2;Luis');
    const key = 'clave-de-evento-1';
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => come(eventId, '1', { key, on: i % 2 ? second : app })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expectRefused(await come(eventId, '2', { key }), 'idempotencyKeyReused');
    expect((await list(eventId))[1]?.attended).toBe(false);
    const unknown = 'clave-de-evento-2';
    expectRefused(await come(eventId, '9', { key: unknown }), 'participantNotFound');
    await app.call(
      addParticipant,
      { params: { eventId }, body: { participantId: '9', name: 'Nueve' } },
      host,
    );
    expect((await come(eventId, '9', { key: unknown })).status).toBe(200);
  });

  it('an id is recognized in any spelling, and matches no other id', async () => {
    const eventId = await newEvent();
    const other = await newEvent('Otro');
    await send(
      eventId,
      'Id;Nombre\n52.123.456;Ana\nÑandú-7;Luis\n900 12 3456;Eva\n1.1;Uno\n80 111 22;A\n801 1122;B',
    );
    await send(other, 'Id;Nombre\nsolo-aquí;Nadie');
    for (const [typed, name] of [
      [' 52123456 ', 'Ana'],
      ['52 123 456', 'Ana'],
      ['52,123,456', 'Ana'],
      ['5212.3456', 'Ana'],
      [' ñandú-7', 'Luis'],
      ['90012 3456', 'Eva'],
      ['900123456', 'Eva'],
    ] as const) {
      const reply = await come(eventId, typed);
      expect([typed, reply.status, reply.body.name]).toEqual([typed, 200, name]);
    }
    // Two documents different only in spaces are ambiguous; short numbers must match exactly.
    for (const typed of [
      '8011122',
      '11',
      'solo-aquí',
      'nandu-7',
      '5212345',
      '%',
      '\\',
      '𝟙',
      'x'.repeat(60),
    ]) {
      expectRefused(await come(eventId, typed), 'participantNotFound');
    }
    expectRefused(await come(999_999, '1.1'), 'eventNotFound');
    expect((await list(eventId, { attended: true })).length).toBe(3);
  });

  it('hostile ids are treated as plain text', async () => {
    const eventId = await newEvent();
    const ids = [
      '%',
      '%2F',
      'a/b',
      '../../x',
      "' or 1=1 --",
      '¿ñ?#&',
      '名前',
      '👪',
      'é'.repeat(60),
      '名'.repeat(60),
      'null',
      '__proto__',
    ];
    for (const participantId of ids) {
      const body = { participantId, name: `Nombre de ${participantId}`.slice(0, 200) };
      const added = await app.call(addParticipant, { params: { eventId }, body }, host);
      expect([participantId, added.status]).toEqual([participantId, 201]);
    }
    for (const participantId of ids) {
      const reply = await come(eventId, participantId);
      expect([participantId, reply.status, reply.body.participantId]).toEqual([
        participantId,
        200,
        participantId,
      ]);
    }
    expect((await list(eventId, { attended: true })).length).toBe(ids.length);
    const attendAt = async (encoded: string) => {
      const response = await app.app.inject({
        method: 'POST',
        url: urlOf(`/participants/${encoded}/attended`, {}, {}),
        headers: { authorization: `Bearer ${host}` },
        payload: { eventId },
      });
      return response.statusCode;
    };
    for (const participantId of ['x'.repeat(61), ' ', '\u0000', 'a\nb', '\u202eab']) {
      expect([participantId, await attendAt(encodeURIComponent(participantId))]).toEqual([
        participantId,
        400,
      ]);
    }
    expect(await attendAt('%E0%A4%A')).toBe(400);
  });

  it('a new participant is added, and a known participant is refused', async () => {
    const eventId = await newEvent();
    await send(eventId, 'Id;Nombre\n52.123.456;Ana');
    const add = (participantId: string) =>
      app.call(addParticipant, { params: { eventId }, body: { participantId, name: ' Eva ' } }, host);
    expect((await add(' 77 ')).body).toMatchObject({ participantId: '77', name: 'Eva', attended: false });
    for (const spelling of ['77', '52123456', '52 123 456', '521234 56'])
      expectRefused(await add(spelling), 'participantKnown');
    expect(await list(eventId)).toHaveLength(2);
  });
});
