import { LIVE_PATH } from '../../../shared/api.ts';
import type { ServerToClient, Snapshot } from '../../../shared/assemblies/live.ts';
import { createBackoff, POLICY } from './backoff.ts';

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
 * Times of the live connection, ms. The pauses between reconnections are short (1.8 s at most, with the random
 * spread), because all screens must be right within 3 s after the server returns. 600 waiting phones make 500 tries
 * a second.
 */
export const LIVE_TIMES = { reconnect: 500, longestReconnect: 1_200, opening: JOIN_TIMEOUT_MS };

interface Linking<Heard> {
  /** Handlers of the events, by name. */
  on: Heard;
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

/** Kinds of frames of Engine.IO and, after `message`, of Socket.IO: the first letters of a frame. */
const FRAME = { open: '0', close: '1', ping: '2', message: '4' };
const PACKET = { connect: '0', disconnect: '1', event: '2', reply: '3', refusal: '4' };

/**
 * Connection to the live server in the protocol of Socket.IO, with automatic reconnection until `close`. Written out,
 * because the library is a tenth of a phone's first load. Type parameters: `Heard`, the received events; `Room`, the
 * record to join; `Picture`, the state returned by a join.
 */
export class LiveLink<Heard extends Events, Room extends object, Picture> {
  readonly #linking: Linking<Heard>;
  readonly #backoff = createBackoff();
  #isOpen = true;
  /** Null during a pause. */
  #socket: WebSocket | null = null;
  #isConnected = false;
  #next: ReturnType<typeof setTimeout> | undefined;
  /** Closes the socket after a silence. */
  #silence: ReturnType<typeof setTimeout> | undefined;
  #silenceMs = LIVE_TIMES.opening;
  /** Failed connections since the last success. */
  #failures = 0;
  #replies = new Map<string, (reply: Reply<Picture>) => void>();
  #lastReply = 0;

  constructor(linking: Linking<Heard>) {
    this.#linking = linking;
    this.connect();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Connects now instead of after the pause. */
  connect(): void {
    clearTimeout(this.#next);
    if (!this.#isOpen || this.#socket !== null) return;
    const url = new URL(`${LIVE_PATH}/?EIO=4&transport=websocket`, this.#linking.url ?? window.location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#silenceMs = LIVE_TIMES.opening;
    this.#noteLife();
    socket.onmessage = ({ data }) => {
      if (socket === this.#socket) this.#read(String(data));
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#lose(code === POLICY ? this.#backoff.sentAway() : this.#pauseMs());
    };
  }

  /** Joins a room and receives a snapshot of the state. Retries until the server answers or `isWanted` is false. */
  join(room: Room, joining: RoomRequest<Picture>): void {
    const { isWanted, onSnapshot, onDown, onRefused } = joining;
    this.#lastReply += 1;
    const id = String(this.#lastReply);
    const late = setTimeout(() => {
      if (this.#replies.delete(id) && isWanted()) this.drop();
    }, JOIN_TIMEOUT_MS);
    this.#replies.set(id, (reply) => {
      clearTimeout(late);
      if (!isWanted()) return;
      if (reply.ok) {
        onSnapshot(reply.snapshot);
      } else if (reply.code === 'unauthenticated') {
        this.#lose(null);
        void this.#renewAndConnect();
      } else if (reply.code === 'overloaded' || reply.code === 'internal') {
        onDown();
        setTimeout(() => this.#isConnected && this.join(room, joining), tryAgainAfterMs());
      } else {
        onRefused(reply.code);
      }
    });
    this.#send(PACKET.event + id, ['join', room]);
  }

  leave(room: Room): void {
    if (this.#isConnected) this.#send(PACKET.event, ['leave', room]);
  }

  /** Closes a connection that may only seem open, and connects again. */
  drop(): void {
    if (this.#socket !== null) this.#lose(this.#pauseMs());
  }

  close(): void {
    this.#isOpen = false;
    this.#lose(null);
  }

  #send(kind: string, data: unknown): void {
    this.#socket?.send(FRAME.message + kind + JSON.stringify(data));
  }

  #read(frame: string): void {
    const [kind] = frame;
    if (kind === FRAME.open) {
      const { pingInterval, pingTimeout } = JSON.parse(frame.slice(1));
      this.#silenceMs = pingInterval + pingTimeout;
      this.#send(PACKET.connect, { token: this.#linking.token() });
    } else if (kind === FRAME.ping) this.#socket?.send('3');
    else if (kind === FRAME.message) this.#readPacket(frame.slice(1));
    this.#noteLife();
  }

  #readPacket(packet: string): void {
    const [, kind, id = '', json = ''] = /^(\d)(\d*)(.*)$/s.exec(packet) ?? [];
    if (kind === PACKET.connect) {
      this.#isConnected = true;
      this.#failures = 0;
      this.#backoff.connected();
      this.#linking.onUp();
    } else if (kind === PACKET.event) {
      const [name, ...data] = JSON.parse(json);
      this.#linking.on[name]?.(...(data as never[]));
    } else if (kind === PACKET.reply) {
      const reply = this.#replies.get(id);
      this.#replies.delete(id);
      reply?.(JSON.parse(json)[0]);
    } else if (kind === PACKET.disconnect) this.#lose(tryAgainAfterMs());
    else if (kind === PACKET.refusal) {
      const { message } = JSON.parse(json);
      this.#lose(message === 'storeUnavailable' ? tryAgainAfterMs() : null);
      if (message === 'unauthenticated') void this.#renewAndConnect();
      else if (message !== 'storeUnavailable') this.#connectAfter(this.#backoff.sentAway());
    }
  }

  /** Every frame shows that the server is there; the server sends a frame at least every ten seconds. */
  #noteLife(): void {
    clearTimeout(this.#silence);
    if (this.#socket !== null) this.#silence = setTimeout(() => this.drop(), this.#silenceMs);
  }

  /** Gives up the socket. `pauseMs`: time until the next try; null: no next try. */
  #lose(pauseMs: number | null): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isConnected = false;
    this.#replies.clear();
    clearTimeout(this.#silence);
    clearTimeout(this.#next);
    socket?.close();
    if (!this.#isOpen) return;
    this.#linking.onDown();
    if (pauseMs !== null) this.#connectAfter(pauseMs);
  }

  #connectAfter(pauseMs: number): void {
    this.#next = setTimeout(() => this.connect(), pauseMs);
  }

  #pauseMs(): number {
    const due = Math.min(LIVE_TIMES.longestReconnect, LIVE_TIMES.reconnect * 2 ** this.#failures);
    this.#failures += 1;
    return due / 2 + anyMomentOf(due);
  }

  /**
   * Renews the session after the live server did not know the session: ended, or the socket has an old token. A
   * renewal refused with 401 ends the session.
   */
  async #renewAndConnect(): Promise<void> {
    await this.#linking.renew();
    if (this.#isOpen) this.#connectAfter(tryAgainAfterMs());
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
