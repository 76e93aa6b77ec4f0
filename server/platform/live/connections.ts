import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger } from 'fastify';
import { Profile } from '../../../shared/profiles.ts';
import { keepConnection } from '../http/arrivals.ts';
import { isRunner, type Principal } from '../http/principal.ts';
import { Addresses } from './addresses.ts';
import { MAX_BUFFERED } from './broadcast.ts';
import type { LiveSessions } from './sessions.ts';
import { harmless } from './socket-events.ts';
import { type Allowance, TokenBucket } from './token-bucket.ts';

/** Allowance of a connection: a screen joins a few rooms, answers a ping each ten seconds, and leaves again. */
const FRAMES: Allowance = { rate: 20, burst: 200 };
/** Allowance of all connections of a holder, per permitted connection. */
const FRAMES_EACH: Allowance = { rate: 5, burst: 100 };
/** Joins per connection: a door follows the joint's sectors and joins all at once on return. */
const JOINS: Allowance = { rate: 5, burst: 60 };
/** Joins of all connections of a holder, per permitted connection. */
const JOINS_EACH: Allowance = { rate: 1, burst: 20 };

/** Connections of a person: devices of a family with a shared code or name, with several tabs each. */
const PERSON = 12;
/** Connections of a display link: the displays of a large hall. */
const DISPLAY = 50;
/** Connections of a desk user, shared by all helpers at the door. */
const DESK = 200;

/** Milliseconds between two checks of sessions: a message of another process may be lost. */
const LOOK_MS = 3_000;
/** Milliseconds between two checks of access to joined rooms: several queries per session. */
const REACH_MS = 30_000;
/** Milliseconds between two pings. A connection that missed two pongs does not read. */
const PING_MS = 10_000;
const MOST_MISSED = 2;
/** Milliseconds between two checks for slow readers. */
const WATCH_MS = 1_000;
/** Milliseconds for a client to close before the connection is cut. */
const FAREWELL_MS = 1_000;
/** Close code "policy violation" (RFC 6455): the client sends or opens too much, and returns much later. */
const POLICY = 1008;

/** Reason of a close. Tells the client if a reconnect makes sense. */
export type Ending = 'ended' | 'joinAgain';

/** Session of a connection. */
export interface ConnectionOwner {
  principal: Principal;
  /** True if the session may still see all joined rooms. */
  stillSees: (now: Principal) => Promise<boolean>;
  end: (why: Ending) => void;
}

/** Connections of a session's owner: a user, a code or a display link. */
interface Holder {
  most: number;
  connections: Set<Connection>;
  frames: TokenBucket;
  joins: TokenBucket;
}

interface Connection {
  wire: WebSocket;
  waiting: () => number;
  frames: TokenBucket;
  joins: TokenBucket;
  /** Payload of the pings until a pong returns the payload, and the number of pings sent with the payload. */
  pingPayload: Buffer | null;
  missed: number;
  standing: ConnectionOwner | null;
  holder: Holder | null;
}

interface Options {
  sessions: LiveSessions;
  log: FastifyBaseLogger;
  /** Addresses of trusted proxies. */
  trustProxy: readonly string[];
  pingMs?: number;
  watchMs?: number;
}

/**
 * All live connections of this process, of the hub and the plain feed. Checks the amount sent, the number per holder,
 * the reading speed, and the session. Memory is bounded for any input.
 */
export class Connections {
  readonly #options: Options;
  readonly #addresses: Addresses;
  readonly #connections = new Map<WebSocket, Connection>();
  readonly #holders = new Map<string, Holder>();
  readonly #timers: NodeJS.Timeout[];

