import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_BASE, LIVE_PATH } from '../../../shared/api.ts';
import { createDisplayLink } from '../../../shared/assemblies/live.api.ts';
import { isLong } from '../../../shared/testing/rounds.ts';
import { appForSuite, describeOnOneEngine } from '../../testing/app.ts';
import { type AssemblyFixture, holdAssembly, unitsOf } from '../../testing/assembly-fixture.ts';
import { eventually } from '../../testing/eventually.ts';
import { followJoint, listen } from '../../testing/live.ts';
import { openHubSocket, RawSocket } from '../../testing/raw-socket.ts';
import { qrSession } from '../../testing/store-asserts.ts';

const units = unitsOf('101;40;ANA', '102;60;LUIS');

/** Number of sockets in the test, with about twenty messages each. */
const ROUNDS = isLong ? 5_000 : 300;

/** Generator of event names with a meaning in our server, in Socket.IO, in an emitter or in an object. */
const eventName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('join', 'leave') },
  fc.constantFrom('connect', 'disconnect', 'newListener', 'removeListener', 'error', 'message'),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'quorum', 'touched', 'ended'),
  fc.oneof(fc.string(), fc.double()),
);
/** Generator of objects with broken conversion methods. */
const trap = fc.constantFrom({ toString: 1 }, { valueOf: {}, toString: null }, { toJSON: 1 }, [
  { toString: 1 },
]);
const oddId = fc.oneof(
  trap,
  fc.oneof(fc.integer(), fc.double(), fc.string()),
  fc.constantFrom<unknown>(null, true, [], {}, [[1]]),
  fc.jsonValue(),
);
const room = fc.oneof(
  { weight: 3, arbitrary: fc.record({ jointId: oddId, eventId: oddId }, { requiredKeys: [] }) },
  fc.record({ jointId: oddId, _placeholder: fc.boolean(), num: fc.integer() }, { requiredKeys: [] }),
  fc.jsonValue(),
  fc.integer({ min: 1, max: 900 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))),
);
const id = fc.constantFrom('', '0', '1', '-1', '1e3', '99999999999999999999', '/x,', '/,7');
const named = (type: fc.Arbitrary<string>) =>
  fc
    .tuple(type, id, eventName, fc.array(room, { minLength: 1, maxLength: 3 }))
    .map(([start, number, name, rooms]) => `${start}${number}${JSON.stringify([name, ...rooms])}`);
/** Generator of a valid event, so the server also reads the following messages. */
const event = named(fc.constant('42'));
const packet = named(fc.constantFrom('43', '451-', '452-', '461-', '40', '41', '44'));
const engine = fc.tuple(
  fc.constantFrom('0', '1', '2', '3', '5', '6', '7', '2probe', '4', '49', ''),
  fc.string(),
);
/** Generator of a message with characters removed, inserted and doubled. */
const mutated = fc
  .tuple(
    event,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.string({ maxLength: 4 })), { maxLength: 6 }),
  )
  .map(([frame, cuts]) =>
    cuts.reduce((text, [at, length, put]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + length);
    }, frame),
  );
const text = fc.oneof(
  event,
  packet,
  mutated,
  engine.map((parts) => parts.join('')),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.integer({ min: 500, max: 100_000 }).map((length) => `42["join",{"jointId":"${'x'.repeat(length)}"}]`),
);
const sent = fc.oneof(
  text.map((frame) => ({ frame })),
  text.map((frame) => ({ frame })),
  fc.uint8Array({ maxLength: 6_000 }).map((bytes) => ({ frame: Buffer.from(bytes) })),
  // Raw bytes below the frames: half a frame, an incomplete length, or no frame at all.
  fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => ({ bytes: Buffer.from(bytes) })),
  fc
    .constantFrom([0x81], [0x81, 0xfe, 0xff], [0x01, 0x80, 0, 0, 0, 0], [0x82, 0xff, 0x7f])
    .map((bytes) => ({ bytes: Buffer.from(bytes) })),
);
/**
 * Generator of message lists. Most odd messages close the connection, so half of the lists have only valid events.
 */
const frames = fc.oneof(
  fc.array(
    event.map((frame) => ({ frame })),
    { minLength: 5, maxLength: 20 },
  ),
  fc.array(sent, { minLength: 1, maxLength: 20 }),
);

