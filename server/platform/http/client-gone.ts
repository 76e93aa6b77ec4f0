import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** Runs long work for a request with a signal that aborts when the client goes away. */
export async function whileClientWaits<T>(
  request: FastifyRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { socket } = request.raw;
  const gone = new AbortController();
  // Nobody hears this answer; below 500, since it is no fault of ours for the log.
  const onClose = () => gone.abort(new Problem('badRequest'));
  socket.once('close', onClose);
  if (socket.destroyed) onClose();
  try {
    return await work(gone.signal);
  } finally {
    socket.off('close', onClose);
  }
}
