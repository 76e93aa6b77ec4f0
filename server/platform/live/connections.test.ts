import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Sessions } from '../../accounts/sessions/sessions.service.ts';
import { appForEachTest, sqliteApp } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { MAX_BUFFERED } from './broadcast.ts';
import { Connections } from './connections.ts';

const app = appForEachTest(sqliteApp);
let server: WebSocketServer;
let connections: Connections;
const clients: WebSocket[] = [];
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.terminate();
  connections.stop();
  server.close();
});

function watch(pace: { pingMs?: number; watchMs?: number }, waiting?: () => number): void {
  connections = new Connections({
    sessions: new Sessions(app.store.db, app.app.jwt),
    log: app.app.log,
    trustProxy: [],
    ...pace,
  });
  server.on('connection', (wire) => connections.open(wire, waiting));
}

async function client(autoPong: boolean): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { autoPong });
  clients.push(socket);
  await once(socket, 'open');
  return socket;
}

it('a client that answers pings without reading is closed, and no other client', {
  tags: 'slow',
}, async () => {
  watch({ pingMs: 1_000 });
  const [blind, honest] = [await client(false), await client(true)];
  let pings = 0;
  honest.on('ping', () => {
    pings += 1;
  });
  const pongs = setInterval(() => blind.pong('whatever'), 100);
  try {
    await once(blind, 'close');
    const before = pings;
    await eventually(() => pings).toBeGreaterThan(before + 3);
    expect(honest.readyState).toBe(WebSocket.OPEN);
  } finally {
    clearInterval(pongs);
  }
});

it('a client with too much waiting memory is closed, in any layer', async () => {
  let waiting = 0;
  watch({ watchMs: 50 }, () => waiting);
  const socket = await client(true);
  waiting = MAX_BUFFERED;
  await eventually(() => socket.readyState).toBe(WebSocket.OPEN);
  waiting += 1;
  await once(socket, 'close');
  expect(socket.readyState).toBe(WebSocket.CLOSED);
});
