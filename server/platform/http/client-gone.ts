import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** Functions to call at the end of the connection, one set and one listener for all open calls. */
const openCalls = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `end` once when a call is over: the answer is sent, or the connection is closed. Node.js emits no 'close' for a
 * pipelined response if the connection closes before its turn.
 */
export function whenOver(response: ServerResponse, end: () => void): void {
  const { socket } = response.req;
  const open = openCalls.get(socket) ?? new Set();
  const once = () => {
    if (open.delete(once)) end();
  };
  open.add(once);
  if (hasEnded(response)) {
    once();
    return;
  }
  response.once('close', once);
  if (openCalls.has(socket)) return;
  openCalls.set(socket, open);
  socket.once('close', () => {
    for (const endOne of open) endOne();
  });
}

/** True if the answer is sent, or the connection is closed. */
export const hasEnded = (response: ServerResponse): boolean =>
  response.closed || response.req.socket.destroyed;

/**
 * Runs long work for a request, for example a report, and returns the result. The signal aborts the work as
 * soon as the client disconnects.
 */
export async function whileClientWaits<T>(
  request: FastifyRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { socket } = request.raw;
  const gone = new AbortController();
  // The client is gone. Below 500, because the log records only faults of the server.
  const onClose = () => gone.abort(new Problem('badRequest'));
  socket.once('close', onClose);
  if (socket.destroyed) onClose();
  try {
    return await work(gone.signal);
  } finally {
    socket.off('close', onClose);
  }
}
