import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateUser } from '../../shared/accounts/users.api.ts';
import { LIVE_PATH } from '../../shared/api.ts';
import { attend, listParticipants, type Participant } from '../../shared/events/events.api.ts';
import type { DeskToServer, EventJoinReply, EventPicture, ServerToDesk } from '../../shared/events/live.ts';
import { Profile } from '../../shared/profiles.ts';
import { addUser, tokenOf } from '../accounts/users/people.fixture.ts';
import { verifyAudit } from '../audit/verify.ts';
import { describeOnBothEngines, postgresApp, type TestApp } from '../testing/app.ts';
import { eventually } from '../testing/eventually.ts';
import { listen } from '../testing/live.ts';
import { startServer } from '../testing/process.ts';
import { storeEvent } from './event.fixture.ts';

const PEOPLE = 300;
const ids = Array.from({ length: PEOPLE }, (_, i) => String(10_000_000 + i));

type Call = TestApp['call'];

/** Registers all participants at a desk, several at once, in a different order for each desk. */
async function noteAll(call: Call, token: string, eventId: number, order: readonly string[]) {
  const answers = new Map<string, Participant>();
  const waiting = [...order];
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        const reply = await call(attend, { params: { participantId: id }, body: { eventId } }, { token });
        expect([id, reply.status]).toEqual([id, 200]);
        answers.set(id, reply.body);
      }
    }),
  );
  return answers;
}

/** Checks equal answers at both desks, and the agreement of store, audit log and list with the answers. */
async function expectEachOnce(
  app: TestApp,
  { eventId, token }: { eventId: number; token: string },
  [one, other]: readonly [ReadonlyMap<string, Participant>, ReadonlyMap<string, Participant>],
) {
  expect(one.size).toBe(PEOPLE);
  for (const id of ids) expect(other.get(id)).toEqual(one.get(id));
  const params = { eventId };
  const { body: list } = await app.call(listParticipants, { params }, { token });
  expect(list).toEqual(ids.map((id) => one.get(id)));
  const query = { attended: true } as const;
  const { body: newest } = await app.call(listParticipants, { params, query }, { token });
  const times = newest.map(({ checkedInAt }) => checkedInAt ?? '');
  expect(times).toEqual([...times].sort().reverse());
  expect(new Set(newest.map(({ participantId }) => participantId)).size).toBe(PEOPLE);
  const noted = await app.store.db
    .selectFrom('audit_entry')
    .select('at')
    .where('chain', '=', `event:${eventId}`)
    .where('act', '=', 'attended')
    .orderBy('seq')
    .execute();
  expect(noted.map(({ at }) => new Date(at).toISOString())).toEqual([...times].reverse());
  expect((await verifyAudit(app.store.db)).findings).toEqual([]);
}

interface DeskSocket {
  reply: EventJoinReply;
  pictures: EventPicture[];
  connected: () => boolean;
  close: () => void;
}

async function openDesk(url: string, token: string, eventId: unknown): Promise<DeskSocket> {
  const socket: Socket<ServerToDesk, DeskToServer> = io(url, {
    path: LIVE_PATH,
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnection: false,
  });
  const pictures: EventPicture[] = [];
  socket.on('participants', (picture) => pictures.push(picture));
  const reply = await new Promise<EventJoinReply>((resolve, reject) => {
    socket.once('connect_error', reject);
    // The test may send any value.
    socket.once('connect', () => socket.emit('join', { eventId: eventId as number }, resolve));
  });
  return { reply, pictures, connected: () => socket.connected, close: () => socket.close() };
}

const growsOnly = (pictures: readonly EventPicture[]) => {
  const revisions = pictures.map(({ revision }) => revision);
  expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
};

