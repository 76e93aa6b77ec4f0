import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { Sessions } from '../../accounts/sessions/sessions.service.ts';
import { newsBetween } from '../../assemblies/live/events.ts';
import { type JointState, jointStates } from '../../assemblies/live/joint-state.ts';
import { JointDirectory } from '../../properties/joint-directory.ts';
import { appForEachTest, sqliteApp } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { RawSocket } from '../../testing/raw-socket.ts';
import { Connections } from './connections.ts';
import { PlainFeed } from './plain-socket.ts';
import { CoalescedPublisher } from './publisher.ts';

/** Publisher for tests: returns the state of a joint late, after newer states were read and pushed. */
class LatePublisher extends CoalescedPublisher<JointState> {
  wait: Promise<void> = Promise.resolve();

  override async joined(jointId: number): Promise<JointState> {
    const state = await super.joined(jointId);
    await this.wait;
    return state;
  }
}

const app = appForEachTest(sqliteApp);
let evening: AssemblyFixture;
let publisher: LatePublisher;
let connections: Connections;
let feeds: WebSocketServer;

beforeEach(async () => {
  evening = await holdAssembly(app, {
    units: unitsOf('101;40;ANA', '102;35;LUIS', '103;25;EVA'),
  });
  const { db } = app.store;
  const sessions = new Sessions(db, app.app.jwt);
  publisher = new LatePublisher(jointStates(app.store, new JointDirectory(db)));
  connections = new Connections({ sessions, log: app.app.log, trustProxy: [] });
  const topic = { sees: async () => true, newsBetween };
  const feed = new PlainFeed({ topic, publisher, connections, log: app.app.log });
  const principal = await sessions.authenticate(evening.operator);
  if (principal === null) throw new Error('no session');
  feeds = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  feeds.on('connection', (wire) => feed.serve(wire, principal, evening.jointId));
  await once(feeds, 'listening');
});
afterEach(async () => {
  for (const wire of feeds.clients) wire.terminate();
  feeds.close();
  connections.stop();
  publisher.stop();
});

it('a listener that got an older snapshot catches up with the next push', async () => {
  const { port } = feeds.address() as AddressInfo;
  const open = async () => {
    const socket = new RawSocket(`ws://127.0.0.1:${port}`);
    await once(socket.wire, 'open');
    return socket;
  };
  /** Returns the numbers of registered units in the received messages. */
  const countsOn = (socket: RawSocket) =>
    socket.heard.map((frame) => JSON.parse(frame).data.registered?.apartments).filter((count) => count > 0);
  const first = await open();
  await first.hear((frame) => frame.includes('snapshot'));

  let hand = () => {};
  publisher.wait = new Promise((resolve) => {
    hand = resolve;
  });
  const late = await open();
  await evening.register(['101']);
  publisher.changed(evening.jointId);
  await eventually(() => countsOn(first).at(-1)).toBe(1);
  // The snapshot without registrations arrives after the push with unit 101.
  hand();
  await late.hear((frame) => frame.includes('snapshot'));
  expect(countsOn(late)).toEqual([]);

  // The event of an opened question contains no registrations.
  await evening.ask('¿Aprueba?');
  publisher.changed(evening.jointId);
  await eventually(() => countsOn(late).at(-1)).toBe(1);
});
