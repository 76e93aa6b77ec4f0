import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { API_BASE, LIVE_PATH } from '../../../shared/api.ts';
import { createDisplayLink } from '../../../shared/assemblies/live.api.ts';
import { describeOnOneEngine, type TestApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Follower, followJoint, listen } from '../../testing/live.ts';
import { openHubSocket, RawSocket } from '../../testing/raw-socket.ts';
import { qrSession } from '../../testing/store-asserts.ts';

const units = Array.from({ length: 10 }, (_, i) => [String(101 + i), 10, `PERSONA ${i}`] as const);

describeOnOneEngine('the budget of a live connection', (make) => {
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

  const closedLater = <T extends { close: () => void }>(one: T): T => {
    open.push(one);
    return one;
  };
  /** Registers a new voter for each test, so tests do not share a limit. */
  const newCode = () => evening.register([String(next++)]);
  const voter = async () => qrSession(app, await newCode());
  const feed = () => `${url}${API_BASE}/joints/${evening.jointId}/live`;
  const join = (id: number) => `42${id}${JSON.stringify(['join', { jointId: evening.jointId }])}`;
  async function expectToldOf(wall: Follower): Promise<void> {
    const question = await evening.ask('¿Se oye?');
    await eventually(() => wall.last('concept')?.concept.conceptId).toBe(question);
  }

  it('a flood of joins is answered without reading the store, while others get events', async () => {
    const wall = closedLater(await followJoint(url, evening.operator, evening.jointId));
    const socket = closedLater(await openHubSocket(url, await voter()));
    for (let id = 1; id <= 150; id++) socket.send(join(id));
    const answers = () => socket.heard.filter((message) => message.startsWith('43'));
    await eventually(() => answers().length).toBe(150);
    const refused = answers().filter((answer) => answer.includes('"code":"overloaded"'));
    expect(refused.length).toBeGreaterThan(0);
    const joined = answers().filter((answer) => answer.includes('"ok":true'));
    expect(joined.length).toBe(150 - refused.length);
    await expectToldOf(wall);
  });

  it('a connection that sends too much is closed with 1008, at the hub and at the feed', async () => {
    const wall = closedLater(await followJoint(url, evening.operator, evening.jointId));
    const token = await voter();
    const flooders = [
      closedLater(await openHubSocket(url, token)),
      closedLater(await openHubSocket(url)),
      closedLater(new RawSocket(feed(), token)),
    ];
    await flooders[2]?.hear((message) => message.includes('snapshot'));
    for (const flooder of flooders) {
      for (let frame = 0; frame < 5_000; frame++) flooder.send('42["leave",{"jointId":1}]');
    }
    // A connection before admission may send nothing, so any message closes the connection.
    expect(await Promise.all(flooders.map((flooder) => flooder.end()))).toEqual([
      1008,
      expect.any(Number),
      1008,
    ]);
    await expectToldOf(wall);
  });

  it('control frames count too', async () => {
    const socket = closedLater(new RawSocket(feed(), await voter()));
    await socket.hear((message) => message.includes('snapshot'));
    for (let frame = 0; frame < 5_000; frame++) socket.wire.ping();
    // A client still writing may see a reset instead of the close code.
    expect([1006, 1008]).toContain(await socket.end());
  });

  it('the newest connection of a person replaces the oldest; family devices stay connected', async () => {
    const token = await voter();
    const family = [];
    for (let device = 0; device < 12; device++) family.push(closedLater(await openHubSocket(url, token)));
    expect(family.map(({ closed }) => closed)).toEqual(family.map(() => null));
    const newest = closedLater(await openHubSocket(url, token));
    expect(await family[0]?.end()).toBe(1008);
    newest.send(join(1));
    expect(await newest.hear((message) => message.startsWith('431'))).toContain('"ok":true');
    expect(family.slice(1).every(({ closed }) => closed === null)).toBe(true);
  });

  it('a display link carries fifty displays', async () => {
    const params = { jointId: evening.jointId };
    const link = await app.call(createDisplayLink, { params }, { token: evening.operator });
    const walls = Array.from({ length: 51 }, () =>
      closedLater(new RawSocket(`${feed()}?token=${link.body.token}`)),
    );
    for (const wall of walls) await wall.hear((message) => message.includes('snapshot'));
    await eventually(() => walls.filter(({ closed }) => closed === 1008).length).toBe(1);
    expect(walls.filter(({ closed }) => closed === null)).toHaveLength(50);
  });

  it('the client learns the reason of a close and stays away', async () => {
    const socket = io(url, { path: LIVE_PATH, transports: ['websocket'], auth: { token: await voter() } });
    closedLater(socket);
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

  it('a connection is closed after the session ended without a message, at hub and feed', async () => {
    const code = await newCode();
    const token = await qrSession(app, code);
    const [hub, feedSocket] = [
      closedLater(await openHubSocket(url, token)),
      closedLater(new RawSocket(feed(), token)),
    ];
    await feedSocket.hear((message) => message.includes('snapshot'));
    await app.store.db
      .updateTable('session')
      .set({ revoked_at: Date.now() })
      .where('code', '=', code)
      .execute();
    expect(await feedSocket.end()).toBe(4401);
    await hub.end();
  });

  it('binary frames and their announcements are refused', async () => {
    const wall = closedLater(await followJoint(url, evening.operator, evening.jointId));
    const token = await voter();
    for (const frame of [Buffer.from('42["join"]'), '451-["join",{"_placeholder":true,"num":0}]']) {
      const socket = closedLater(await openHubSocket(url, token));
      socket.send(frame);
      await socket.end();
    }
    await expectToldOf(wall);
  });
});
