import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Random } from '../random.ts';

/** What the network does to what passes through it. */
interface Weather {
  /** Part of the answers, 0 to 1, in whose place the connection is cut. */
  lost: number;
  /** Nothing passes, and nobody is told. */
  silent: boolean;
  latencyMs: number;
  bytesPerSecond: number;
}

const CLEAR: Weather = { lost: 0, silent: false, latencyMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY };

/** A client's connection with the one to a server that it was given. */
interface Pair {
  client: Socket;
  server: Socket | null;
  /** Fell silent; it stays so until it is cut. */
  isSilent: boolean;
  /** It became a WebSocket: what comes back is no answer. */
  isUpgraded: boolean;
  /** When the last delayed piece of a direction is due (ms of the monotonic clock). */
  due: { up: number; down: number };
}

/**
 * A TCP balancer on loopback: round robin over servers that accept, the next one where a connection is refused. On
 * order it is the network that fails: it cuts connections in place of answers, falls silent, is slow, or is gone.
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

  /** @param ports of the servers, on loopback */
  static async start(ports: readonly number[], random: Random): Promise<TcpBalancer> {
    const balancer = new TcpBalancer(ports, random);
    await balancer.comeBack();
    return balancer;
  }

  /** On loopback; the same as long as it lives. */
  get port(): number {
    return this.#port;
  }

  /** Cuts a part of the connections after a request was forwarded and before its answer passes. */
  loseAnswers(part: number): void {
    this.#weather = { ...CLEAR, lost: part };
  }

  /** Keeps every connection, old and new, forwards nothing and says nothing, until `clear`. */
  fallSilent(): void {
    this.#weather = { ...CLEAR, silent: true };
    for (const pair of this.#pairs) pair.isSilent = true;
  }

  /** Delays each piece, and lets no more than so many bytes a second pass in each direction of a connection. */
  slowDown(latencyMs: number, bytesPerSecond: number): void {
    this.#weather = { ...CLEAR, latencyMs, bytesPerSecond };
  }

  /** All is well again. What had fallen silent is reset, as a router does that has forgotten it. */
  clear(): void {
    this.#weather = CLEAR;
    for (const pair of this.#pairs) if (pair.isSilent) this.#cut(pair);
  }

  /** Is gone: takes no connection, and those it had are reset. */
  async leave(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    const closed = once(server, 'close');
    server.close();
    for (const pair of this.#pairs) this.#cut(pair);
    await closed;
  }

  /** Is there again, at the same port. */
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

  /** PageDriver a piece on: at once, or when it is due; pieces of a direction keep their order. */
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

  /** Resets both sides: nobody takes it for an orderly end. */
  #cut(pair: Pair): void {
    this.#pairs.delete(pair);
    pair.client.resetAndDestroy();
    pair.server?.resetAndDestroy();
  }

  /** One side is gone: the other goes too, unless silence hides it. */
  #drop(pair: Pair): void {
    if (pair.isSilent && !pair.client.destroyed) return;
    this.#pairs.delete(pair);
    pair.client.destroy();
    pair.server?.destroy();
  }
}
