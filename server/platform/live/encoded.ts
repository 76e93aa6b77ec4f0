import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser';

const texts = new WeakMap<object, string>();

/** A snapshot as JSON, serialised once for all who join while it is the newest. */
function jsonOf(snapshot: object): string {
  const known = texts.get(snapshot);
  if (known !== undefined) return known;
  const text = JSON.stringify(snapshot);
  texts.set(snapshot, text);
  return text;
}

/** The answer to a join, as text that the encoder below sends as it is. */
export class JoinedAnswer {
  readonly text: string;

  constructor(snapshot: object) {
    this.text = `{"ok":true,"snapshot":${jsonOf(snapshot)}}`;
  }
}

const frames = new WeakMap<object, Buffer>();

/** The first frame of the plain feed, one buffer for all. */
export function snapshotFrame(snapshot: object): Buffer {
  const known = frames.get(snapshot);
  if (known !== undefined) return known;
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

/** Refuses binary packets, which no event uses, before anything is buffered for them. */
class HubDecoder extends Decoder {
  override add(frame: unknown): void {
    if (typeof frame !== 'string' || /^[56]/.test(frame)) throw new Error('binary');
    super.add(frame);
  }
}

/** How the hub writes and reads packets. */
export const hubParser = { Encoder: HubEncoder, Decoder: HubDecoder };
