import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { LIVE_PATH } from '../../shared/api.ts';
import type {
  ClientToServer,
  JoinReply,
  LiveEvents,
  ServerToClient,
  Snapshot,
} from '../../shared/assemblies/live.ts';
import type { TestApp } from './app.ts';

/** Opens a network port for a test application. Returns the address. */
export async function listen(app: TestApp): Promise<string> {
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
}

export type Heard = { [E in keyof LiveEvents]: { name: E; event: LiveEvents[E] } }[keyof LiveEvents];

/** Test client of the live server, in place of a screen: stores all received events in order. */
export interface Follower {
  heard: Heard[];
  /** Returns the received events of a kind. */
  all: <E extends keyof LiveEvents>(name: E) => LiveEvents[E][];
  last: <E extends keyof LiveEvents>(name: E) => LiveEvents[E] | undefined;
  join: (jointId: unknown) => Promise<JoinReply>;
  leave: (jointId: number) => void;
  connected: () => boolean;
  close: () => void;
}

/**
 * Opens a live connection to a test application, as the web client does.
 * @returns the connection, or the error message of a refusal
 */
export function follow(url: string, token: unknown): Promise<Follower | string> {
  const socket: Socket<ServerToClient, ClientToServer> = io(url, {
    path: LIVE_PATH,
    transports: ['websocket'],
    auth: token === undefined ? {} : { token },
    forceNew: true,
    reconnection: false,
  });
  const heard: Heard[] = [];
  socket.on('quorum', (event) => heard.push({ name: 'quorum', event }));
  socket.on('vote', (event) => heard.push({ name: 'vote', event }));
  socket.on('concept', (event) => heard.push({ name: 'concept', event }));
  socket.on('registration', (event) => heard.push({ name: 'registration', event }));
  socket.on('assembly', (event) => heard.push({ name: 'assembly', event }));
  const all = <E extends keyof LiveEvents>(name: E) =>
    heard.filter((one) => one.name === name).map((one) => one.event as LiveEvents[E]);
  return new Promise((resolve) => {
    socket.once('connect_error', (error) => {
      socket.close();
      resolve(error.message);
    });
    socket.once('connect', () =>
      resolve({
        heard,
        all,
        last: (name) => all(name).at(-1),
        // The test may send any value.
        join: (jointId) => new Promise((reply) => socket.emit('join', { jointId: jointId as number }, reply)),
        leave: (jointId) => socket.emit('leave', { jointId }),
        connected: () => socket.connected,
        close: () => socket.close(),
      }),
    );
  });
}

/**
 * Opens a live connection, joins a joint, and returns the connection with the first whole state (snapshot).
 */
export async function followJoint(
  url: string,
  token: string,
  jointId: number,
): Promise<Follower & { snapshot: Snapshot }> {
  const follower = await follow(url, token);
  if (typeof follower === 'string') throw new Error(`connection refused: ${follower}`);
  const reply = await follower.join(jointId);
  if (!reply.ok) throw new Error(`not joined: ${reply.code}`);
  return { ...follower, snapshot: reply.snapshot };
}
