import type { IncomingMessage, Server } from 'node:http';
import { BlockList } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mostConnections } from './descriptors.ts';
import { networkOf } from './network.ts';
import { answerNoHttp, TOO_SLOW } from './problem.ts';

/**
 * Time limits for a client to send the parts of a request, in milliseconds. Protects against clients with
 * endless requests.
 */
export interface Patience {
  /** Maximum time from the connection until all HTTP headers have arrived, ms. */
  headers: number;
  /**
   * Time from the headers until a JSON body has arrived, ms. Enough for 64 kB at 20 kbit/s, slower than any
   * usable network.
   */
  body: number;
  /** Maximum time for a whole request with an uploaded sheet, ms: 10 MB at 280 kbit/s, a phone with bad reception. */
  request: number;
}

/** Time limits of a server in use, in milliseconds. */
export const PATIENCE: Patience = { headers: 20_000, body: 30_000, request: 300_000 };

/**
 * Most connections from an IP address: twice the need of 600 phones behind the same address (each with a live
 * socket and a connection for calls), and more for staff computers and wall screens.
 */
const MOST_CONNECTIONS = 1500;

/**
 * Ends requests with a body still incomplete after the time limit: answers 408 if the answer has not begun.
 */
export function endSlowBodies(app: FastifyInstance, { body }: Patience): void {
  app.addHook('onRequest', async (request, reply) => {
    // A sheet has the time of the whole request. Node.js enforces the limit.
    if (request.routeOptions.config.endpoint?.upload !== true) endLater(request, reply, body);
  });
  // Answered before the end of the body, for example without a session: the rest of the body is not read.
  app.addHook('onResponse', async (request, reply) => endLater(request, reply, body));
}

/** True if a request has a body, by the headers. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

function endLater({ raw }: FastifyRequest, reply: FastifyReply, ms: number): void {
  if (raw.complete || !hasBody(raw)) return;
  const timer = setTimeout(() => {
    if (raw.complete || raw.readableEnded) return;
    if (reply.raw.writableEnded) raw.destroy();
    else
      answerNoHttp(Object.assign(new Error('The body arrived too slowly.'), { code: TOO_SLOW }), raw.socket);
  }, ms);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}

const OWN_ADDRESSES = new BlockList();
OWN_ADDRESSES.addSubnet('127.0.0.0', 8, 'ipv4');
OWN_ADDRESSES.addAddress('::1', 'ipv6');

/**
 * True for an IP address of the server's own machine (loopback), for example of a reverse proxy. Looks for
 * a colon, because `isIPv6` compiles a large pattern at the first use (46 ms).
 */
export const isOwnAddress = (address: string): boolean =>
  OWN_ADDRESSES.check(address, address.includes(':') ? 'ipv6' : 'ipv4');

/** Open connections of an IP address, or of all addresses. */
interface OpenConnections {
  open: number;
  /** Connections that have not shown a session yet, oldest first. */
  unknown: Set<Duplex>;
}

/** Counts with a connection: of the IP address, and of all addresses. */
const places = new WeakMap<Duplex, OpenConnections[]>();

/**
 * Marks a network connection as used by a signed-in caller. At the limit of connections, `capConnections`
 * closes connections without the mark first.
 */
export function keepConnection(socket: Duplex): void {
  for (const place of places.get(socket) ?? []) place.unknown.delete(socket);
}

/**
 * Limits the open network connections of each IP address, and of all addresses together. At a limit, closes
 * the oldest connection without a signed-in caller, else the new connection. Behind a reverse proxy all
 * connections have the proxy's address, so the proxy must limit.
 * @param exempt true for addresses without a separate limit
 * @param most maximum connections of an address
 * @param mostOfAll maximum connections of all addresses
 */
export function capConnections(
  server: Server,
  exempt: (address: string) => boolean,
  most = MOST_CONNECTIONS,
  mostOfAll = mostConnections(),
): void {
  const byNetwork = new Map<string, OpenConnections>();
  const all: OpenConnections = { open: 0, unknown: new Set() };
  server.on('connection', (socket) => {
    if (!enter(all, mostOfAll, socket)) return;
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || exempt(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const place = byNetwork.get(network) ?? { open: 0, unknown: new Set() };
    if (!enter(place, most, socket)) return;
    byNetwork.set(network, place);
    socket.once('close', () => {
      if (place.open === 0) byNetwork.delete(network);
    });
  });
}

/** Counts a new connection until its end. @returns false if the limit left no place for the connection */
function enter(place: OpenConnections, most: number, socket: Duplex): boolean {
  if (place.open >= most) {
    const [oldest] = place.unknown;
    if (oldest === undefined) {
      socket.destroy();
      return false;
    }
    place.unknown.delete(oldest);
    oldest.destroy();
  }
  places.set(socket, [...(places.get(socket) ?? []), place]);
  place.open += 1;
  place.unknown.add(socket);
  socket.once('close', () => {
    place.unknown.delete(socket);
    place.open -= 1;
  });
  return true;
}
