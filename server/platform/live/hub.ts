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
import type { LiveSessions } from './sessions.ts';
import { harmless, overloaded, type Refusal, takeEvents } from './socket-events.ts';
import { type Message, type Rooms, roomOf, type Topic, type Whereto } from './topic.ts';
import { WhoIsThere } from './who-is-there.ts';

/**
 * Messages between server processes: ids of changed records, and ended sessions. The receiver reads the database.
 */
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
/** Connection of Engine.IO, with messages waiting while the WebSocket is busy. */
interface Conn {
  transport: object;
  writeBuffer: { data?: string | Buffer }[];
}
type LiveSocket = Socket<DefaultEventsMap, DefaultEventsMap, BetweenServers, SocketData>;

/** Milliseconds between two checks for changes of other processes with a lost message. */
const LOST_WORDS_MS = 2000;
/**
 * Milliseconds to collect changes into a message to the other processes. PostgreSQL commits each message in
 * sequence, so votes would wait behind five hundred messages a second.
 */
const WORDS_MS = 20;

/** Parts and settings for the `Hub`, the Socket.IO server for live changes. */
export interface HubOptions {
  server: HttpServer;
  /** PostgreSQL connections for messages between processes. Null for a single process. */
  pool: Store['pool'];
  authenticate: GuardSources['authenticate'];
  /** Kinds of records to follow (joints, events). A join without a kind means the first kind. */
  topics: readonly [Topic, ...Topic[]];
  sessions: LiveSessions;
  connections: Connections;
  log: FastifyBaseLogger;
}

/** Prefix of a session's id in questions about connected rooms; no room's name begins with the prefix. */
const SESSION = 'session of a holder:';

