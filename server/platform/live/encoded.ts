import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser';

const texts = new WeakMap<object, string>();

/** Returns the JSON of a snapshot, written once per snapshot. */
function jsonOf(snapshot: object): string {
  const cached = texts.get(snapshot);
  if (cached !== undefined) return cached;
  const text = JSON.stringify(snapshot);
  texts.set(snapshot, text);
  return text;
}

/**
 * Answer to a live client after a join (start of following a joint or event): the whole state as JSON text.
 * The text is written once for all clients.
 */
export class JoinedAnswer {
  readonly text: string;

  constructor(snapshot: object) {
    this.text = `{"ok":true,"snapshot":${jsonOf(snapshot)}}`;
  }
}

const frames = new WeakMap<object, Buffer>();

/**
 * Returns the first message of the plain WebSocket feed: the whole state as JSON bytes, written once for
 * all clients.
 */
export function snapshotFrame(snapshot: object): Buffer {
  const cached = frames.get(snapshot);
  if (cached !== undefined) return cached;
  const frame = Buffer.from(`{"event":"snapshot","data":${jsonOf(snapshot)}}`);
  frames.set(snapshot, frame);
  return frame;
}

class HubEncoder extends Encoder {
  override encode(packet: Packet): (string | Buffer)[] {
    const [answer]: unknown[] = packet.type === PacketType.ACK ? packet.data : [];
    if (answer instanceof JoinedAnswer) return [`${PacketType.ACK}${packet.id}[${answer.text}]`];
    return super.encode(packet);
  }
}

/** Decoder of the Socket.IO server; refuses binary packets before buffering, since no event is binary. */
class HubDecoder extends Decoder {
  override add(frame: unknown): void {
    if (typeof frame !== 'string' || /^[56]/.test(frame)) throw new Error('Binary packets are refused.');
    super.add(frame);
  }
}

/**
 * Encoder and decoder for the Socket.IO server: sends a `JoinedAnswer` unchanged, and refuses binary
 * messages.
 */
export const hubParser = { Encoder: HubEncoder, Decoder: HubDecoder };