describeOnOneEngine('a server under random frames', (make) => {
  const app = appForSuite(make);
  let url: string;
  let evening: AssemblyFixture;
  let tokens: Record<'owner' | 'qr' | 'display' | 'operator', string>;
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  beforeAll(async () => {
    process.on('uncaughtException', note).on('unhandledRejection', note);
    evening = await holdAssembly(app, { units });
    url = await listen(app);
    const params = { jointId: evening.jointId };
    const link = await app.call(createDisplayLink, { params }, { token: evening.operator });
    tokens = {
      owner: (await evening.owner('ana', ['101'])).token,
      qr: await qrSession(app, await evening.register(['102'])),
      display: link.body.token,
      operator: evening.operator,
    };
  });
  afterAll(() => process.off('uncaughtException', note).off('unhandledRejection', note));

  /** Checks if the server still answers and sends changes, without an unhandled error. */
  async function expectAlive(): Promise<void> {
    const wall = await followJoint(url, tokens.operator, evening.jointId);
    const { revision } = wall.snapshot;
    await evening.ask('¿Sigue?');
    await eventually(() => wall.last('concept')?.revision ?? 0).toBeGreaterThan(revision);
    wall.close();
    expect(unhandled).toEqual([]);
  }

  it('an event with values that cannot become text does not stop the server', async () => {
    for (const token of Object.values(tokens)) {
      const socket = await openHubSocket(url, token);
      for (const room of [
        { eventId: { toString: 1 } },
        { eventId: { valueOf: null, toString: null } },
        { jointId: { toString: 1 } },
        { jointId: 1, eventId: null },
        { eventId: [{ toString: 1 }] },
        [],
        null,
        'x',
      ]) {
        for (const event of ['leave', 'join', 'constructor', '__proto__', 'error', 'toString', 7]) {
          socket.send(`42${JSON.stringify([event, room])}`);
        }
      }
      // Answered after the earlier events, in order.
      socket.send(`421${JSON.stringify(['join', { jointId: evening.jointId }])}`);
      expect(await socket.hear((message) => message.startsWith('431'))).toContain('"ok":true');
      socket.close();
    }
    await expectAlive();
  });

  it('unknown events and rooms are answered with a code', async () => {
    const socket = await openHubSocket(url, tokens.operator);
    const frames: [unknown[], string][] = [
      [['steal', { jointId: 1 }], 'notFound'],
      [['leave', { jointId: evening.jointId }], 'notFound'],
      [['join'], 'jointNotFound'],
      [['join', { jointId: evening.jointId, eventId: null }], 'eventNotFound'],
      [['join', { jointId: '1' }], 'jointNotFound'],
      [['join', { eventId: 1 }], 'forbidden'],
    ];
    for (const [id, [event, code]] of frames.entries()) {
      socket.send(`42${id}${JSON.stringify(event)}`);
      const answer = await socket.hear((message) => message.startsWith(`43${id}[`));
      expect([event, answer]).toEqual([event, `43${id}${JSON.stringify([{ ok: false, code }])}`]);
    }
    socket.close();
    await expectAlive();
  });

  it('a reset upgrade that no handler takes does not stop the server', async () => {
    const { port } = new URL(url);
    for (const path of [
      `${LIVE_PATH}`,
      `${LIVE_PATH}?x=1`,
      `${LIVE_PATH}x`,
      `${LIVE_PATH}/x`,
      '/',
      '//',
      '*',
    ]) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      );
      // Accepted or refused, the socket never stays open without an error listener.
      await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      socket.resetAndDestroy();
    }
    await expectAlive();
  });

  it('any frames and bytes at hub and feed leave the server running and other listeners served', {
    tags: 'slow',
    timeout: isLong ? 1_800_000 : 60_000,
  }, async () => {
    const wall = await followJoint(url, tokens.operator, evening.jointId);
    const feed = `${url}${API_BASE}/joints/${evening.jointId}/live`;
    const who = fc.constantFrom('owner', 'qr', 'display', 'operator', 'stranger');
    const open = async (at: 'hub' | 'feed', token: string | undefined) => {
      if (at === 'hub') return openHubSocket(url, token);
      const socket = new RawSocket(feed, token);
      await socket.hear((message) => message.includes('snapshot'));
      return socket;
    };
    await fc.assert(
      fc.asyncProperty(...[who, fc.constantFrom('hub', 'hub', 'feed'), frames], async (caller, at, all) => {
        const socket = await open(at, caller === 'stranger' ? undefined : tokens[caller]);
        for (const one of all) {
          if ('frame' in one) socket.send(one.frame);
          else socket.sendBytes(one.bytes);
        }
        // Skips the wait if half a frame may be incomplete for ever.
        if (!all.some((one) => 'bytes' in one)) await socket.heardOut();
        socket.close();
        expect(unhandled).toEqual([]);
        expect(wall.connected()).toBe(true);
      }),
      { seed: 20_261_122, numRuns: ROUNDS, endOnFailure: true },
    );
    const question = await evening.ask('¿Se oye?');
    await eventually(() => wall.last('concept')?.concept.conceptId).toBe(question);
    wall.close();
    await expectAlive();
  });
});
