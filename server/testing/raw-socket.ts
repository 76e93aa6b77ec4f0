import { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import { LIVE_PATH } from '../../shared/api.ts';

/** A WebSocket on which anything may be sent, with everything that came over it. */
export class RawSocket {
  readonly heard: string[] = [];
  readonly wire: WebSocket;
  /** The close code, once it is closed; 1006 where none came. */
  closed: number | null = null;

  constructor(url: string, token?: string) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    this.wire = new WebSocket(url.replace(/^http/, 'ws'), { headers, perMessageDeflate: false });
    this.wire.on('error', () => undefined);
    this.wire.on('close', (code) => {
      this.closed = code;
    });
    this.wire.on('message', (data) => {
      this.heard.push(String(data));
    });
  }

  /** Sends a frame as it is; one that comes after the end is dropped. */
  send(frame: string | Buffer): void {
    if (this.wire.readyState === WebSocket.OPEN) this.wire.send(frame);
  }

  /** Writes bytes below the frames. */
  sendBytes(bytes: Buffer): void {
    const below: unknown = Reflect.get(this.wire, '_socket');
    if (below instanceof Duplex && below.writable) below.write(bytes);
  }

  /** The first message that fits, heard already or to come; undefined where it closes before. */
  async hear(fits: (message: string) => boolean): Promise<string | undefined> {
    for (;;) {
      const found = this.heard.find(fits);
      if (found !== undefined || this.closed !== null) return found;
      await this.#next('message');
    }
  }

  /** Waits until all that was sent has been taken, or the connection is over. */
  async heardOut(): Promise<void> {
    if (this.closed !== null) return;
    const answered = this.#next('pong');
    this.wire.ping();
    await answered;
  }

  /** Waits for its end. */
  async end(): Promise<number> {
    while (this.closed === null) await this.#next('close');
    return this.closed;
  }

  #next(what: 'message' | 'pong' | 'close'): Promise<void> {
    return new Promise((resolve) => {
      this.wire.once(what, () => resolve());
      this.wire.once('close', () => resolve());
    });
  }

  close(): void {
    this.wire.terminate();
  }
}

/** A connection to the hub below Socket.IO: opened, and let in where there is a token. */
export async function openHubSocket(url: string, token?: string): Promise<RawSocket> {
  const socket = new RawSocket(`${url}${LIVE_PATH}/?EIO=4&transport=websocket`);
  await socket.hear((message) => message.startsWith('0'));
  if (token === undefined) return socket;
  socket.send(`40${JSON.stringify({ token })}`);
  await socket.hear((message) => message.startsWith('40'));
  return socket;
}
