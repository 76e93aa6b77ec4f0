/** TCP proxy between a browser and the server. Imitates network failures. */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Network state between browser and server:
 * - `whole`: all data pass.
 * - `silent`: no data pass and neither side is notified; sent data wait and arrive after the state is `whole`
 *   again.
 * - `gone`: every connection is reset, at once and from then on.
 * - `noSockets`: requests pass; WebSockets are reset, and new WebSockets refused, as by some proxies.
 */
type State = 'whole' | 'silent' | 'gone' | 'noSockets';

interface Line {
  near: Socket;
  far: Socket | null;
  isWebSocket: boolean;
}

export class TcpProxy {
  readonly url: string;
  /** Paths of all received requests, including WebSockets. */
  readonly #paths: string[] = [];
  readonly #server: Server;
  readonly #port: number;
  readonly #lines = new Set<Line>();
  #state: State = 'whole';

  private constructor(server: Server, port: number, farPort: number) {
    this.#server = server;
    this.#port = farPort;
    this.url = `http://127.0.0.1:${port}`;
    server.on('connection', (near) => this.#take(near));
  }

  static async to(serverUrl: string): Promise<TcpProxy> {
    const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('No free port was found.');
    return new TcpProxy(server, address.port, Number(new URL(serverUrl).port));
  }

  /** Changes the network state. Returns the time by the machine's clock, epoch ms. */
  turn(state: State): number {
    this.#state = state;
    for (const line of this.#lines) {
      if (state === 'gone' || (state === 'noSockets' && line.isWebSocket)) this.#drop(line);
      else if (state === 'silent') this.#hold(line);
      else this.#letPass(line);
    }
    return Date.now();
  }

  /** Number of requests so far with a matching path. */
  count(path: RegExp): number {
    return this.#paths.filter((one) => path.test(one)).length;
  }

  async remove(): Promise<void> {
    for (const line of this.#lines) this.#drop(line);
    this.#server.close();
    await once(this.#server, 'close');
  }

  #take(near: Socket): void {
    const line: Line = { near, far: null, isWebSocket: false };
    this.#lines.add(line);
    near.setNoDelay(true);
    near.on('error', () => undefined);
    near.on('close', () => this.#lines.delete(line));
    near.on('data', (chunk) => this.#send(line, chunk));
    near.on('end', () => line.far?.end());
    if (this.#state === 'gone') this.#drop(line);
    else if (this.#state !== 'silent') this.#letPass(line);
  }

  #hold({ near, far }: Line): void {
    near.pause();
    far?.pause();
  }

  #letPass(line: Line): void {
    line.far ??= this.#reach(line);
    line.far.resume();
    line.near.resume();
  }

  #drop({ near, far }: Line): void {
    near.resetAndDestroy();
    far?.resetAndDestroy();
  }

  #reach(line: Line): Socket {
    const far = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    far.on('data', (chunk) => line.near.write(chunk));
    far.on('end', () => line.near.end());
    // The server is absent or has died.
    far.on('error', () => line.near.resetAndDestroy());
    line.near.on('close', () => far.destroySoon());
    return far;
  }

  #send(line: Line, chunk: Buffer): void {
    // Browsers send the head of a request in one piece, and only after the last answer.
    const text = line.isWebSocket ? '' : chunk.toString('latin1');
    const path = /^[A-Z]+ (\S+) HTTP\/1\.1\r\n/.exec(text)?.[1];
    if (path !== undefined) {
      this.#paths.push(path);
      line.isWebSocket = /\r\nupgrade: websocket\r\n/i.test(text);
      if (line.isWebSocket && this.#state === 'noSockets') {
        line.near.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
        return;
      }
    }
    line.far?.write(chunk);
  }
}
