import type { Socket } from 'socket.io';
import type { Message, Whereto } from './topic.ts';

/**
 * A socket that reads slower than this is let go, and comes back to a fresh snapshot: two seconds of a slow phone
 * network, and with 1,000 sockets that read nothing no more than a quarter of a gigabyte.
 */
export const MAX_BUFFERED = 256 * 1024;

/** The part of a Socket.IO server that is used here. */
interface Hall {
  sockets: {
    adapter: { rooms: ReadonlyMap<string, ReadonlySet<string>> };
    sockets: ReadonlyMap<string, Pick<Socket, 'conn'>>;
  };
}

/** The part of Engine.IO's WebSocket that is used here. */
interface Wire {
  bufferedAmount: number;
  terminate: () => void;
  _sender: { sendFrame: (frame: Buffer[]) => void };
}

/** An event on its way. */
interface Round {
  /** Sockets that were in the room when it was sent; who came later has a snapshot that is as new. */
  ids: readonly string[];
  /** How many of them have been seen to. */
  done: number;
  left: ReadonlySet<string> | undefined;
  message: string;
  frame: Buffer[];
}

/** A slice of sending holds the loop no longer than this: whoever votes meanwhile is answered between two. */
const SLICE_MS = 8;
/** Sockets between two looks at the clock. */
const LOOK_EACH = 64;

/**
 * Sends events to the sockets of this process, one event after the other, so that each socket gets them in order. An
 * event is encoded once, down to the frame, and written straight to each WebSocket: with thousands of listeners, what the
 * layers above do for each of them costs as much as the writing. Begun at once, and gone on with in slices.
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

  /** Milliseconds that sending has held the loop so far. */
  get spentMs(): number {
    return this.#spentMs;
  }

  /** Resolves when everything that was to be sent until now is. */
  whenSent(): Promise<void> {
    if (this.#rounds.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenSent.push(resolve));
  }

  send({ room, except }: Whereto, { event, data }: Message): void {
    const { adapter } = this.#io.sockets;
    const members = adapter.rooms.get(room);
    if (members === undefined) return;
    // An event of Socket.IO (2), as a message of Engine.IO (4).
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

  /** One slice, and a turn of the loop later the next. */
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

  /** Always sees to some sockets. @returns false where the slice was over before the round was */
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
 * The WebSocket itself, as long as nothing waits in the layers above it: what is sent through them then is on its
 * way, and what is written now comes after.
 */
function wireOf({ conn }: Pick<Socket, 'conn'>): Wire | null {
  const { transport, readyState } = conn;
  if (readyState !== 'open' || !transport.writable || transport.name !== 'websocket') return null;
  const wire: Partial<Wire> | undefined = Reflect.get(transport, 'socket');
  return typeof wire?._sender?.sendFrame === 'function' ? (wire as Wire) : null;
}

/** An unmasked text frame, whole. */
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
