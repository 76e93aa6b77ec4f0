import type { Socket } from 'socket.io';
import type { Message } from './topic.ts';

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

/**
 * Sends an event to every socket of this process that is in a room, and not in another: in order with whatever else
 * is sent to them. Encoded once, down to the frame, and written straight to each WebSocket: with thousands of
 * listeners, what the layers above do for each of them costs as much as the writing.
 */
export function broadcast(
  io: Hall,
  { room, except }: { room: string; except?: string },
  { event, data }: Message,
): void {
  const { adapter, sockets } = io.sockets;
  const members = adapter.rooms.get(room);
  if (members === undefined) return;
  const left = except === undefined ? undefined : adapter.rooms.get(except);
  // An event of Socket.IO (2), as a message of Engine.IO (4).
  const message = `2${JSON.stringify([event, data])}`;
  const frame = [frameOf(`4${message}`)];
  for (const id of members) {
    const socket = sockets.get(id);
    if (socket === undefined || left?.has(id)) continue;
    const wire = wireOf(socket);
    if (wire === null) socket.conn.write(message);
    else if (wire.bufferedAmount > MAX_BUFFERED) wire.terminate();
    else wire._sender.sendFrame(frame);
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
