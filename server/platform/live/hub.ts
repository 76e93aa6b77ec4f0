import type { Server as HttpServer } from 'node:http';
import type { WebSocket } from '@fastify/websocket';
import type { FastifyBaseLogger } from 'fastify';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { hosts, Id, watchers } from '../../../shared/api.ts';
import { EventRoom } from '../../../shared/events/live.ts';
import {
  type ClientToHub,
  type HubToClient,
  JointRoom,
  LIVE_PATH,
  type RegistrationEvent,
} from '../../../shared/live.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { Sessions } from '../../accounts/sessions/sessions.service.ts';
import { changesBetween, unitToWire } from '../../assemblies/live/events.ts';
import { unitsByHolder } from '../../assemblies/live/holders.ts';
import type { JointState } from '../../assemblies/meeting/joint-state.ts';
import { newestRevisions } from '../../assemblies/meeting/revisions.repository.ts';
import type { EventPictures } from '../../events/pictures.ts';
import type { Store } from '../db/connect.ts';
import { StoreFault } from '../db/store-fault.ts';
import { type GuardSources, seesEvent, seesJoint } from '../http/guard.ts';
import type { JointPlaces } from '../http/joint-places.ts';
import { isRunner, type Principal } from '../http/principal.ts';
import { broadcast } from './broadcast.ts';
import type { Connections } from './connections.ts';
import { hubParser, JoinedAnswer } from './encoded.ts';
import type { Publisher } from './publisher.ts';
import { harmless, overloaded, type Refusal, takeEvents, taking } from './socket-events.ts';
import { WhoIsThere } from './who-is-there.ts';

/** Words between processes: which joints changed, which sessions ended. Whoever hears them reads the store. */
interface BetweenServers {
  touched: (jointIds: number[]) => void;
  eventTouched: (eventId: number) => void;
  ended: (sessionIds: string[]) => void;
  reachChanged: (userId: string) => void;
  whoIsThere: (askId: string, jointIds: number[]) => void;
  areThere: (askId: string, holders: string[]) => void;
}
interface SocketData {
  token: string;
  userId: string;
}
type LiveServer = Server<ClientToHub, HubToClient, BetweenServers, SocketData>;
/** A connection of Engine.IO, with what waits while its WebSocket is busy. */
interface Conn {
  transport: object;
  writeBuffer: { data?: string | Buffer }[];
}
type LiveSocket = Socket<ClientToHub, HubToClient, DefaultEventsMap, SocketData>;

/** How often a process looks for words that were lost between it and another. */
const LOST_WORDS_MS = 2000;

const jointRoom = (jointId: number) => `joint:${jointId}`;
const operatorsRoom = (jointId: number) => `operators:${jointId}`;
const holderRoom = (userId: string) => `holder:${userId}`;
/** Of a holder whom an access link let in: what concerns them in that joint alone. */
const holderInJointRoom = (userId: string, jointId: number) => `holder:${userId}@${jointId}`;
/** Desks that have an event open. */
const eventRoom = (eventId: number) => `event:${eventId}`;

export interface HubOptions {
  server: HttpServer;
  store: Store;
  guard: GuardSources;
  publisher: Publisher<JointState>;
  pictures: EventPictures;
  directory: JointPlaces;
  sessions: Sessions;
  connections: Connections;
  log: FastifyBaseLogger;
}

/**
 * Socket.IO: a room per joint for everyone who may see it, one for its operators, one per signed-in holder; a room
 * per event for its desks. Each
 * process sends to its own sockets what it read itself; with PostgreSQL the processes only tell each other that
 * a joint changed.
 */
export class Hub {
  readonly #options: HubOptions;
  readonly #io: LiveServer;
  readonly #whoIsThere: WhoIsThere;
  #lostWords: NodeJS.Timeout | null = null;

