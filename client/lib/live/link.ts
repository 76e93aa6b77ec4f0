import { io, type Socket } from 'socket.io-client';
import { LIVE_PATH } from '../../../shared/api.ts';
import type { ServerToClient, Snapshot } from '../../../shared/assemblies/live.ts';
import { comeBackLater, createBackoff, isPolicy } from './backoff.ts';

/** Timeout of a join. A silent socket only looks open (a laptop slept, a network changed). */
const JOIN_TIMEOUT_MS = 8_000;
/** Pause before a retry if the hub closed the socket or could not answer: 0.5 to 1.5 times the value. */
const RETRY_MS = 1_200;

/**
 * Options of the socket. The longest reconnection pause (1.8 s with the library's jitter) delays a screen after the
 * server returns, and all screens must be right within 3 s (`npm run faults`). 600 waiting phones make 500 tries a
 * second.
 */
export const LIVE_SOCKET = {
  transports: ['websocket'],
  reconnectionDelay: 500,
  reconnectionDelayMax: 1_200,
  timeout: JOIN_TIMEOUT_MS,
};

interface Linking {
  /** Address of the hub. Default: origin of the page. */
  url?: string;
  /** Called at each connection, so a reconnection carries the current token. */
  token: () => string | null;
  /** Renews the session. A session unknown to the server ends here. */
  renew: () => Promise<void>;
  /** Connected: join the rooms now. */
  onUp: () => void;
  /** The hub is unreachable. */
  onDown: () => void;
}

interface Joining<Picture> {
  /** False if no screen needs the room any more. */
  isWanted: () => boolean;
  onSnapshot: (snapshot: Picture) => void;
  /** The hub cannot answer now; the join is retried. */
  onDown: () => void;
  /** Error code of a final refusal, without retry. */
  onRefused: (code: string) => void;
}

/** Events of the hub in rooms, by name. */
type Events = Record<string, (...data: never[]) => void>;

type Reply<Picture> = { ok: true; snapshot: Picture } | { ok: false; code: string };

/** Messages of a page to the hub. */
interface Rooms<Room, Picture> {
  join: (room: Room, reply: (answer: Reply<Picture>) => void) => void;
  leave: (room: Room) => void;
}

/**
 * Connection to the hub with automatic reconnection until `close`. `Heard`: events of the rooms; `Picture`: snapshot
 * returned by a join.
 */
export class LiveLink<Heard extends Events, Room extends object, Picture> {
  readonly socket: Socket<Heard, Rooms<Room, Picture>>;
  readonly #linking: Linking;
  readonly #backoff = createBackoff();
  #isOpen = true;

  constructor(linking: Linking) {
    const { url, token, onUp, onDown } = linking;
    this.#linking = linking;
    const options = {
      ...LIVE_SOCKET,
      path: LIVE_PATH,
      forceNew: true,
      auth: (give: (authData: object) => void) => give({ token: token() }),
    };
    const socket: typeof this.socket = url === undefined ? io(options) : io(url, options);
    this.socket = socket;
    socket.on('connect', () => {
      this.#backoff.connected();
      onUp();
    });
    socket.on('disconnect', (reason, details) => {
      if (!this.#isOpen) return;
      onDown();
      if (isPolicy(details)) this.#stayAway();
      // The library does not reconnect after a close by the server (a restart, or an ended session).
      if (reason === 'io server disconnect') this.#connectLater();
    });
    socket.on('connect_error', (error) => {
      onDown();
      if (error.message === 'unauthenticated') void this.#askAgain();
      else if (error.message === 'storeUnavailable') this.#connectLater();
      else if (!socket.active) this.#stayAway();
    });
  }

  get isConnected(): boolean {
    return this.socket.connected;
  }

  /** Joins a room and receives a snapshot. */
  join(room: Room, joining: Joining<Picture>): void {
    const { isWanted, onSnapshot, onDown, onRefused } = joining;
    // The library's types need concrete room types.
    const socket = this.socket as unknown as Socket<Heard, Rooms<object, Picture>>;
    socket.timeout(JOIN_TIMEOUT_MS).emit('join', room, (silence: unknown, reply: Reply<Picture>) => {
      if (!this.#isOpen || !isWanted()) return;
      if (silence) {
        if (socket.connected) this.drop();
      } else if (reply.ok) {
        onSnapshot(reply.snapshot);
      } else if (reply.code === 'unauthenticated') {
        onDown();
        if (socket.connected) socket.disconnect();
        void this.#askAgain();
      } else if (reply.code === 'overloaded' || reply.code === 'internal') {
        onDown();
        setTimeout(() => {
          if (this.#isOpen && socket.connected) this.join(room, joining);
        }, tryAgainAfterMs());
      } else {
        onRefused(reply.code);
      }
    });
  }

  /** Closes a connection that may only look open. The library reconnects. */
  drop(): void {
    this.socket.io.engine?.close();
  }

  close(): void {
    this.#isOpen = false;
    this.socket.disconnect();
  }

  #stayAway(): void {
    comeBackLater(this.socket, this.#backoff.sentAway(), () => this.#isOpen);
  }

  #connectLater(): void {
    setTimeout(() => this.#isOpen && this.socket.connect(), tryAgainAfterMs());
  }

  /**
   * The hub does not know the session: ended, or this socket carries an old token. The renewal decides: a 401 there
   * ends the session.
   */
  async #askAgain(): Promise<void> {
    await this.#linking.renew();
    if (this.#isOpen) this.#connectLater();
  }
}

/** Connection of a page that shows joints. */
export type JointLink = LiveLink<ServerToClient, { jointId: number }, Snapshot>;

const tryAgainAfterMs = (): number => RETRY_MS / 2 + anyMomentOf(RETRY_MS);

/** Random delay up to `ms`. All screens hear the same event at once and should not answer together. */
export function anyMomentOf(ms: number): number {
  return Math.random() * ms;
}
