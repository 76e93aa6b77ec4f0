import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { API_BASE, LIVE_PATH } from '../../../shared/api.ts';
import { createDisplayLink } from '../../../shared/assemblies/live.api.ts';
import { describeOnBothEngines, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Follower, followJoint, listen } from '../../testing/live.ts';
import { openHubSocket, RawSocket } from '../../testing/raw-socket.ts';
import { qrSession } from '../../testing/store-asserts.ts';

/** One for each voter of these tests. */
const units = Array.from({ length: 10 }, (_, i) => [String(101 + i), 10, `PERSONA ${i}`] as const);

describeOnBothEngines('the budget of a live connection', (make) => {
  let app: TestApp;
  let url: string;
  let evening: AssemblyFixture;
  const open: { close: () => void }[] = [];
  let next = 101;
  beforeAll(async () => {
    app = await make();
    evening = await holdAssembly(app, { units });
    url = await listen(app);
  });
  afterEach(() => {
    for (const one of open.splice(0)) one.close();
  });
  afterAll(() => app.close());

  const kept = <T extends { close: () => void }>(one: T): T => {
    open.push(one);
    return one;
  };
  /** A voter of their own, so that one test's budget is not another's. */
  const newCode = () => evening.register([String(next++)]);
  const voter = async () => qrSession(app, await newCode());
  const feed = () => `${url}${API_BASE}/joints/${evening.jointId}/live`;
  const join = (id: number) => `42${id}${JSON.stringify(['join', { jointId: evening.jointId }])}`;
  async function expectToldOf(wall: Follower): Promise<void> {
    const question = await evening.ask('¿Se oye?');
    await eventually(() => wall.last('concept')?.concept.conceptId).toBe(question);
  }

  it('answers a flood of joins without a look at the store, and tells others meanwhile', async () => {
    const wall = kept(await followJoint(url, evening.operator, evening.jointId));
    const socket = kept(await openHubSocket(url, await voter()));
    for (let id = 1; id <= 150; id++) socket.send(join(id));
    const answers = () => socket.heard.filter((message) => message.startsWith('43'));
    await eventually(() => answers().length).toBe(150);
    const refused = answers().filter((answer) => answer.includes('"code":"overloaded"'));
    expect(refused.length).toBeGreaterThan(0);
    const joined = answers().filter((answer) => answer.includes('"ok":true'));
    expect(joined.length).toBe(150 - refused.length);
    await expectToldOf(wall);
  });

  it('ends a connection that sends more than any screen does, at the hub and at the feed, with 1008', async () => {
    const wall = kept(await followJoint(url, evening.operator, evening.jointId));
    const token = await voter();
    const flooders = [
      kept(await openHubSocket(url, token)),
      kept(await openHubSocket(url)),
      kept(new RawSocket(feed(), token)),
    ];
    await flooders[2]?.hear((message) => message.includes('snapshot'));
    for (const flooder of flooders) {
      for (let frame = 0; frame < 5_000; frame++) flooder.send('42["leave",{"jointId":1}]');
    }
    // Who is not let in may say nothing at all: that is the end of it whatever it says.
    expect(await Promise.all(flooders.map((flooder) => flooder.end()))).toEqual([
      1008,
      expect.any(Number),
      1008,
    ]);
    await expectToldOf(wall);
  });

  it('counts control frames too', async () => {
    const socket = kept(new RawSocket(feed(), await voter()));
    await socket.hear((message) => message.includes('snapshot'));
    for (let frame = 0; frame < 5_000; frame++) socket.wire.ping();
    // Still writing while it is told, it may hear of the end as a reset.
    expect([1006, 1008]).toContain(await socket.end());
  });

  it('lets the oldest connection of a person go for the newest, and keeps the devices of a family', async () => {
    const token = await voter();
    const family = [];
    for (let device = 0; device < 12; device++) family.push(kept(await openHubSocket(url, token)));
    expect(family.map(({ closed }) => closed)).toEqual(family.map(() => null));
    const newest = kept(await openHubSocket(url, token));
    expect(await family[0]?.end()).toBe(1008);
    newest.send(join(1));
    expect(await newest.hear((message) => message.startsWith('431'))).toContain('"ok":true');
    expect(family.slice(1).every(({ closed }) => closed === null)).toBe(true);
  });

  it('carries fifty walls on one display link', async () => {
    const params = { jointId: evening.jointId };
    const link = await app.call(createDisplayLink, { params }, { token: evening.operator });
    const walls = Array.from({ length: 51 }, () => kept(new RawSocket(`${feed()}?token=${link.body.token}`)));
    for (const wall of walls) await wall.hear((message) => message.includes('snapshot'));
    await eventually(() => walls.filter(({ closed }) => closed === 1008).length).toBe(1);
    expect(walls.filter(({ closed }) => closed === null)).toHaveLength(50);
  });

  it('says to the client why it ends, and a client that heeds it stays away', async () => {
    const socket = io(url, { path: LIVE_PATH, transports: ['websocket'], auth: { token: await voter() } });
    kept(socket);
    let connections = 0;
    socket.on('connect', () => {
      connections += 1;
    });
    await eventually(() => connections).toBe(1);
    const ended = new Promise<unknown>((resolve) => {
      socket.on('disconnect', (_reason, details) => {
        socket.disconnect();
        resolve(Reflect.get(Object(details), 'context'));
      });
    });
    for (let frame = 0; frame < 5_000; frame++) socket.emit('leave', { jointId: 1 });
    expect(Reflect.get(Object(await ended), 'code')).toBe(1008);
    expect([socket.active, connections]).toEqual([false, 1]);
  });

  it('ends a connection whose session ended without a word, at the hub and at the feed', async () => {
    const code = await newCode();
    const token = await qrSession(app, code);
    const [hub, plain] = [kept(await openHubSocket(url, token)), kept(new RawSocket(feed(), token))];
    await plain.hear((message) => message.includes('snapshot'));
    await app.store.db
      .updateTable('session')
      .set({ revoked_at: Date.now() })
      .where('code', '=', code)
      .execute();
    expect(await plain.end()).toBe(4401);
    await hub.end();
  });

  it('refuses binary frames and what announces them', async () => {
    const wall = kept(await followJoint(url, evening.operator, evening.jointId));
    const token = await voter();
    for (const frame of [Buffer.from('42["join"]'), '451-["join",{"_placeholder":true,"num":0}]']) {
      const socket = kept(await openHubSocket(url, token));
      socket.send(frame);
      await socket.end();
    }
    await expectToldOf(wall);
  });
});
