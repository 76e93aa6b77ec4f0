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

/**
 * Messages allowed from a live connection: a screen joins a few rooms, answers a ping every ten seconds, and leaves
 * again.
 */
const FRAMES: Allowance = { rate: 20, burst: 200 };
/** Messages allowed from all connections of a person together, for each permitted connection. */
const FRAMES_EACH: Allowance = { rate: 5, burst: 100 };
/**
 * Joins of rooms allowed to a connection: the door's screen follows all sectors of the joint and joins all at once
 * after a reconnect.
 */
const JOINS: Allowance = { rate: 5, burst: 60 };
/** Joins of rooms allowed to all connections of a person together, for each permitted connection. */
const JOINS_EACH: Allowance = { rate: 1, burst: 20 };

/** Most live connections of a person: devices of a family with a shared code or name, several tabs each. */
const PERSON = 12;
/** Most live connections of a display link: the displays of a large hall. */
const DISPLAY = 50;
/** Most live connections of a desk user: all helpers at the door share the account. */
const DESK = 200;

/**
 * Milliseconds between two checks if the sessions of connections still exist: a message of another process may be
 * lost.
 */
const CHECK_MS = 3_000;
/** Milliseconds between two checks if sessions may still see the joined rooms: several queries per session. */
const REACH_MS = 30_000;
/**
 * Milliseconds between two pings. A connection with two missed answers is closed, because the client does not read.
 */
const PING_MS = 10_000;
const MOST_MISSED = 2;
/** Milliseconds between two checks for slow readers. */
const WATCH_MS = 1_000;
/** Milliseconds for a client to close before the server cuts the connection. */
const FAREWELL_MS = 1_000;
/**
 * WebSocket close code "policy violation" (RFC 6455): the client sends or opens too much, and should return much
 * later.
 */
const POLICY = 1008;

/**
 * Reason for the server to close a live connection: the session has ended (`ended`), or the caller's rights
 * changed and the client should connect again (`joinAgain`).
 */
export type Ending = 'ended' | 'joinAgain';

/**
 * Signed-in caller of a live connection, with functions to check the present rights and to close the
 * connection.
 */
export interface ConnectionOwner {
  principal: Principal;
  /**
   * True if the caller may still see all followed records. The argument is the caller with the present
   * access.
   */
  stillSees: (now: Principal) => Promise<boolean>;
  /** Closes the connection, with the reason for the client. */
  end: (why: Ending) => void;
}

/** All live connections of a user, a QR code or a display link. */
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
  /** Content of the pings, the same until the client sends the content back. */
  pingPayload: Buffer | null;
  missed: number;
  standing: ConnectionOwner | null;
  holder: Holder | null;
}

interface ConnectionsOptions {
  sessions: LiveSessions;
  log: FastifyBaseLogger;
  /** IP addresses of trusted proxies. */
  trustProxy: readonly string[];
  pingMs?: number;
  watchMs?: number;
}

/**
 * All live connections of the server process, by Socket.IO or plain WebSocket. Limits connections and
 * messages of each person, and closes connections of slow readers and of ended sessions.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #addresses: Addresses;
  readonly #connections = new Map<WebSocket, Connection>();
  readonly #holders = new Map<string, Holder>();
  readonly #timers: NodeJS.Timeout[];

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#addresses = new Addresses(options.trustProxy);
    const { sessions, log, pingMs = PING_MS, watchMs = WATCH_MS } = options;
    sessions.onEnded((sessionIds) => this.ended(sessionIds));
    sessions.onReachChanged((userId) => this.reachChanged(userId));
    const each = (ms: number, look: () => unknown) => setInterval(harmless(log, look), ms).unref();
    this.#timers = [
      each(pingMs, () => this.#ping()),
      each(watchMs, () => this.#watch()),
      each(CHECK_MS, () => this.#lookAtSessions()),
      each(REACH_MS, () => this.#lookAtReach()),
    ];
  }

  /**
   * Counts a new live connection by IP address until the connection closes. Returns false if the address has
   * reached the limit.
   */
  enter(request: IncomingMessage): boolean {
    return this.#addresses.enter(request);
  }

  /**
   * Registers an open WebSocket, perhaps before the sign-in.
   * @param waiting returns the number of waiting bytes in the layers above
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
   * Registers a signed-in connection. If the person has too many connections, closes the oldest, perhaps of a phone
   * that left the Wi-Fi.
   * @returns false if the person opens connections faster than people do
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

  /** True if a connection may join another room now, by the limit of joins. */
  mayJoin(wire: WebSocket): boolean {
    const connection = this.#connections.get(wire);
    return connection?.joins.take() === true && connection.holder?.joins.take() !== false;
  }

  /** True if a client with the session is connected to this process. */
  hasSession(sessionId: string): boolean {
    for (const { standing } of this.#connections.values()) {
      if (standing?.principal.sessionId === sessionId) return true;
    }
    return false;
  }

  /** Closes the connections of sessions ended here or in another process. */
  ended(sessionIds: readonly string[]): void {
    const gone = new Set(sessionIds);
    this.#endWhere(({ sessionId }) => gone.has(sessionId), 'ended');
  }

  /** Closes the connections of a user after a change of access. Clients reconnect with the new access. */
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

  /** Closes a connection that broke a limit with the reason, and ignores further messages. */
  #sendAway({ wire, holder }: Connection): void {
    wire.removeAllListeners('message');
    wire.removeAllListeners('ping');
    wire.removeAllListeners('pong');
    for (const connection of holder?.connections ?? [])
      if (connection.wire === wire) holder?.connections.delete(connection);
    wire.close(POLICY, 'policy');
    setTimeout(() => wire.terminate(), FAREWELL_MS).unref();
  }

  /** Pings every connection. A client that sends the ping's content back has read everything sent before. */
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
