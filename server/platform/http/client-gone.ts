import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

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