/**
 * Socket.IO server for live changes: sign-in, rooms, and messages between processes. Each process reads the
 * database and sends to the sockets of the process; with PostgreSQL the processes tell each other only the changed
 * ids.
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
      // Upgrades of other paths belong to the plain feed.
      destroyUpgrade: false,
      perMessageDeflate: false,
      // Clients send only the id of a joint.
      maxHttpBufferSize: 4096,
      // Detects within twenty seconds a phone that left the Wi-Fi.
      pingInterval: 10_000,
      pingTimeout: 10_000,
      // A regular client authenticates within this time on the slowest network.
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
    // Loaded on demand: a start on SQLite does not wait.
    const { createAdapter } = await import('@socket.io/postgres-adapter');
    const errorHandler = (error: unknown) => log.warn({ err: error }, 'live');
    this.#io.adapter(createAdapter(pool, { errorHandler }));
    this.#lostWords = setInterval(() => void this.#lookForLostWords(), LOST_WORDS_MS);
    this.#lostWords.unref();
  }

  /** Number of Socket.IO connections to this process. */
  get size(): number {
    return this.#io.of('/').sockets.size;
  }

  /** Sends an event to the members of a room, in all processes. */
  sendEverywhere({ room }: Whereto, { event, data }: Message): void {
    this.#io.to(room).emit(event, data);
  }

  /** Returns the user ids or QR codes connected to a room now, in all processes. */
  connected(rooms: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#whoIsThere.connected(rooms);
  }

  /** Returns the sessions with a live connection in any process, by Socket.IO or plain WebSocket. */
  async connectedSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
    const names = sessionIds.map((sessionId) => SESSION + sessionId);
    const found = await this.#whoIsThere.connected(names);
    return new Set(sessionIds.filter((sessionId) => found.has(SESSION + sessionId)));
  }

  *#holdersHere(rooms: readonly string[]): Iterable<string> {
    const { adapter, sockets } = this.#io.of('/');
    for (const room of rooms) {
      if (room.startsWith(SESSION) && this.#options.connections.hasSession(room.slice(SESSION.length))) {
        yield room;
      }
      for (const id of adapter.rooms.get(room) ?? []) {
        const holder = sockets.get(id)?.data.userId;
        if (holder !== undefined) yield holder;
      }
    }
  }

  /** Closes every socket before the server ends, so clients reconnect to the next server. */
  async stop(): Promise<void> {
    if (this.#lostWords !== null) clearInterval(this.#lostWords);
    for (const { publisher } of this.#options.topics) publisher.stop();
    // Closes the transport: a client disconnected by Socket.IO does not reconnect automatically.
    this.#io.engine.close();
    await this.#io.of('/').adapter.close();
  }

  /** Registers a new connection, with a function to count the waiting bytes. */
  #watch(conn: Conn): void {
    const waiting = () => conn.writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
    this.#options.connections.open(wireBelow(conn), waiting);
  }

  /** Lets a socket with a valid session connect. Throws the refusal otherwise. */
  async #admit(socket: LiveSocket): Promise<void> {
    const token: unknown = socket.handshake.auth.token;
    if (typeof token !== 'string') throw new Error('unauthenticated');
    const principal = await this.#options.authenticate(token).catch((error: unknown) => {
      // A failing store leaves the session unknown: a retry with the same token may succeed.
      if (error instanceof StoreFault) throw new Error('storeUnavailable');
      return null;
    });
    if (principal === null) throw new Error('unauthenticated');
    socket.data.token = token;
    socket.data.userId = principal.userId;
    const isAdmitted = this.#options.connections.admit(wireBelow(socket.conn), {
      principal,
      stillSees: (now) => this.#stillSees(now, socket),
      // The rooms were joined with the old access: the socket reconnects with the new access, or is refused.
      end: () => socket.disconnect(true),
    });
    if (!isAdmitted) throw new Error('overloaded');
    await socket.join(this.#options.topics.flatMap((topic) => topic.ownRooms(principal)));
  }

  /** True if the caller may see all rooms joined by the socket. */
  async #stillSees(principal: Principal, { rooms }: LiveSocket): Promise<boolean> {
    for (const topic of this.#options.topics) {
      for (const id of followedIds(topic, rooms)) if (!(await topic.sees(principal, id))) return false;
    }
    return true;
  }

  #serve(socket: LiveSocket): void {
    const { log, connections } = this.#options;
    takeEvents(
      socket,
      {
        withAnswer: {
          join: (sent) => {
            const named = this.#named(sent);
            if ('code' in named) return named;
            // The answer reads nothing, so that a flood costs others little.
            return connections.mayJoin(wireBelow(socket.conn)) ? this.#join(socket, named) : overloaded;
          },
        },
        withoutAnswer: {
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

  /** Returns the record asked for by a client. Answers an invalid id like a missing record. */
  #named(sent: unknown): TopicKey | Refusal {
    const [first, ...others] = this.#options.topics;
    const fields = Object(sent);
    const topic = others.find(({ key }) => key in fields) ?? first;
    const id: unknown = fields[topic.key];
    return validId.Check(id) ? { topic, id } : { ok: false, code: topic.notFound };
  }

  async #join(socket: LiveSocket, topicKey: TopicKey): Promise<JoinedAnswer | Refusal> {
    const { topic, id } = topicKey;
    const principal = await this.#options.authenticate(socket.data.token);
    if (principal === null) return { ok: false, code: 'unauthenticated' };
    if (!topic.profiles.includes(principal.profileId)) return { ok: false, code: 'forbidden' };
    if (!(await topic.sees(principal, id))) return { ok: false, code: topic.notFound };
    // A closed socket would stay in the room for ever.
    if (!socket.connected) return overloaded;
    const inner = topic.innerRooms(id).filter(({ admits }) => admits(principal));
    // Joins the room first: changes during the reading of the snapshot arrive as newer events.
    await socket.join([roomOf(topic.key, id), ...inner.map(({ room }) => room)]);
    return new JoinedAnswer((await topic.publisher.joined(id)).snapshot);
  }

  #listenToOthers(): void {
    const { topics, sessions, connections, log } = this.#options;
    const heard = <A extends unknown[]>(listener: (...listenerArguments: A) => unknown) =>
      harmless(log, listener);
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
      // The store is away for a moment; the next check follows in two seconds.
    }
  }
}

/** Kind and id of a live record (a joint or an event). */
interface TopicKey {
  topic: Topic;
  id: number;
}

/** Returns the names of all rooms of a live record. */
const roomsOf = ({ topic, id }: TopicKey): string[] => [
  roomOf(topic.key, id),
  ...topic.innerRooms(id).map(({ room }) => room),
];

/** Returns the ids of a kind's records followed by a socket. */
const followedIds = ({ key }: Topic, rooms: ReadonlySet<string>): number[] =>
  [...rooms].flatMap((room) => (room.startsWith(`${key}:`) ? [Number(room.slice(key.length + 1))] : []));

/** Validators of the messages between processes. Other messages are ignored. */
const validIds = Compile(Type.Array(Id));
const validId = Compile(Id);
const validTexts = Compile(Type.Array(Type.String()));
const validText = Compile(Type.String());

/** Returns the WebSocket inside a connection of Engine.IO. */
const wireBelow = (conn: { transport: object }): WebSocket => Reflect.get(conn.transport, 'socket');