  constructor(options: Options) {
    this.#options = options;
    this.#addresses = new Addresses(options.trustProxy);
    const { sessions, log, pingMs = PING_MS, watchMs = WATCH_MS } = options;
    sessions.onEnded((sessionIds) => this.ended(sessionIds));
    sessions.onReachChanged((userId) => this.reachChanged(userId));
    const each = (ms: number, look: () => unknown) => setInterval(harmless(log, look), ms).unref();
    this.#timers = [
      each(pingMs, () => this.#ping()),
      each(watchMs, () => this.#watch()),
      each(LOOK_MS, () => this.#lookAtSessions()),
      each(REACH_MS, () => this.#lookAtReach()),
    ];
  }

  /** Counts an upgrade request until the close. False if the address has reached the limit. */
  enter(request: IncomingMessage): boolean {
    return this.#addresses.enter(request);
  }

  /**
   * Registers an open WebSocket, perhaps before the session is known.
   * @param waiting bytes waiting in the layers above
   */
  open(wire: WebSocket, waiting: () => number = () => 0): void {
    const connection: Connection = {
      wire,
      waiting,
      frames: new TokenBucket(FRAMES),
      joins: new TokenBucket(JOINS),
      pingPayload: null,
      missed: 0,
      standing: null,
      holder: null,
    };
    this.#connections.set(wire, connection);
    const count = () => {
      if (!connection.frames.take() || connection.holder?.frames.take() === false) this.#sendAway(connection);
    };
    wire.on('message', count);
    wire.on('ping', count);
    wire.on('pong', (payload: Buffer) => {
      if (connection.pingPayload?.equals(payload)) connection.pingPayload = null;
      else count();
    });
    wire.on('error', () => wire.terminate());
    wire.once('close', () => {
      this.#connections.delete(wire);
      connection.holder?.connections.delete(connection);
    });
  }

  /**
   * Registers an authenticated connection. If the holder has reached the limit, closes the oldest connection: the
   * newest is in use, and an old connection may be a phone that left the Wi-Fi.
   * @returns false if the holder opens connections faster than a person
   */
  admit(wire: WebSocket, standing: ConnectionOwner): boolean {
    const connection = this.#connections.get(wire);
    if (connection === undefined) return false;
    const holder = this.#holderOf(standing.principal);
    if (!holder.joins.take()) return false;
    // Connection below the WebSocket, as counted at the upgrade.
    const below: unknown = Reflect.get(wire, '_socket');
    if (below instanceof Duplex) {
      this.#addresses.proved(below);
      keepConnection(below);
    }
    connection.standing = standing;
    connection.holder = holder;
    holder.connections.add(connection);
    const [oldest] = holder.connections;
    if (holder.connections.size > holder.most && oldest !== undefined) this.#sendAway(oldest);
    return true;
  }

  /** True if a connection may join another room now. */
  mayJoin(wire: WebSocket): boolean {
    const connection = this.#connections.get(wire);
    return connection?.joins.take() === true && connection.holder?.joins.take() !== false;
  }

  /** True if a session has a live connection to this process. */
  hasSession(sessionId: string): boolean {
    for (const { standing } of this.#connections.values()) {
      if (standing?.principal.sessionId === sessionId) return true;
    }
    return false;
  }

  /** Closes the connections of sessions that ended, in any process. */
  ended(sessionIds: readonly string[]): void {
    const gone = new Set(sessionIds);
    this.#endWhere(({ sessionId }) => gone.has(sessionId), 'ended');
  }

  /** Closes the connections of a user with changed access. Clients reconnect with the new access. */
  reachChanged(userId: string): void {
    this.#endWhere((principal) => principal.userId === userId, 'joinAgain');
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#addresses.stop();
  }

  #endWhere(concerns: (principal: Principal) => boolean, why: Ending): void {
    for (const { standing } of [...this.#connections.values()]) {
      if (standing !== null && concerns(standing.principal)) standing.end(why);
    }
  }

  #holderOf(principal: Principal): Holder {
    const ofActor = this.#holders.get(principal.actor);
    if (ofActor !== undefined) return ofActor;
    const most = mostOf(principal);
    const all = ({ rate, burst }: Allowance) => new TokenBucket({ rate: rate * most, burst: burst * most });
    const holder = {
      most,
      connections: new Set<Connection>(),
      frames: all(FRAMES_EACH),
      joins: all(JOINS_EACH),
    };
    this.#holders.set(principal.actor, holder);
    return holder;
  }

  /** Sends the reason, ignores further messages, and closes. */
  #sendAway({ wire, holder }: Connection): void {
    wire.removeAllListeners('message');
    wire.removeAllListeners('ping');
    wire.removeAllListeners('pong');
    for (const connection of holder?.connections ?? [])
      if (connection.wire === wire) holder?.connections.delete(connection);
    wire.close(POLICY, 'policy');
    setTimeout(() => wire.terminate(), FAREWELL_MS).unref();
  }

  /** A pong returns the payload of the ping, so the client has read everything sent before the ping. */
  #ping(): void {
    for (const connection of this.#connections.values()) {
      if (connection.pingPayload === null) connection.missed = 0;
      if (connection.missed >= MOST_MISSED) {
        connection.wire.terminate();
        continue;
      }
      connection.missed += 1;
      connection.pingPayload ??= randomBytes(8);
      connection.wire.ping(connection.pingPayload);
    }
  }

  #watch(): void {
    for (const { wire, waiting } of this.#connections.values()) {
      if (wire.bufferedAmount + waiting() > MAX_BUFFERED) wire.terminate();
    }
    for (const [actor, { connections, joins, frames }] of this.#holders) {
      if (connections.size === 0 && joins.isFull && frames.isFull) this.#holders.delete(actor);
    }
  }

  async #lookAtSessions(): Promise<void> {
    const standing = this.#standing().map(({ principal }) => principal.sessionId);
    if (standing.length === 0) return;
    const still = await this.#options.sessions.stillStanding([...new Set(standing)]);
    this.ended(standing.filter((sessionId) => !still.has(sessionId)));
  }

  async #lookAtReach(): Promise<void> {
    for (const { principal, stillSees, end } of this.#standing()) {
      const now = await this.#options.sessions.now(principal.sessionId);
      if (now !== null && !(await stillSees(now))) end('joinAgain');
    }
  }

  #standing(): ConnectionOwner[] {
    return [...this.#connections.values()].flatMap(({ standing }) => (standing === null ? [] : [standing]));
  }
}

function mostOf(principal: Principal): number {
  if (principal.profileId === Profile.display) return DISPLAY;
  return isRunner(principal) || principal.profileId === Profile.events ? DESK : PERSON;
}
