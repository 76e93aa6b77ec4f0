import type { Socket } from 'socket.io';
import type { Message, Whereto } from './topic.ts';

/**
 * Maximum bytes waiting for a slow live client, before the client is disconnected. The client reconnects
 * later and gets the complete state. 256 kB are two seconds of a slow phone network.
 */
export const MAX_BUFFERED = 256 * 1024;

/** Fields of a Socket.IO server that this file uses. */
interface Hall {
  sockets: {
    adapter: { rooms: ReadonlyMap<string, ReadonlySet<string>> };
    sockets: ReadonlyMap<string, Pick<Socket, 'conn'>>;
  };
}

/** Fields of Engine.IO's WebSocket that this file uses. */
interface Wire {
  bufferedAmount: number;
  terminate: () => void;
  _sender: { sendFrame: (frame: Buffer[]) => void };
}

/** Event being sent to the members of a room. */
interface Round {
  /** Ids of the sockets in the room when the sending began. A later member has an equally new snapshot. */
  ids: readonly string[];
  /** Number of sockets with the event received. */
  done: number;
  left: ReadonlySet<string> | undefined;
  message: string;
  frame: Buffer[];
}

/** Longest milliseconds of sending without a pause: votes are answered in the pauses. */
const SLICE_MS = 8;
/** Number of sockets served between two looks at the clock. */
const LOOK_EACH = 64;

/**
 * Sends live events (changes of an assembly) to the sockets of the process, in order for each socket.
 * Writes each event as bytes only once for all WebSockets. Pauses after 8 milliseconds of sending, so
 * requests go on meanwhile.
 */
export class Broadcaster {
  readonly #io: Hall;
  readonly #slice: { ms: number; lookEach: number };
  readonly #rounds: Round[] = [];
  readonly #whenSent: (() => void)[] = [];
  #isWaiting = false;
  #spentMs = 0;

  constructor(io: Hall, slice = { ms: SLICE_MS, lookEach: LOOK_EACH }) {
    this.#io = io;
    this.#slice = slice;
  }

  /** Milliseconds of the event loop spent on sending so far. */
  get spentMs(): number {
    return this.#spentMs;
  }

  /** Resolves when all events passed to this class so far are sent. */
  whenSent(): Promise<void> {
    if (this.#rounds.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenSent.push(resolve));
  }

  send({ room, except }: Whereto, { event, data }: Message): void {
    const { adapter } = this.#io.sockets;
    const members = adapter.rooms.get(room);
    if (members === undefined) return;
    // An event of Socket.IO (2) in a message of Engine.IO (4).
    const message = `2${JSON.stringify([event, data])}`;
    this.#rounds.push({
      ids: [...members],
      done: 0,
      left: except === undefined ? undefined : adapter.rooms.get(except),
      message,
      frame: [frameOf(`4${message}`)],
    });
    if (!this.#isWaiting) this.#goOn();
  }

  /** Sends for some milliseconds and schedules the rest for the next turn of the event loop. */
  #goOn(): void {
    this.#isWaiting = false;
    const began = performance.now();
    const isOver = () => performance.now() - began >= this.#slice.ms;
    for (let [round] = this.#rounds; round !== undefined; [round] = this.#rounds) {
      if (!this.#sendOn(round, isOver)) break;
      this.#rounds.shift();
    }
    this.#spentMs += performance.now() - began;
    if (this.#rounds.length === 0) for (const sent of this.#whenSent.splice(0)) sent();
    else {
      this.#isWaiting = true;
      setImmediate(() => this.#goOn());
    }
  }

  /**
   * Sends an event to at least a few sockets.
   * @returns false if the time ended before the last socket
   */
  #sendOn(round: Round, isOver: () => boolean): boolean {
    const { ids, left, message, frame } = round;
    const { sockets } = this.#io.sockets;
    while (round.done < ids.length) {
      const id = ids[round.done] ?? '';
      round.done += 1;
      const socket = sockets.get(id);
      const wire = socket === undefined || left?.has(id) ? undefined : wireOf(socket);
      if (wire === null) socket?.conn.write(message);
      else if (wire !== undefined && wire.bufferedAmount > MAX_BUFFERED) wire.terminate();
      else wire?._sender.sendFrame(frame);
      if (round.done % this.#slice.lookEach === 0 && isOver()) return round.done === ids.length;
    }
    return true;
  }
}

/**
 * Returns the WebSocket of a Socket.IO connection if no messages wait in the layers above, so a direct write stays
 * in order. Null otherwise.
 */
function wireOf({ conn }: Pick<Socket, 'conn'>): Wire | null {
  const { transport, readyState } = conn;
  if (readyState !== 'open' || !transport.writable || transport.name !== 'websocket') return null;
  const wire: Partial<Wire> | undefined = Reflect.get(transport, 'socket');
  return typeof wire?._sender?.sendFrame === 'function' ? (wire as Wire) : null;
}

/** Encodes a text as a complete, unmasked WebSocket frame. */
function frameOf(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head =
    length < 126 ? [0x81, length] : length < 65_536 ? [0x81, 126, length >> 8, length & 0xff] : null;
  if (head !== null) return Buffer.concat([Buffer.from(head), payload]);
  const long = Buffer.alloc(10);
  long.writeUInt8(0x81, 0);
  long.writeUInt8(127, 1);
  long.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([long, payload]);
}
