import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDisplayLink } from '../../shared/assemblies/live.api.ts';
import { LIVE_PATH } from '../../shared/live.ts';
import { describeOnBothEngines, type TestApp } from '../testing/app.ts';
import { type Evening, holdEvening } from '../testing/evening.ts';
import { eventually } from '../testing/eventually.ts';
import { followJoint, listen } from '../testing/live.ts';
import { openHubSocket } from '../testing/raw-socket.ts';
import { qrSession } from '../testing/standing.ts';

const units = [
  ['101', 40, 'ANA'],
  ['102', 60, 'LUIS'],
] as const;

describeOnBothEngines('a server that is sent anything', (make) => {
  let app: TestApp;
  let url: string;
  let evening: Evening;
  let tokens: Record<'owner' | 'qr' | 'display' | 'operator', string>;
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  beforeAll(async () => {
    process.on('uncaughtException', note).on('unhandledRejection', note);
    app = await make();
    evening = await holdEvening(app, { units });
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
  afterAll(async () => {
    process.off('uncaughtException', note).off('unhandledRejection', note);
    await app.close();
  });

  /** The server still answers and pushes, and nothing went wrong that nobody caught. */
  async function expectAlive(): Promise<void> {
    const wall = await followJoint(url, tokens.operator, evening.jointId);
    const { revision } = wall.snapshot;
    await evening.ask('¿Sigue?');
    await eventually(() => wall.last('concept')?.revision ?? 0).toBeGreaterThan(revision);
    wall.close();
    expect(unhandled).toEqual([]);
  }

  it('goes on when an event holds what cannot be written as text, whoever sends it', async () => {
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
      // Answered after all of them, in their order.
      socket.send(`421${JSON.stringify(['join', { jointId: evening.jointId }])}`);
      expect(await socket.hear((message) => message.startsWith('431'))).toContain('"ok":true');
      socket.close();
    }
    await expectAlive();
  });

  it('answers what it does not know, and what is no room, with a code', async () => {
    const socket = await openHubSocket(url, tokens.operator);
    const asked: [unknown[], string][] = [
      [['steal', { jointId: 1 }], 'notFound'],
      [['leave', { jointId: evening.jointId }], 'notFound'],
      [['join'], 'jointNotFound'],
      [['join', { jointId: evening.jointId, eventId: null }], 'eventNotFound'],
      [['join', { jointId: '1' }], 'jointNotFound'],
      [['join', { eventId: 1 }], 'forbidden'],
    ];
    for (const [id, [event, code]] of asked.entries()) {
      socket.send(`42${id}${JSON.stringify(event)}`);
      const answer = await socket.hear((message) => message.startsWith(`43${id}[`));
      expect([event, answer]).toEqual([event, `43${id}${JSON.stringify([{ ok: false, code }])}`]);
    }
    socket.close();
    await expectAlive();
  });

  it('goes on when an upgrade that nobody takes is reset', async () => {
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
      // Taken or refused, it does not stay open with nobody to hear its errors.
      await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      socket.resetAndDestroy();
    }
    await expectAlive();
  });
});