  constructor(options: HubOptions) {
    this.#options = options;
    const { store, publisher, pictures, sessions } = options;
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
      // Who does not say who they are in this time, however slow their network, is no screen of ours.
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
    publisher.onState(harmless(options.log, (now, before) => this.#tell(now, before)));
    pictures.showOn({
      isWatched: (eventId) => this.#io.of('/').adapter.rooms.has(eventRoom(eventId)),
      show: (picture) => broadcast(this.#io, { room: eventRoom(picture.eventId) }, 'participants', picture),
    });
    if (store.pool !== null) {
      sessions.onEnded((sessionIds) => this.#io.serverSideEmit('ended', sessionIds));
      sessions.onReachChanged((userId) => this.#io.serverSideEmit('reachChanged', userId));
    }
    this.#whoIsThere = new WhoIsThere({
      here: (jointIds) => this.#holdersHere(jointIds),
      others: async () => (store.pool === null ? 0 : (await this.#io.of('/').adapter.serverCount()) - 1),
      ask: (askId, jointIds) => this.#io.serverSideEmit('whoIsThere', askId, [...jointIds]),
    });
    if (store.pool !== null) this.#listenToOthers();
  }

  async start(): Promise<void> {
    const { store, log } = this.#options;
    if (store.pool === null) return;
    // Only where it is used: a start on SQLite does not wait for it.
    const { createAdapter } = await import('@socket.io/postgres-adapter');
    const errorHandler = (error: unknown) => log.warn({ err: error }, 'live');
    this.#io.adapter(createAdapter(store.pool, { errorHandler }));
    this.#lostWords = setInterval(() => void this.#lookForLostWords(), LOST_WORDS_MS);
    this.#lostWords.unref();
  }

  /** Live connections of this process. */
  get size(): number {
    return this.#io.of('/').sockets.size;
  }

  /** Who has one of the joints open on a screen now, by holder (a user's id or a code), over all processes. */
  connected(jointIds: readonly number[]): Promise<ReadonlySet<string>> {
    return this.#whoIsThere.connected(jointIds);
  }

  *#holdersHere(jointIds: readonly number[]): Iterable<string> {
    const { adapter, sockets } = this.#io.of('/');
    for (const jointId of jointIds) {
      for (const id of adapter.rooms.get(jointRoom(jointId)) ?? []) {
        const holder = sockets.get(id)?.data.userId;
        if (holder !== undefined) yield holder;
      }
    }
  }

  /** Lets every socket go, so that clients turn to the next server; called before the server closes. */
  async stop(): Promise<void> {
    if (this.#lostWords !== null) clearInterval(this.#lostWords);
    this.#options.publisher.stop();
    this.#options.pictures.stop();
    // At the transport, not by name: a client that is sent away by name does not come back by itself.
    this.#io.engine.close();
    await this.#io.of('/').adapter.close();
  }

  /** Counts what comes over a new connection, and what waits to go out on it. */
  #watch(conn: Conn): void {
    const waiting = () => conn.writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
    this.#options.connections.open(wireBelow(conn), waiting);
  }

  /** Lets a socket in whose token stands for a session. Throws what it is turned away with. */
  async #admit(socket: LiveSocket): Promise<void> {
    const token: unknown = socket.handshake.auth.token;
    if (typeof token !== 'string') throw new Error('unauthenticated');
    const principal = await this.#options.guard.authenticate(token).catch((error: unknown) => {
      // Nothing is known of the session then: whoever asks again with the same token may be let in.
      if (error instanceof StoreFault) throw new Error('storeUnavailable');
      return null;
    });
    if (principal === null) throw new Error('unauthenticated');
    socket.data.token = token;
    socket.data.userId = principal.userId;
    const isAdmitted = this.#options.connections.admit(wireBelow(socket.conn), {
      principal,
      joints: () => jointsOf(socket.rooms),
      // The rooms were joined by the links as they were: the socket comes back to what is theirs now, or is told.
      end: () => socket.disconnect(true),
    });
    if (!isAdmitted) throw new Error('overloaded');
    const { userId } = principal;
    const own = principal.byLink
      ? [...principal.joints.assembly].map((jointId) => holderInJointRoom(userId, jointId))
      : [holderRoom(userId)];
    await socket.join(own);
  }

  #serve(socket: LiveSocket): void {
    const { log, connections } = this.#options;
    takeEvents(
      socket,
      {
        asked: {
          join: taking(
            validRoom,
            (room) => {
              // Answered without a look at anything: what a flood costs others.
              if (!connections.mayJoin(wireBelow(socket.conn))) return overloaded;
              return room.eventId === undefined
                ? this.#join(socket, room.jointId)
                : this.#joinEvent(socket, room.eventId);
            },
            noSuchRoom,
          ),
        },
        told: {
          leave: taking(validRoom, (room) => {
            for (const name of roomsOf(room)) void socket.leave(name);
          }),
        },
      },
      log,
    );
  }

  async #join(socket: LiveSocket, jointId: number): Promise<JoinedAnswer | Refusal> {
    const { guard, publisher } = this.#options;
    const principal = await guard.authenticate(socket.data.token);
    if (principal === null) return { ok: false, code: 'unauthenticated' };
    if (!mayWatch(principal)) return { ok: false, code: 'forbidden' };
    if (!(await seesJoint(principal, jointId, 'assembly', guard)))
      return { ok: false, code: 'jointNotFound' };
    // Whoever left meanwhile would stay in the room for ever.
    if (!socket.connected) return overloaded;
    // Into the room first: what happens while the snapshot is read arrives as an event, newer than it.
    await socket.join(
      isRunner(principal) ? [jointRoom(jointId), operatorsRoom(jointId)] : jointRoom(jointId),
    );
    const { snapshot } = await publisher.current(jointId);
    return new JoinedAnswer(snapshot);
  }

  async #joinEvent(socket: LiveSocket, eventId: number): Promise<JoinedAnswer | Refusal> {
    const { guard, pictures } = this.#options;
    const principal = await guard.authenticate(socket.data.token);
    if (principal === null) return { ok: false, code: 'unauthenticated' };
    if (!mayHost(principal)) return { ok: false, code: 'forbidden' };
    if (!(await seesEvent(principal, eventId, guard))) return { ok: false, code: 'eventNotFound' };
    if (!socket.connected) return overloaded;
    // First, as with a joint. Nobody is told anything of an event that does not exist.
    await socket.join(eventRoom(eventId));
    const snapshot = await pictures.current(eventId);
    if (snapshot !== undefined) return new JoinedAnswer(snapshot);
    await socket.leave(eventRoom(eventId));
    return { ok: false, code: 'eventNotFound' };
  }

  /** Sends what leads from one state to the next to this process's own sockets. */
  async #tell(now: JointState, before: JointState | undefined): Promise<void> {
    if (before === undefined) return;
    const { jointId, revision, at, registered } = now.snapshot;
    const changes = changesBetween(before, now);
    const everyone = { room: jointRoom(jointId) };
    if (changes.assembly !== null) broadcast(this.#io, everyone, 'assembly', changes.assembly);
    for (const event of changes.concepts) broadcast(this.#io, everyone, 'concept', event);
    for (const event of changes.votes) broadcast(this.#io, everyone, 'vote', event);
    if (changes.quorum !== null) broadcast(this.#io, everyone, 'quorum', changes.quorum);
    if (changes.units.length === 0) return;
    const event: RegistrationEvent = { jointId, revision, at, registered };
    const operators = operatorsRoom(jointId);
    broadcast(this.#io, { ...everyone, except: operators }, 'registration', event);
    const units = changes.units.map(unitToWire);
    broadcast(this.#io, { room: operators }, 'registration', { ...event, units });
    const { store, directory, log } = this.#options;
    try {
      const own = await unitsByHolder(store.db, directory, jointId, changes.units, before.units);
      for (const [userId, theirs] of own) {
        for (const room of [holderRoom(userId), holderInJointRoom(userId, jointId)]) {
          broadcast(this.#io, { room }, 'registration', { ...event, units: theirs });
        }
      }
    } catch (error) {
      // Holders still have the event without units, and ask for their own.
      log.warn({ err: error }, 'live');
    }
  }

  #listenToOthers(): void {
    const { publisher, pictures, sessions, connections, log } = this.#options;
    const heard = <A extends unknown[]>(listener: (...given: A) => unknown) => harmless(log, listener);
    pictures.onTouch((eventId) => this.#io.serverSideEmit('eventTouched', eventId));
    this.#io.on(
      'eventTouched',
      heard((eventId) => validId.Check(eventId) && pictures.changed(eventId)),
    );
    publisher.onTouch((jointIds) => this.#io.serverSideEmit('touched', [...jointIds]));
    this.#io.on(
      'touched',
      heard((jointIds) => {
        if (!validIds.Check(jointIds)) return;
        const known = new Set(publisher.known().map(({ key }) => key));
        for (const jointId of jointIds) if (known.has(jointId)) publisher.changed(jointId);
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
      heard((askId, jointIds) => {
        if (!validText.Check(askId) || !validIds.Check(jointIds)) return;
        this.#io.serverSideEmit('areThere', askId, [...new Set(this.#holdersHere(jointIds))]);
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
    const { publisher, pictures, store } = this.#options;
    const known = publisher.known();
    try {
      await pictures.lookForLostWords();
      if (known.length === 0) return;
      const jointIds = known.map(({ key }) => key);
      const newest = await newestRevisions(store.db, jointIds);
      for (const { key, revision } of known) {
        if ((newest.get(key) ?? 0) > revision) publisher.changed(key);
      }
    } catch {
      // The store is away for a moment; the next look comes in two seconds.
    }
  }
}

const watching: readonly Profile[] = watchers;
const mayWatch = (principal: Principal): boolean => watching.includes(principal.profileId);
const hosting: readonly Profile[] = hosts;
const mayHost = (principal: Principal): boolean => hosting.includes(principal.profileId);

const validRoom = Compile(Type.Union([EventRoom, JointRoom]));
const roomsOf = (room: Static<typeof EventRoom> | Static<typeof JointRoom>): string[] =>
  room.eventId === undefined
    ? [jointRoom(room.jointId), operatorsRoom(room.jointId)]
    : [eventRoom(room.eventId)];
/** What is no room is answered as one that does not exist. */
const noSuchRoom = (sent: unknown): Refusal => ({
  ok: false,
  code: typeof sent === 'object' && sent !== null && 'eventId' in sent ? 'eventNotFound' : 'jointNotFound',
});

/** Words between processes, as they must be to be heard. */
const validIds = Compile(Type.Array(Id));
const validId = Compile(Id);
const validTexts = Compile(Type.Array(Type.String()));
const validText = Compile(Type.String());

/** The joints whose rooms a socket is in. */
const jointsOf = (rooms: ReadonlySet<string>): number[] =>
  [...rooms].flatMap((room) => (room.startsWith('joint:') ? [Number(room.slice('joint:'.length))] : []));

/** The WebSocket below a connection of Engine.IO. */
const wireBelow = (conn: { transport: object }): WebSocket => Reflect.get(conn.transport, 'socket');
