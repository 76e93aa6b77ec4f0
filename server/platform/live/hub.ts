import type { Server as HttpServer } from 'node:http';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger } from 'fastify';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { Id, LIVE_PATH } from '../../../shared/api.ts';
import type { Store } from '../db/connect.ts';
import { StoreFault } from '../db/store-fault.ts';
import type { GuardSources } from '../http/guard.ts';
import type { Principal } from '../http/principal.ts';
import { Broadcaster } from './broadcast.ts';
import type { Connections } from './connections.ts';
import { hubParser, JoinedAnswer } from './encoded.ts';
import type { LiveSessions } from './live-sessions.ts';
import { harmless, overloaded, type Refusal, takeEvents } from './socket-events.ts';
import { type Rooms, roomOf, type Topic } from './topic.ts';
import { WhoIsThere } from './who-is-there.ts';

/** Messages between processes: which things of a topic changed, which sessions ended. The receiver reads the store. */
interface BetweenServers {
  touched: (key: string, ids: number[]) => void;
  ended: (sessionIds: string[]) => void;
  reachChanged: (userId: string) => void;
  whoIsThere: (askId: string, rooms: string[]) => void;
  areThere: (askId: string, holders: string[]) => void;
}
interface SocketData {
  token: string;
  userId: string;
}
type LiveServer = Server<DefaultEventsMap, DefaultEventsMap, BetweenServers, SocketData>;
/** A connection of Engine.IO, with what waits while its WebSocket is busy. */
interface Conn {
  transport: object;
  writeBuffer: { data?: string | Buffer }[];
}
type LiveSocket = Socket<DefaultEventsMap, DefaultEventsMap, BetweenServers, SocketData>;

/** Milliseconds between two looks for changes whose message was lost between processes. */
const LOST_WORDS_MS = 2000;
/**
 * Milliseconds for which a process gathers what changed into one word for the others: PostgreSQL makes every word a commit,
 * one after another, so that commits of votes would wait behind five hundred a second (`npm run bench -- words`).
 */
const WORDS_MS = 20;

export interface HubOptions {
  server: HttpServer;
  /** Of PostgreSQL; null where this is the only process. */
  pool: Store['pool'];
  authenticate: GuardSources['authenticate'];
  /** A join that names no thing of the other topics is a join of the first topic. */
  topics: readonly [Topic, ...Topic[]];
  sessions: LiveSessions;
  connections: Connections;
  log: FastifyBaseLogger;
}

/**
 * Socket.IO: admission, the rooms of the topics, and words between processes. Each process sends to its own sockets
 * what it read itself; with PostgreSQL the processes only tell each other what changed.
 */
export class Hub {
  readonly #options: HubOptions;
  readonly #io: LiveServer;
  readonly #whoIsThere: WhoIsThere;
  #lostWords: NodeJS.Timeout | null = null;

