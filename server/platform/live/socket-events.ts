import type { FastifyBaseLogger } from 'fastify';
import type { ErrorCode } from '../../../shared/errors.ts';

export interface Refusal {
  ok: false;
  code: ErrorCode;
}

/** Handles the payload of an event, which is not validated yet. */
type Taker = (sent: unknown) => unknown;

interface Events {
  /** Events with an acknowledgement; without a callback they are ignored. */
  asked: Record<string, Taker>;
  /** Events without one. */
  told: Record<string, Taker>;
}

/**
 * Dispatches every event of a socket: an event reaches its handler, an unknown one is answered as such, and an error
 * of a handler ends here. Socket.IO calls listeners from the event loop, where an error would end the process.
 */
export function takeEvents(
  socket: { onAny: (listener: (name: unknown, ...sent: unknown[]) => void) => unknown },
  { asked, told }: Events,
  log: FastifyBaseLogger,
): void {
  // Maps: an event may be called `constructor`.
  const [questions, words] = [new Map(Object.entries(asked)), new Map(Object.entries(told))];
  const answer = async (name: string, sent: unknown[]): Promise<void> => {
    const reply = sent.at(-1);
    const question = questions.get(name);
    try {
      if (typeof reply !== 'function') await words.get(name)?.(sent[0]);
      else if (question === undefined) reply((await words.get(name)?.(sent[0])) ?? notFound);
      else reply(await question(sent[0]));
    } catch (error) {
      log.warn({ err: error }, 'live');
      if (typeof reply === 'function') reply(overloaded);
    }
  };
  socket.onAny((name, ...sent) => {
    answer(String(name), sent).catch((error: unknown) => log.warn({ err: error }, 'live'));
  });
}

const notFound: Refusal = { ok: false, code: 'notFound' };
export const overloaded: Refusal = { ok: false, code: 'overloaded' };

/**
 * A listener that never throws and never rejects: its errors are logged, and the other listeners go on. For messages
 * between processes, which another version of the server may send.
 */
export function harmless<A extends unknown[]>(
  log: FastifyBaseLogger,
  listener: (...given: A) => unknown,
): (...given: A) => void {
  const listen = async (...given: A): Promise<void> => {
    await listener(...given);
  };
  return (...given) => {
    listen(...given).catch((error: unknown) => log.warn({ err: error }, 'live'));
  };
}
