import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io as connect, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientToServer, ConceptEvent, ServerToClient } from '../../../shared/assemblies/live.ts';
import { eventually } from '../../testing/eventually.ts';
import { Broadcaster, MAX_BUFFERED } from './broadcast.ts';

const event = (revision: number, size = 10): ConceptEvent => ({
  jointId: 1,
  revision,
  at: '2026-03-05T23:00:00.000Z',
  change: 'created',
  concept: {
    conceptId: 2,
    conceptDescription: 'ñ'.repeat(size),
    active: 1,
    rule: 'simple',
    answers: [],
    voted: { apartments: 0, coefficient: 0 },
    outcome: null,
  },
});
const concept = (revision: number, size?: number) => ({ event: 'concept', data: event(revision, size) });

describe('broadcast of live events', () => {
  let http: HttpServer;
  let io: Server<ClientToServer, ServerToClient>;
  let broadcaster: Broadcaster;
  const clients: Socket<ServerToClient, ClientToServer>[] = [];
  beforeEach(async () => {
    http = createServer().listen(0, '127.0.0.1');
    await once(http, 'listening');
    io = new Server(http, { transports: ['websocket'], serveClient: false });
    broadcaster = new Broadcaster(io);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    await io.close();
  });

  /** Connects a listener to some rooms. Returns the received events as revision and length. */
  async function listener(rooms: string[]) {
    const joined = once(io, 'connection').then(([socket]) => socket.join(rooms));
    const { port } = http.address() as AddressInfo;
    const client = connect(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true });
    clients.push(client);
    const heard: [number, number][] = [];
    client.on('concept', ({ revision, concept }) =>
      heard.push([revision, concept.conceptDescription.length]),
    );
    client.on('quorum', ({ revision }) => heard.push([revision, 0]));
    await joined;
    return { client, heard };
  }

  it('events of any size arrive complete, once, in order with events of Socket.IO', async () => {
    const ears = [await listener(['a']), await listener(['a']), await listener(['a'])];
    const expected: [number, number][] = [];
    // The length of a frame takes one, two or eight bytes.
    for (const size of [1, 100, 40_000, 5, 32_700, 300, 70_000, 2]) {
      const revision = expected.length;
      broadcaster.send({ room: 'a' }, concept(revision, size));
      expected.push([revision, size]);
      const registered = { apartments: 0, coefficient: 0 };
      const quorum = { required: 0, reached: false, missing: 0 };
      io.to('a').emit('quorum', { ...event(revision + 1), registered, total: registered, quorum });
      expected.push([revision + 1, 0]);
    }
    for (const { heard } of ears) await eventually(() => heard).toEqual(expected);
  });

  it('an event reaches a room without the members of the excluded room', async () => {
    const [both, one, none] = [await listener(['a', 'b']), await listener(['a']), await listener(['c'])];
    broadcaster.send({ room: 'a', except: 'b' }, concept(1));
    broadcaster.send({ room: 'nobody' }, concept(2));
    broadcaster.send({ room: 'b' }, concept(3));
    io.emit('concept', event(4));
    await eventually(() => [both, one, none].map(({ heard }) => heard.map(([revision]) => revision))).toEqual(
      [[3, 4], [1, 4], [4]],
    );
  });

  it('sending continues in slices, in order, with event loop turns between', async () => {
    const sliced = new Broadcaster(io, { ms: 0, lookEach: 1 });
    const ears = [await listener(['a']), await listener(['a', 'b']), await listener(['a'])];
    sliced.send({ room: 'a' }, concept(1));
    sliced.send({ room: 'a', except: 'b' }, concept(2));
    sliced.send({ room: 'a' }, concept(3));
    let isSent = false;
    void sliced.whenSent().then(() => {
      isSent = true;
    });
    let turns = 0;
    while (!isSent) {
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    // Nine deliveries, a slice each, the first at once.
    expect(turns).toBeGreaterThan(4);
    await eventually(() => ears.map(({ heard }) => heard.map(([revision]) => revision))).toEqual([
      [1, 2, 3],
      [1, 3],
      [1, 2, 3],
    ]);
    await sliced.whenSent();
    expect(sliced.spentMs).toBeGreaterThan(0);
  });

  it('a socket that does not read is closed without delaying others', async () => {
    const [quick, slow] = [await listener(['a']), await listener(['a'])];
    const left = new Promise((resolve) => slow.client.once('disconnect', resolve));
    // Stops reading below Socket.IO: the system's buffers fill up, then the server's buffers.
    const engine = Reflect.get(slow.client.io.engine.transport, 'ws');
    engine._socket.pause();
    const size = 100_000;
    let sent = 0;
    while (io.sockets.sockets.size === 2) {
      broadcaster.send({ room: 'a' }, concept(sent, size));
      sent += 1;
      expect(sent * size).toBeLessThan(100 * MAX_BUFFERED);
      await eventually(() => quick.heard.length).toBe(sent);
    }
    expect(quick.heard.map(([revision]) => revision)).toEqual(Array.from({ length: sent }, (_, at) => at));
    engine._socket.resume();
    await left;
  });
});
