import { EventEmitter } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { LIVE_PATH, type LiveEvents, type RegistrationEvent } from '../../../shared/live.ts';
import { changesBetween, unitToWire } from '../../assemblies/live/events.ts';
import type { JointState } from '../../assemblies/meeting/joint-state.ts';
import { isRunner, type Principal } from '../http/principal.ts';
import { MAX_BUFFERED } from './broadcast.ts';
import type { Connections } from './connections.ts';
import { snapshotFrame } from './encoded.ts';
import type { Publisher } from './publisher.ts';
import { harmless } from './socket-events.ts';

interface Listener {
  socket: WebSocket;
  principal: Principal;
  jointId: number;
  /** What it was shown last; older news is not sent. */
  revision: number;
}

/**
 * The live feed as plain WebSocket: text frames `{event, data}`, the snapshot first, then what the hub sends too.
 * For signage, stream overlays and scripts that have no Socket.IO.
 */
export class PlainFeed {
  readonly #publisher: Publisher<JointState>;
  readonly #listeners = new Map<number, Set<Listener>>();
  readonly #connections: Connections;

  constructor(publisher: Publisher<JointState>, connections: Connections, log: FastifyBaseLogger) {
    this.#publisher = publisher;
    this.#connections = connections;
    publisher.onState(harmless(log, (now, before) => this.#tell(now, before)));
  }

  /** Takes a connection that the guard has let in. */
  serve(socket: WebSocket, principal: Principal, jointId: number): void {
    this.#connections.open(socket);
    const isAdmitted = this.#connections.admit(socket, {
      principal,
      joints: () => [jointId],
      end: (why) =>
        why === 'ended' ? socket.close(4401, 'session ended') : socket.close(1012, 'join again'),
    });
    if (!isAdmitted) {
      socket.close(1013, 'try again later');
      return;
    }
    const listener: Listener = { socket, principal, jointId, revision: -1 };
    const listeners = this.#listeners.get(jointId) ?? new Set();
    this.#listeners.set(jointId, listeners.add(listener));
    socket.on('close', () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(jointId);
    });
    this.#publisher.current(jointId).then(
      ({ snapshot }) => {
        listener.revision = snapshot.revision;
        this.#send(listener, snapshotFrame(snapshot));
      },
      () => socket.close(1013, 'try again later'),
    );
  }

  stop(): void {
    for (const listener of this.#all()) listener.socket.close(1012, 'restart');
  }

  #tell(now: JointState, before: JointState | undefined): void {
    const { jointId, revision, at, registered } = now.snapshot;
    const listeners = [...(this.#listeners.get(jointId) ?? [])].filter(
      // Before its snapshot a listener hears nothing: the snapshot will hold it.
      (listener) => listener.revision >= 0 && listener.revision < revision,
    );
    if (listeners.length === 0) return;
    // What follows tells what changed since the state before; whoever was shown another one gets the whole.
    const behind = listeners.filter((listener) => listener.revision !== before?.snapshot.revision);
    for (const listener of behind) {
      listener.revision = revision;
      this.#send(listener, snapshotFrame(now.snapshot));
    }
    if (before === undefined || behind.length === listeners.length) return;
    const changes = changesBetween(before, now);
    const event: RegistrationEvent = { jointId, revision, at, registered };
    const units = changes.units.map(unitToWire);
    // Encoded once, however many listen.
    const everyone = [
      ...(changes.assembly === null ? [] : [frameOf('assembly', changes.assembly)]),
      ...changes.concepts.map((concept) => frameOf('concept', concept)),
      ...changes.votes.map((vote) => frameOf('vote', vote)),
      ...(changes.quorum === null ? [] : [frameOf('quorum', changes.quorum)]),
    ];
    const hasUnits = units.length > 0;
    const runners = hasUnits ? [...everyone, frameOf('registration', { ...event, units })] : everyone;
    const others = hasUnits ? [...everyone, frameOf('registration', event)] : everyone;
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

  /** Live connections of this process. */
  get size(): number {
    return this.#all().length;
  }

  #all(): Listener[] {
    return [...this.#listeners.values()].flatMap((listeners) => [...listeners]);
  }
}

/** A text frame's bytes. */
function frameOf<E extends keyof LiveEvents>(event: E, data: LiveEvents[E]): Buffer {
  return Buffer.from(JSON.stringify({ event, data }));
}

/**
 * Lets plain WebSockets in beside Socket.IO on one server: left to itself each of the two would take every
 * upgrade, so upgrades of other paths are passed on to an emitter that stands for the server.
 */
export async function livePlainSockets(app: FastifyInstance, connections: Connections): Promise<void> {
  const upgrades = new EventEmitter();
  await app.register(websocket, {
    options: { server: upgrades as unknown as HttpServer, maxPayload: 1024, perMessageDeflate: false },
  });
  app.server.on('upgrade', (request, socket, head) => {
    // What only begins like the hub's path is nobody's: left alone it would stay open, with no listener for its errors.
    if (request.url?.startsWith(`${LIVE_PATH}/`)) return;
    if (connections.enter(request)) upgrades.emit('upgrade', request, socket, head);
    else refuseUpgrade(socket);
  });
}

/** Its address has more connections than any hall needs. */
function refuseUpgrade(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 30\r\nConnection: close\r\n\r\n');
}
