import { io, type Socket } from 'socket.io-client';
import { LIVE_PATH } from '../../../shared/api.ts';
import type { ServerToClient, Snapshot } from '../../../shared/assemblies/live.ts';
import { comeBackLater, createBackoff, isPolicy } from './live-backoff.ts';

/** A join without an answer for this long: the socket only looks open (a laptop slept, a network changed). */
const JOIN_TIMEOUT_MS = 8_000;
/** Between two tries where the hub itself closed the socket, or could not answer: half of it to one and a half. */
const RETRY_MS = 1_200;

/**
 * How a socket connects, and how it comes back. The longest pause (1.8 s with the library's jitter) is what a screen may
 * wait after its server is there again, and all must be right within 3 s (`npm run faults`); 600 phones that wait so
 * knock 500 times a second.
 */
export const LIVE_SOCKET = {
  transports: ['websocket'],
  reconnectionDelay: 500,
  reconnectionDelayMax: 1_200,
  timeout: JOIN_TIMEOUT_MS,
};

interface Linking {
  /** Where the hub is; where the page came from when left out. */
  url?: string;
  /** Asked at each connection, so that a reconnection carries the token as it is then. */
  token: () => string | null;
  /** Renews the session, which ends it where the hub was right not to know it. */
  renew: () => Promise<void>;
  /** Connected: rooms are to be joined. */
  onUp: () => void;
  /** The hub is out of reach. */
  onDown: () => void;
}

interface Joining<Picture> {
  /** Whether anybody still wants the room when the hub answers. */
  isWanted: () => boolean;
  onSnapshot: (snapshot: Picture) => void;
  /** The hub cannot say it just now; it is asked again. */
  onDown: () => void;
  /** An error code: asking again is of no use. */
  onRefused: (code: string) => void;
}

/** What the hub says in rooms, by name. */
type Events = Record<string, (...data: never[]) => void>;

type Reply<Picture> = { ok: true; snapshot: Picture } | { ok: false; code: string };

/** What a page says to the hub of its rooms, of one kind or another. */
interface Rooms<Room, Picture> {
  join: (room: Room, reply: (answer: Reply<Picture>) => void) => void;
  leave: (room: Room) => void;
}

/**
 * A connection to the hub that comes back by itself, whatever ends it, until it is closed. `Heard`: the events of its
 * rooms; `Picture`: what a room is when one joins it.
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
      auth: (give: (said: object) => void) => give({ token: token() }),
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
      // The one case the library leaves to us: the server closed this socket (it restarts, or the session ended).
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

  /** Asks for a room and what it is now. */
  join(room: Room, joining: Joining<Picture>): void {
    const { isWanted, onSnapshot, onDown, onRefused } = joining;
    // The library's types work for rooms that are known.
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

  /** Lets go of a connection that may only look open; it comes back. */
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
   * The hub does not know the session: it ended, or the token this socket came with is older than the session's.
   * Renewing tells which: a 401 there ends the session.
   */
  async #askAgain(): Promise<void> {
    await this.#linking.renew();
    if (this.#isOpen) this.#connectLater();
  }
}

/** The connection of a page that shows joints. */
export type JointLink = LiveLink<ServerToClient, { jointId: number }, Snapshot>;

const tryAgainAfterMs = (): number => RETRY_MS / 2 + anyMomentOf(RETRY_MS);

/** All screens hear the same event at once; they need not all answer at once. */
export function anyMomentOf(ms: number): number {
  return Math.random() * ms;
}
