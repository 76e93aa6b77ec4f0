import { io, type Socket } from 'socket.io-client';
import { LIVE_PATH } from '../../../shared/api.ts';
import type { ServerToClient, Snapshot } from '../../../shared/assemblies/live.ts';
import { comeBackLater, createBackoff, isPolicy } from './backoff.ts';

/**
 * Time limit for the reply to a join, ms. No reply means that the socket only seems open (a laptop slept, a network
 * changed).
 */
const JOIN_TIMEOUT_MS = 8_000;
/**
 * Base of the pause before a retry, ms, if the live server closed the socket or could not answer. The real pause is
 * 0.5 to 1.5 times as long.
 */
const RETRY_MS = 1_200;

/**
 * Socket.IO options for the live connection. The pauses between reconnections are short (1.8 s at most,
 * with the random spread), because all screens must be right within 3 s after the server returns. 600
 * waiting phones make 500 tries a second.
 */
export const LIVE_SOCKET = {
  transports: ['websocket'],
  reconnectionDelay: 500,
  reconnectionDelayMax: 1_200,
  timeout: JOIN_TIMEOUT_MS,
};

interface Linking {
  /** URL of the live server. Default: origin of the page. */
  url?: string;
  /** Returns the session token. Called at each connection, so a reconnection carries the current token. */
  token: () => string | null;
  /** Renews the session. Ends a session unknown to the server. */
  renew: () => Promise<void>;
  /** Called once connected: the page joins the rooms of the shown joints. */
  onUp: () => void;
  /** Called if the live server is unreachable. */
  onDown: () => void;
}

interface RoomRequest<Picture> {
  /** Returns false once no screen needs the room any more. */
  isWanted: () => boolean;
  onSnapshot: (snapshot: Picture) => void;
  /** Called if the live server cannot answer now; the join is retried. */
  onDown: () => void;
  /** Called with the error code of a final refusal; the join is not retried. */
  onRefused: (code: string) => void;
}

/** Events that the live server sends to a room, with handlers by event name. */
type Events = Record<string, (...data: never[]) => void>;

type Reply<Picture> = { ok: true; snapshot: Picture } | { ok: false; code: string };

/** Messages that a page sends to the live server. */
interface Rooms<Room, Picture> {
  join: (room: Room, reply: (answer: Reply<Picture>) => void) => void;
  leave: (room: Room) => void;
}

/**
 * Connection to the live server (Socket.IO), with automatic reconnection until `close`. Type parameters:
 * `Heard`, the received events; `Room`, the record to join; `Picture`, the state returned by a join.
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

  /** Joins a room and receives a snapshot of the state. Retries until the server answers or `isWanted` is false. */
  join(room: Room, joining: RoomRequest<Picture>): void {
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

  /** Closes a connection that may only seem open. Socket.IO then reconnects. */
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
   * Renews the session after the live server did not know the session: ended, or the socket has an old token. A
   * renewal refused with 401 ends the session.
   */
  async #askAgain(): Promise<void> {
    await this.#linking.renew();
    if (this.#isOpen) this.#connectLater();
  }
}

/** Live connection of a page that shows joints. */
export type JointLink = LiveLink<ServerToClient, { jointId: number }, Snapshot>;

const tryAgainAfterMs = (): number => RETRY_MS / 2 + anyMomentOf(RETRY_MS);

/**
 * Returns a random delay from 0 to `ms` milliseconds. Screens wait the delay before a request after a live
 * event, so the requests do not arrive all at once.
 */
export function anyMomentOf(ms: number): number {
  return Math.random() * ms;
}
