import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import proxyAddr from '@fastify/proxy-addr';
import { networkOf } from '../http/network.ts';
import { type Allowance, TokenBucket } from './token-bucket.ts';

/**
 * Most live connections of an IP address at once: 600 phones behind a router, with several tabs and displays each.
 */
const MAX_OPEN = 3_000;
/**
 * Most live connections of an address before sign-in: all phones of a hall reconnecting in the same second, twice.
 */
const MAX_WAITING = 1_500;
/**
 * New live connections allowed from an IP address: the same phones may reconnect repeatedly while a router fails.
 */
const BEGUN: Allowance = { rate: 150, burst: 3_000 };
/** Milliseconds between two clean-ups of addresses without connections. */
const SWEEP_MS = 60_000;

interface Place {
  open: number;
  /** Connections not signed in yet, oldest first. */
  waiting: Set<Duplex>;
  begun: TokenBucket;
}

/**
 * Counts the live connections (WebSockets) of each IP address and refuses further connections at a limit,
 * so no address takes the capacity of all.
 */
export class Addresses {
  readonly #trust: (address: string, hop: number) => boolean;
  readonly #places = new Map<string, Place>();
  readonly #waiting = new WeakMap<object, Place>();
  readonly #sweep: NodeJS.Timeout;

  /** @param trustProxy addresses of proxies with a trusted `X-Forwarded-For` header */
  constructor(trustProxy: readonly string[]) {
    this.#trust = proxyAddr.compile([...trustProxy]);
    this.#sweep = setInterval(() => this.#forget(), SWEEP_MS);
    this.#sweep.unref();
  }

  /**
   * Counts a new live connection until the connection closes. Returns false if the address has reached the limit.
   * Closes the oldest connection not signed in yet to make room: a phone signs in at once, a flood never does.
   */
  enter(request: IncomingMessage): boolean {
    const { socket } = request;
    // The connection closed before counting.
    if (socket.remoteAddress === undefined) return false;
    const address = networkOf(proxyAddr(request, this.#trust));
    const place = this.#places.get(address) ?? { open: 0, waiting: new Set(), begun: new TokenBucket(BEGUN) };
    this.#places.set(address, place);
    const [oldest] = place.waiting;
    if ((place.open >= MAX_OPEN && oldest === undefined) || !place.begun.take()) return false;
    if (place.open >= MAX_OPEN || place.waiting.size >= MAX_WAITING) {
      oldest?.destroy();
      if (oldest !== undefined) this.proved(oldest);
    }
    place.open += 1;
    place.waiting.add(socket);
    this.#waiting.set(socket, place);
    socket.once('close', () => {
      place.open -= 1;
      this.proved(socket);
    });
    return true;
  }

  /** Records the sign-in of a live connection. */
  proved(socket: Duplex): void {
    const place = this.#waiting.get(socket);
    if (place === undefined) return;
    place.waiting.delete(socket);
    this.#waiting.delete(socket);
  }

  stop(): void {
    clearInterval(this.#sweep);
  }

  #forget(): void {
    for (const [address, { open, begun }] of this.#places) {
      if (open === 0 && begun.isFull) this.#places.delete(address);
    }
  }
}
