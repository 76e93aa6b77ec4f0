import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Random } from '../../../server/testing/random.ts';

/** Present disturbance of the network. */
interface Weather {
  /** Part (0 to 1) of the answers lost by cutting the connection. */
  lost: number;
  /** True if no data pass, without a notice to either side. */
  silent: boolean;
  latencyMs: number;
  bytesPerSecond: number;
}

const CLEAR: Weather = { lost: 0, silent: false, latencyMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY };

/** Connection of a client, with the connection to the server. */
interface Pair {
  client: Socket;
  server: Socket | null;
  /** True from a silent disturbance on, until the connection is cut. */
  isSilent: boolean;
  /** True for a WebSocket, because later data are not HTTP answers. */
  isUpgraded: boolean;
  /** Time to forward the last delayed piece of data, by direction (ms of the monotonic clock). */
  due: { up: number; down: number };
}

/**
 * TCP load balancer on loopback: passes connections to the servers in turn, and to the next server if a connection
 * is refused. Imitates a failing network on order: cuts connections before answers, goes silent, slows down, or
 * disappears.
 */
export class TcpBalancer {
  readonly #ports: readonly number[];
  readonly #random: Random;
  readonly #pairs = new Set<Pair>();
  #server: Server | null = null;
  #port = 0;
  #turn = 0;
  #weather = CLEAR;

  private constructor(ports: readonly number[], random: Random) {
    this.#ports = ports;
    this.#random = random;
  }

  /**
   * Starts the balancer on a free port.
   * @param ports of the servers, on loopback
   */
  static async start(ports: readonly number[], random: Random): Promise<TcpBalancer> {
    const balancer = new TcpBalancer(ports, random);
    await balancer.comeBack();
    return balancer;
  }

  /** Port of the balancer on loopback; stays the same. */
  get port(): number {
    return this.#port;
  }

  /** Cuts a part (0 to 1) of the connections after a request was forwarded and before the answer. */
  loseAnswers(part: number): void {
    this.#weather = { ...CLEAR, lost: part };
  }

  /** Keeps every connection open, old and new, but forwards no data until `clear`. */
  fallSilent(): void {
    this.#weather = { ...CLEAR, silent: true };
    for (const pair of this.#pairs) pair.isSilent = true;
  }

  /** Delays each piece of data and limits the bytes per second in each direction of a connection. */
  slowDown(latencyMs: number, bytesPerSecond: number): void {
    this.#weather = { ...CLEAR, latencyMs, bytesPerSecond };
  }

  /**
   * Ends the disturbance of the network. Connections that were silent are reset, as a router does with forgotten
   * connections.
   */
  clear(): void {
    this.#weather = CLEAR;
    for (const pair of this.#pairs) if (pair.isSilent) this.#cut(pair);
  }

  /** Makes the balancer unreachable: stops listening and resets all connections. */
  async leave(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    const closed = once(server, 'close');
    server.close();
    for (const pair of this.#pairs) this.#cut(pair);
    await closed;
  }

  /** Makes the balancer reachable again, on the same port. */
  async comeBack(): Promise<void> {
    const server = createServer((client) => this.#take(client));
    server.listen(this.#port, '127.0.0.1', 2048);
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The balancer has no port.');
    this.#port = address.port;
    this.#server = server;
  }

  #take(client: Socket): void {
    const isSilent = this.#weather.silent;
    const pair: Pair = { client, server: null, isSilent, isUpgraded: false, due: { up: 0, down: 0 } };
    this.#pairs.add(pair);
    client.setNoDelay(true);
    client.on('error', () => this.#drop(pair));
    client.on('close', () => this.#drop(pair));
    if (isSilent) client.resume();
    else this.#reach(pair, this.#ports.length);
  }

  /** Connects a client to the next server that accepts. */
  #reach(pair: Pair, tries: number): void {
    if (pair.client.destroyed) return;
    if (tries === 0) {
      this.#cut(pair);
      return;
    }
    const port = this.#ports[this.#turn++ % this.#ports.length] ?? 0;
    const server = connect({ port, host: '127.0.0.1', noDelay: true });
    pair.server = server;
    let isOpen = false;
    server.once('connect', () => {
      isOpen = true;
      this.#join(pair, server);
    });
    server.once('error', () => {
      if (isOpen) this.#drop(pair);
      else this.#reach(pair, tries - 1);
    });
    server.once('close', () => isOpen && this.#drop(pair));
  }

  #join(pair: Pair, server: Socket): void {
    const { client } = pair;
    client.on('data', (piece) => this.#pass(pair, 'up', piece));
    server.on('data', (piece) => {
      if (piece.subarray(0, 12).toString('latin1') === 'HTTP/1.1 101') pair.isUpgraded = true;
      if (!pair.isUpgraded && this.#weather.lost > 0 && this.#random.next() < this.#weather.lost) {
        this.#cut(pair);
      } else this.#pass(pair, 'down', piece);
    });
    client.once('end', () => pair.isSilent || server.end());
    server.once('end', () => pair.isSilent || client.end());
  }

  /** Forwards a piece of data, at once or after the delay. Keeps the order of the pieces in a direction. */
  #pass(pair: Pair, way: 'up' | 'down', piece: Buffer): void {
    if (pair.isSilent) return;
    const [from, to] = way === 'up' ? [pair.client, pair.server] : [pair.server, pair.client];
    const now = performance.now();
    const { latencyMs, bytesPerSecond } = this.#weather;
    const due = Math.max(now + latencyMs, pair.due[way]) + (1000 * piece.length) / bytesPerSecond;
    if (due > now) {
      pair.due[way] = due;
      setTimeout(() => pair.isSilent || to?.write(piece), due - now);
    } else if (to?.write(piece) === false) {
      from?.pause();
      to.once('drain', () => from?.resume());
    }
  }

  /** Resets both connections of a pair, so neither side sees an orderly end. */
  #cut(pair: Pair): void {
    this.#pairs.delete(pair);
    pair.client.resetAndDestroy();
    pair.server?.resetAndDestroy();
  }

  /** Closes the other connection of a pair too, unless the pair is silent. */
  #drop(pair: Pair): void {
    if (pair.isSilent && !pair.client.destroyed) return;
    this.#pairs.delete(pair);
    pair.client.destroy();
    pair.server?.destroy();
  }
}