  constructor(options: HubOptions) {
    this.#options = options;
    const { pool, topics, sessions } = options;
    this.#io = new Server(options.server, {
      path: LIVE_PATH,
      transports: ['websocket'],
      serveClient: false,
      // Upgrades of other paths are the plain feed's.
      destroyUpgrade: false,
      perMessageDeflate: false,
      // Clients send a joint's number and nothing else.
      maxHttpBufferSize: 4096,
      // A phone that walked out of the Wi-Fi is noticed within twenty seconds.
      pingInterval: 10_000,
      pingTimeout: 10_000,
      // A client of ours authenticates within this time on the slowest network.
      connectTimeout: 5_000,
      parser: hubParser,
      allowRequest: (request, answer) =>
        request.headers.upgrade === undefined
          ? answer(null, true)
          : answer(null, options.connections.enter(request)),
    });
    this.#io.engine.on('connection', (conn: Conn) => this.#watch(conn));
    this.#io.use((socket, next) => {
      this.#admit(socket).then(() => next(), next);
    });
    this.#io.on('connection', (socket) => this.#serve(socket));
    const broadcaster = new Broadcaster(this.#io);
    const rooms: Rooms = {
      has: (room) => this.#io.of('/').adapter.rooms.has(room),
      send: (to, message) => broadcaster.send(to, message),
    };
    for (const topic of topics) {
      topic.tellIn(rooms);
      topic.publisher.paceBy(broadcaster);
    }
    if (pool !== null) {
      sessions.onEnded((sessionIds) => this.#io.serverSideEmit('ended', sessionIds));
      sessions.onReachChanged((userId) => this.#io.serverSideEmit('reachChanged', userId));
    }
    this.#whoIsThere = new WhoIsThere({
      here: (rooms) => this.#holdersHere(rooms),
      others: async () => (pool === null ? 0 : (await this.#io.of('/').adapter.serverCount()) - 1),
      ask: (askId, rooms) => this.#io.serverSideEmit('whoIsThere', askId, [...rooms]),
    });
    if (pool !== null) this.#listenToOthers();
  }

  async start(): Promise<void> {
    const { pool, log } = this.#options;
    if (pool === null) return;
    // Only where it is used: a start on SQLite does not wait for it.
    const { createAdapter } = await import('@socket.io/postgres-adapter');
    const errorHandler = (error: unknown) => log.warn({ err: error }, 'live');
    this.#io.adapter(createAdapter(pool, { errorHandler }));
    this.#lostWords = setInterval(() => void this.#lookForLostWords(), LOST_WORDS_MS);
    this.#lostWords.unref();
  }

  /** Live connections of this process. */
  get size(): number {
    return this.#io.of('/').sockets.size;
  }

  /** Holders (a user's id or a code) that are in one of the rooms now, over all processes. */
  connected(rooms: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#whoIsThere.connected(rooms);
  }

  *#holdersHere(rooms: readonly string[]): Iterable<string> {
    const { adapter, sockets } = this.#io.of('/');
    for (const room of rooms) {
      for (const id of adapter.rooms.get(room) ?? []) {
        const holder = sockets.get(id)?.data.userId;
        if (holder !== undefined) yield holder;
      }
    }
  }

  /** Closes every socket, so that clients reconnect to the next server; called before the server closes. */
  async stop(): Promise<void> {
    if (this.#lostWords !== null) clearInterval(this.#lostWords);
    for (const { publisher } of this.#options.topics) publisher.stop();
    // The transport is closed: a client that Socket.IO disconnects does not reconnect by itself.
    this.#io.engine.close();
    await this.#io.of('/').adapter.close();
  }

  /** Counts the messages of a new connection, and the bytes that wait to be sent on it. */
  #watch(conn: Conn): void {
    const waiting = () => conn.writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
    this.#options.connections.open(wireBelow(conn), waiting);
  }

  /** Admits a socket whose token has a session. Throws the refusal. */
  async #admit(socket: LiveSocket): Promise<void> {
    const token: unknown = socket.handshake.auth.token;
    if (typeof token !== 'string') throw new Error('unauthenticated');
    const principal = await this.#options.authenticate(token).catch((error: unknown) => {
      // The session is unknown while the store fails: a retry with the same token may succeed.
      if (error instanceof StoreFault) throw new Error('storeUnavailable');
      return null;
    });
    if (principal === null) throw new Error('unauthenticated');
    socket.data.token = token;
    socket.data.userId = principal.userId;
    const isAdmitted = this.#options.connections.admit(wireBelow(socket.conn), {
      principal,
      stillSees: (now) => this.#stillSees(now, socket),
      // The rooms were joined with the reach of before: the socket reconnects with the reach of now, or is refused.
      end: () => socket.disconnect(true),
    });
    if (!isAdmitted) throw new Error('overloaded');
    await socket.join(this.#options.topics.flatMap((topic) => topic.ownRooms(principal)));
  }

  /** Whether everything that a socket has joined is within somebody's reach. */
  async #stillSees(principal: Principal, { rooms }: LiveSocket): Promise<boolean> {
    for (const topic of this.#options.topics) {
      for (const id of idsOf(topic, rooms)) if (!(await topic.sees(principal, id))) return false;
    }
    return true;
  }

  #serve(socket: LiveSocket): void {
    const { log, connections } = this.#options;
    takeEvents(
      socket,
      {
        asked: {
          join: (sent) => {
            const named = this.#named(sent);
            if ('code' in named) return named;
            // The answer reads nothing, so that a flood costs others little.
            return connections.mayJoin(wireBelow(socket.conn)) ? this.#join(socket, named) : overloaded;
          },
        },
        told: {
          leave: (sent) => {
            const named = this.#named(sent);
            if ('code' in named) return;
            for (const room of roomsOf(named)) void socket.leave(room);
          },
        },
      },
      log,
    );
  }

  /** The thing that a client names; what is not an id is answered as a thing that does not exist. */
  #named(sent: unknown): Thing | Refusal {
    const [first, ...others] = this.#options.topics;
    const given = Object(sent);
    const topic = others.find(({ key }) => key in given) ?? first;
    const id: unknown = given[topic.key];
    return validId.Check(id) ? { topic, id } : { ok: false, code: topic.notFound };
  }

  async #join(socket: LiveSocket, thing: Thing): Promise<JoinedAnswer | Refusal> {
    const { topic, id } = thing;
    const principal = await this.#options.authenticate(socket.data.token);
    if (principal === null) return { ok: false, code: 'unauthenticated' };
    if (!topic.profiles.includes(principal.profileId)) return { ok: false, code: 'forbidden' };
    if (!(await topic.sees(principal, id))) return { ok: false, code: topic.notFound };
    // A socket that closed meanwhile would stay in the room for ever.
    if (!socket.connected) return overloaded;
    const inner = topic.innerRooms(id).filter(({ admits }) => admits(principal));
    // Into the room first: what happens while the snapshot is read arrives as an event, newer than it.
    await socket.join([roomOf(topic.key, id), ...inner.map(({ room }) => room)]);
    return new JoinedAnswer((await topic.publisher.joined(id)).snapshot);
  }

  #listenToOthers(): void {
    const { topics, sessions, connections, log } = this.#options;
    const heard = <A extends unknown[]>(listener: (...given: A) => unknown) => harmless(log, listener);
    for (const { key, publisher } of topics) {
      const changed = new Set<number>();
      publisher.onTouch((ids) => {
        if (changed.size === 0) {
          setTimeout(() => {
            this.#io.serverSideEmit('touched', key, [...changed]);
            changed.clear();
          }, WORDS_MS).unref();
        }
        for (const id of ids) changed.add(id);
      });
    }
    this.#io.on(
      'touched',
      heard((key, ids) => {
        if (validIds.Check(ids)) topics.find((topic) => topic.key === key)?.publisher.changedElsewhere(ids);
      }),
    );
    this.#io.on(
      'reachChanged',
      heard((userId) => {
        if (!validText.Check(userId)) return;
        sessions.forget({ userId });
        connections.reachChanged(userId);
      }),
    );
    this.#io.on(
      'whoIsThere',
      heard((askId, rooms) => {
        if (!validText.Check(askId) || !validTexts.Check(rooms)) return;
        this.#io.serverSideEmit('areThere', askId, [...new Set(this.#holdersHere(rooms))]);
      }),
    );
    this.#io.on(
      'areThere',
      heard((askId, holders) => {
        if (validText.Check(askId) && validTexts.Check(holders)) this.#whoIsThere.answered(askId, holders);
      }),
    );
    this.#io.on(
      'ended',
      heard((sessionIds) => {
        if (!validTexts.Check(sessionIds)) return;
        for (const sessionId of sessionIds) sessions.forget({ sessionId });
        connections.ended(sessionIds);
      }),
    );
  }

  async #lookForLostWords(): Promise<void> {
    try {
      for (const { publisher } of this.#options.topics) await publisher.lookForLostWords();
    } catch {
      // The store is away for a moment; the next look comes in two seconds.
    }
  }
}

/** One of a topic's things. */
interface Thing {
  topic: Topic;
  id: number;
}

/** All rooms of a thing. */
const roomsOf = ({ topic, id }: Thing): string[] => [
  roomOf(topic.key, id),
  ...topic.innerRooms(id).map(({ room }) => room),
];

/** The things of a topic whose rooms a socket is in. */
const idsOf = ({ key }: Topic, rooms: ReadonlySet<string>): number[] =>
  [...rooms].flatMap((room) => (room.startsWith(`${key}:`) ? [Number(room.slice(key.length + 1))] : []));

/** Schemas of the messages between processes; any other message is ignored. */
const validIds = Compile(Type.Array(Id));
const validId = Compile(Id);
const validTexts = Compile(Type.Array(Type.String()));
const validText = Compile(Type.String());

/** The WebSocket below a connection of Engine.IO. */
const wireBelow = (conn: { transport: object }): WebSocket => Reflect.get(conn.transport, 'socket');
