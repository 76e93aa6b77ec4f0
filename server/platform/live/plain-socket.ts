import { EventEmitter } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { LIVE_PATH } from '../../../shared/api.ts';
import { isRunner, type Principal } from '../http/principal.ts';
import { MAX_BUFFERED } from './broadcast.ts';
import type { Connections } from './connections.ts';
import { snapshotFrame } from './encoded.ts';
import type { CoalescedPublisher, Published } from './publisher.ts';
import { harmless } from './socket-events.ts';
import type { Message, Topic } from './topic.ts';

/** Live messages to send after a change, by receivers; each list in order. */
export interface News {
  /** Messages for all viewers. */
  everyone: Message[];
  /** Messages for operators, with names and units. */
  runners: Message[];
  /** Messages for other viewers, without names and units. */
  others: Message[];
}

interface FeedOptions<State extends Published> {
  topic: Pick<Topic, 'sees'> & { newsBetween: (before: State, now: State) => News };
  publisher: CoalescedPublisher<State>;
  connections: Connections;
  log: FastifyBaseLogger;
}

interface Listener {
  socket: WebSocket;
  principal: Principal;
  /** Revision of the last state sent to the listener. Older states are skipped. */
  revision: number;
}

/**
 * Live changes by plain WebSocket: text messages `{event, data}`, first the snapshot, then the events of Socket.IO.
 * For displays, stream overlays and scripts without Socket.IO.
 */
export class PlainFeed<State extends Published> {
  readonly #options: FeedOptions<State>;
  readonly #listeners = new Map<number, Set<Listener>>();

  constructor(options: FeedOptions<State>) {
    this.#options = options;
    const { publisher, log } = options;
    publisher.onState(harmless(log, (now, before, id) => this.#tell(now, before, id)));
  }

  /** Serves a signed-in connection: sends the snapshot and later changes of a record. */
  serve(socket: WebSocket, principal: Principal, id: number): void {
    const { topic, publisher, connections } = this.#options;
    connections.open(socket);
    const isAdmitted = connections.admit(socket, {
      principal,
      stillSees: (now) => topic.sees(now, id),
      end: (why) =>
        why === 'ended' ? socket.close(4401, 'session ended') : socket.close(1012, 'join again'),
    });
    if (!isAdmitted) {
      socket.close(1013, 'try again later');
      return;
    }
    const listener: Listener = { socket, principal, revision: -1 };
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    socket.on('close', () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    });
    publisher.joined(id).then(
      ({ snapshot, revision }) => {
        listener.revision = revision;
        this.#send(listener, snapshotFrame(snapshot));
      },
      () => socket.close(1013, 'try again later'),
    );
  }

  stop(): void {
    for (const listener of this.#all()) listener.socket.close(1012, 'restart');
  }

  #tell(now: State, before: State | undefined, id: number): void {
    const { snapshot, revision } = now;
    const listeners = [...(this.#listeners.get(id) ?? [])].filter(
      // Skips listeners before their snapshot: the snapshot will contain the change.
      (listener) => listener.revision >= 0 && listener.revision < revision,
    );
    if (listeners.length === 0) return;
    // An event covers the change from the previous state. A listener with another state gets a snapshot.
    const behind = listeners.filter((listener) => listener.revision !== before?.revision);
    for (const listener of behind) {
      listener.revision = revision;
      this.#send(listener, snapshotFrame(snapshot));
    }
    if (before === undefined || behind.length === listeners.length) return;
    const news = this.#options.topic.newsBetween(before, now);
    // Encoded once for all listeners.
    const everyone = news.everyone.map(frameOf);
    const runners = [...everyone, ...news.runners.map(frameOf)];
    const others = [...everyone, ...news.others.map(frameOf)];
    for (const listener of listeners) {
      if (listener.revision === revision) continue;
      listener.revision = revision;
      for (const frame of isRunner(listener.principal) ? runners : others) this.#send(listener, frame);
    }
  }

  #send({ socket }: Listener, frame: Buffer): void {
    if (socket.bufferedAmount > MAX_BUFFERED) socket.terminate();
    else socket.send(frame, { binary: false });
  }

  /** Number of plain WebSocket connections to this process. */
  get size(): number {
    return this.#all().length;
  }

  #all(): Listener[] {
    return [...this.#listeners.values()].flatMap((listeners) => [...listeners]);
  }
}

/** Returns a message as the bytes of a text frame. */
function frameOf({ event, data }: Message): Buffer {
  return Buffer.from(JSON.stringify({ event, data }));
}

/**
 * Makes the server accept plain WebSocket connections beside Socket.IO: a WebSocket request for another
 * path than Socket.IO's goes to the endpoint of the path.
 */
export async function livePlainSockets(app: FastifyInstance, connections: Connections): Promise<void> {
  const upgrades = new EventEmitter();
  await app.register(websocket, {
    options: { server: upgrades as unknown as HttpServer, maxPayload: 1024, perMessageDeflate: false },
  });
  app.server.on('upgrade', (request, socket, head) => {
    // A path with only the hub's prefix has no handler: the socket would stay open without an error listener.
    if (request.url?.startsWith(`${LIVE_PATH}/`)) return;
    if (connections.enter(request)) upgrades.emit('upgrade', request, socket, head);
    else refuseUpgrade(socket);
  });
}

/** Refuses a WebSocket from an address with too many connections: 429. */
function refuseUpgrade(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 30\r\nConnection: close\r\n\r\n');
}
