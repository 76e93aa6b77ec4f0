import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LiveLink } from './link.ts';

/** WebSocket in the hands of the test: no network. */
class HandSocket {
  static all: HandSocket[] = [];
  onmessage: (message: { data: string }) => void = () => undefined;
  onclose: (closing: { code: number }) => void = () => undefined;
  sent: string[] = [];
  isClosed = false;

  constructor(readonly url: URL) {
    HandSocket.all.push(this);
  }

  send(frame: string): void {
    this.sent.push(frame);
  }

  close(): void {
    this.isClosed = true;
  }

  /** Sends frames of the server: the handshake with a ping each 10 s, and the accepted session. */
  accept(): void {
    this.onmessage({ data: '0{"pingInterval":10000,"pingTimeout":10000}' });
    this.onmessage({ data: '40{"sid":"a"}' });
  }
}

const newest = () => HandSocket.all.at(-1) as HandSocket;
let heard: unknown[] = [];
let token = 'first';
const opened = () =>
  new LiveLink({
    on: { quorum: (data: unknown) => heard.push(data) },
    url: 'http://scaf.test',
    token: () => token,
    renew: async () => {
      token = 'renewed';
    },
    onUp: () => heard.push('up'),
    onDown: () => heard.push('down'),
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', HandSocket);
  HandSocket.all = [];
  heard = [];
  token = 'first';
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the link sends the token, answers pings and hands events on', () => {
  const link = opened();
  expect(String(newest().url)).toMatch(/^ws:\/\/scaf\.test\/.*EIO=4&transport=websocket$/);
  newest().accept();
  newest().onmessage({ data: '2' });
  newest().onmessage({ data: '42["quorum",{"jointId":7}]' });
  expect(newest().sent).toEqual(['40{"token":"first"}', '3']);
  expect(heard).toEqual(['up', { jointId: 7 }]);
  expect(link.isConnected).toBe(true);
  link.close();
  expect(newest().isClosed).toBe(true);
});

it('a silent socket is dropped after 20 s, and a ping keeps the socket', () => {
  const link = opened();
  newest().accept();
  vi.advanceTimersByTime(19_000);
  newest().onmessage({ data: '2' });
  vi.advanceTimersByTime(19_000);
  expect(link.isConnected).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(heard).toEqual(['up', 'down']);
  vi.advanceTimersByTime(2_000);
  expect(HandSocket.all).toHaveLength(2);
  // A late close of the old socket does not touch the new connection.
  newest().accept();
  HandSocket.all[0]?.onclose({ code: 1006 });
  expect(link.isConnected).toBe(true);
  link.close();
});

it('an unknown session is renewed before the next try', async () => {
  const link = opened();
  newest().onmessage({ data: '0{"pingInterval":10000,"pingTimeout":10000}' });
  newest().onmessage({ data: '44{"message":"unauthenticated"}' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(HandSocket.all).toHaveLength(2);
  newest().accept();
  expect(newest().sent).toEqual(['40{"token":"renewed"}']);
  link.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(HandSocket.all).toHaveLength(2);
});

it.each([
  ['a close by policy', (socket: HandSocket) => socket.onclose({ code: 1008 })],
  ['a refusal', (socket: HandSocket) => socket.onmessage({ data: '44{"message":"overloaded"}' })],
])('after %s the next try waits seconds', (_, send) => {
  const link = opened();
  newest().onmessage({ data: '0{"pingInterval":10000,"pingTimeout":10000}' });
  send(newest());
  vi.advanceTimersByTime(2_400);
  expect(HandSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(5_200);
  expect(HandSocket.all).toHaveLength(2);
  link.close();
});

it('a join without an answer drops the socket; an answer after the drop changes nothing', () => {
  const link = opened();
  newest().accept();
  const snapshots: unknown[] = [];
  const room = {
    isWanted: () => true,
    onSnapshot: (snapshot: unknown) => snapshots.push(snapshot),
    onDown: () => undefined,
    onRefused: (code: string) => snapshots.push(code),
  };
  link.join({ jointId: 7 }, room);
  expect(newest().sent.at(-1)).toBe('421["join",{"jointId":7}]');
  newest().onmessage({ data: '431[{"ok":true,"snapshot":{"revision":3}}]' });
  expect(snapshots).toEqual([{ revision: 3 }]);
  link.join({ jointId: 7 }, room);
  vi.advanceTimersByTime(8_000);
  expect(link.isConnected).toBe(false);
  HandSocket.all[0]?.onmessage({ data: '432[{"ok":false,"code":"forbidden"}]' });
  expect(snapshots).toHaveLength(1);
  link.close();
});
