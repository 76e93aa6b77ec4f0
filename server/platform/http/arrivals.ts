import type { Server } from 'node:http';
import { BlockList } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from './network.ts';
import { answerNoHttp, TOO_SLOW } from './problem.ts';

/** Longest times of arrival of a request, in milliseconds. */
export interface Patience {
  /** Head of a request, from the connection on. */
  headers: number;
  /** Body of JSON, from its head on: 64 kB at 20 kbit/s, slower than any network that carries a call. */
  body: number;
  /** Whole request with an uploaded sheet: 10 MB at 280 kbit/s, a phone at the edge of its network. */
  request: number;
}

export const PATIENCE: Patience = { headers: 20_000, body: 30_000, request: 300_000 };

/**
 * Sockets per address: twice the need of 600 phones behind one address (a live socket and one for calls), and more
 * for desks and walls.
 */
const MOST_CONNECTIONS = 1500;

/** Ends requests with a body that is late or never ends: 408 if not yet answered. */
export function endSlowBodies(app: FastifyInstance, { body }: Patience): void {
  app.addHook('onRequest', async (request, reply) => {
    // A sheet has the time of the whole request. Node.js enforces the limit.
    if (request.routeOptions.config.endpoint?.upload !== true) endLater(request, reply, body);
  });
  // Answered before the end of the body, for example without a session: the rest of the body is not read.
  app.addHook('onResponse', async (request, reply) => endLater(request, reply, body));
}

function endLater({ raw }: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { headers } = raw;
  if (
    raw.complete ||
    (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0))
  ) {
    return;
  }
  const timer = setTimeout(() => {
    if (raw.complete || raw.readableEnded) return;
    if (reply.raw.writableEnded) raw.destroy();
    else answerNoHttp(Object.assign(new Error('slow'), { code: TOO_SLOW }), raw.socket);
  }, ms);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}

const OWN = new BlockList();
OWN.addSubnet('127.0.0.0', 8, 'ipv4');
OWN.addAddress('::1', 'ipv6');

/**
 * True for an address of this machine: a proxy, or an operator of the server. Looks for a colon, because `isIPv6`
 * compiles a large pattern at its first use (46 ms of the first connection).
 */
export const isOwnAddress = (address: string): boolean =>
  OWN.check(address, address.includes(':') ? 'ipv6' : 'ipv4');

interface Place {
  open: number;
  /** Connections without a session, oldest first. */
  unknown: Set<Duplex>;
}

/** Count of each connection until a session is shown. */
const places = new WeakMap<Duplex, Place>();

/** Exempts a connection with a session from closing to make room. */
export function keepConnection(socket: Duplex): void {
  places.get(socket)?.unknown.delete(socket);
}

/**
 * Closes connections of an address with too many: the oldest without a session, else the new connection. A neighbour
 * with thousands of connections keeps no phone out. Behind a reverse proxy every connection is from the proxy, and
 * the proxy must count.
 * @param exempt addresses that are not counted
 */
export function capConnections(
  server: Server,
  exempt: (address: string) => boolean,
  most = MOST_CONNECTIONS,
): void {
  const byNetwork = new Map<string, Place>();
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || exempt(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const place = byNetwork.get(network) ?? { open: 0, unknown: new Set() };
    if (place.open >= most) {
      const [oldest] = place.unknown;
      if (oldest === undefined) {
        socket.destroy();
        return;
      }
      place.unknown.delete(oldest);
      oldest.destroy();
    }
    byNetwork.set(network, place);
    places.set(socket, place);
    place.open += 1;
    place.unknown.add(socket);
    socket.once('close', () => {
      place.unknown.delete(socket);
      place.open -= 1;
      if (place.open === 0) byNetwork.delete(network);
    });
  });
}