describeOnBothEngines('two desks', (make) => {
  let app: TestApp;
  let second: TestApp;
  let token: string;
  let other: string;
  let urls: string[];
  beforeAll(async () => {
    app = await make();
    second = await app.another();
    await addUser(app.store.db, 'mesa1', Profile.events);
    await addUser(app.store.db, 'mesa2', Profile.full);
    await addUser(app.store.db, 'operador', Profile.operator);
    token = await tokenOf(app, 'mesa1');
    other = await tokenOf(app, 'mesa2');
    urls = [await listen(app), await listen(second)];
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  it('two desks register 300 persons at once: each counts once, with the first time, at both', async () => {
    const eventId = await storeEvent(app.store.db, ids);
    // SQLite has a single server: a second application would not notice writes of the first.
    const urlOfSecond = (app.store.engine === 'sqlite' ? urls[0] : urls[1]) ?? '';
    const at = app.store.engine === 'sqlite' ? app : second;
    const desks = [
      await openDesk(urls[0] ?? '', token, eventId),
      await openDesk(urlOfSecond, other, eventId),
    ];
    for (const { reply } of desks)
      expect(reply).toMatchObject({ ok: true, snapshot: { total: PEOPLE, attended: 0 } });
    const answers = await Promise.all([
      noteAll(app.call, token, eventId, ids),
      noteAll(at.call, other, eventId, [...ids].reverse()),
    ]);
    await expectEachOnce(app, { eventId, token }, answers);
    for (const { pictures } of desks) {
      await eventually(() => pictures.at(-1)?.attended).toBe(PEOPLE);
      growsOnly(pictures);
      expect(pictures.at(-1)?.newest).toHaveLength(50);
    }
    const [one, two] = desks.map(({ pictures }) => pictures.at(-1)?.newest);
    expect(two).toEqual(one);
    // Changes the time and the author of a row by hand.
    const who = { participant_id: ids[7] ?? '' };
    const change = (to: { checked_in_at?: number; checked_in_by?: string }) =>
      app.store.db
        .updateTable('participant')
        .set(to)
        .where('participant_id', '=', who.participant_id)
        .execute();
    const [before] = await app.store.db
      .selectFrom('participant')
      .selectAll()
      .where('participant_id', '=', who.participant_id)
      .execute();
    for (const to of [{ checked_in_at: 5 }, { checked_in_by: 'user:999' }]) {
      await change(to);
      const { findings } = await verifyAudit(app.store.db);
      expect(findings.map(({ chain, what }) => [chain, what])).toEqual([
        [`event:${eventId}`, expect.stringContaining(who.participant_id)],
      ]);
      await change({ checked_in_at: before?.checked_in_at ?? 0, checked_in_by: before?.checked_in_by ?? '' });
    }
    for (const desk of desks) desk.close();
  });

  it('a desk is told if an event is inaccessible or missing', async () => {
    const eventId = await storeEvent(app.store.db, ['1']);
    const url = urls[0] ?? '';
    const refused = async (who: string, what: unknown) => {
      const desk = await openDesk(url, who, what);
      desk.close();
      return desk.reply.ok ? 'joined' : desk.reply.code;
    };
    expect(await refused(await tokenOf(app, 'operador'), eventId)).toBe('forbidden');
    for (const what of [999_999, 0, -1, 1.5, 'x', null, {}, 2 ** 40]) {
      expect([what, await refused(token, what)]).toEqual([what, 'eventNotFound']);
    }
    expect(await refused(token, eventId)).toBe('joined');

    // A user without a link gets no data; an unlinked user gets no further data.
    const userId = await addUser(app.store.db, 'mesa3', Profile.events);
    const third = await tokenOf(app, 'mesa3');
    expect(await refused(third, eventId)).toBe('eventNotFound');
    const link = (events: number[]) =>
      app.call(updateUser, { params: { userId: String(userId) }, body: { events } }, { token: other });
    await link([eventId]);
    const desk = await openDesk(url, third, eventId);
    expect(desk.reply.ok).toBe(true);
    await link([]);
    await eventually(() => desk.connected()).toBe(false);
    expect(await refused(third, eventId)).toBe('eventNotFound');
    desk.close();
  });
});

describe('two desks at two processes on a PostgreSQL database', () => {
  it('desks of two processes register 300 persons at once and see each other', { tags: 'slow' }, async () => {
    const app = await postgresApp();
    const dataDir = mkdtempSync(join(tmpdir(), 'scaf-desks-'));
    const databaseUrl = app.store.address.databaseUrl ?? '';
    await addUser(app.store.db, 'mesa1', Profile.events);
    const token = await tokenOf(app, 'mesa1');
    const eventId = await storeEvent(app.store.db, ids);
    const servers = [
      await startServer({ dataDir, databaseUrl }),
      await startServer({ dataDir, databaseUrl }),
    ] as const;
    try {
      const desks = [
        await openDesk(servers[0].url, token, eventId),
        await openDesk(servers[1].url, token, eventId),
      ];
      const answers = await Promise.all([
        noteAll(servers[0].call, token, eventId, ids),
        noteAll(servers[1].call, token, eventId, [...ids].reverse()),
      ]);
      await expectEachOnce(app, { eventId, token }, answers);
      for (const { pictures, close } of desks) {
        await eventually(() => pictures.at(-1)?.attended).toBe(PEOPLE);
        growsOnly(pictures);
        close();
      }
    } finally {
      for (const server of servers) await server.end();
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
