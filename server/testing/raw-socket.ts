import { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import { LIVE_PATH } from '../../shared/api.ts';

/** WebSocket connection for sending any frame, with a record of all received messages. */
export class RawSocket {
  readonly heard: string[] = [];
  readonly wire: WebSocket;
  /** Code of the close; 1006 without a close frame. Null while the connection is open. */
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

  /** Sends a frame unchanged. Ignored after the close. */
  send(frame: string | Buffer): void {
    if (this.wire.readyState === WebSocket.OPEN) this.wire.send(frame);
  }

  /** Writes bytes to the connection without a WebSocket frame. */
  sendBytes(bytes: Buffer): void {
    const below: unknown = Reflect.get(this.wire, '_socket');
    if (below instanceof Duplex && below.writable) below.write(bytes);
  }

  /** Returns the first fitting message, already received or future. Undefined if the connection closes before. */
  async hear(fits: (message: string) => boolean): Promise<string | undefined> {
    for (;;) {
      const found = this.heard.find(fits);
      if (found !== undefined || this.closed !== null) return found;
      await this.#next('message');
    }
  }

  /** Waits until the server has read all sent frames, or the connection is closed. */
  async heardOut(): Promise<void> {
    if (this.closed !== null) return;
    const answered = this.#next('pong');
    this.wire.ping();
    await answered;
  }

  /** Waits for the close of the connection. Returns the code. */
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

/**
 * Opens a WebSocket to the live server without the Socket.IO client, for tests with malformed messages.
 * Signs in if a token is passed.
 */
export async function openHubSocket(url: string, token?: string): Promise<RawSocket> {
  const socket = new RawSocket(`${url}${LIVE_PATH}/?EIO=4&transport=websocket`);
  await socket.hear((message) => message.startsWith('0'));
  if (token === undefined) return socket;
  socket.send(`40${JSON.stringify({ token })}`);
  await socket.hear((message) => message.startsWith('40'));
  return socket;
}
