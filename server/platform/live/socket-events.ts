import type { FastifyBaseLogger } from 'fastify';
import type { ErrorCode } from '../../../shared/errors.ts';

/** Refusal of a live request, as sent to the client. */
export interface Refusal {
  ok: false;
  code: ErrorCode;
}

/** Function to handle the content of an event, before validation. */
type Taker = (sent: unknown) => unknown;

interface Events {
  /** Handlers of events with an answer, by name. An event without a callback is ignored. */
  withAnswer: Record<string, Taker>;
  /** Handlers of events without an answer, by name. */
  withoutAnswer: Record<string, Taker>;
}

/**
 * Passes the events received by a Socket.IO socket to handlers. Answers unknown events with a refusal, and
 * logs errors of handlers: an uncaught error would end the process.
 * @param handlers `withAnswer`: handlers of events with an answer; `withoutAnswer`: others
 */
export function takeEvents(
  socket: { onAny: (listener: (name: unknown, ...sent: unknown[]) => void) => unknown },
  { withAnswer, withoutAnswer }: Events,
  log: FastifyBaseLogger,
): void {
  // Maps, because an event may be named `constructor`.
  const [questions, words] = [new Map(Object.entries(withAnswer)), new Map(Object.entries(withoutAnswer))];
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
/** Refusal of a live request by a busy server. The client may try again later. */
export const overloaded: Refusal = { ok: false, code: 'overloaded' };

/**
 * Wraps a listener: errors are logged instead of thrown, so other listeners continue. For messages of other
 * server processes, possibly with another version.
 */
export function harmless<A extends unknown[]>(
  log: FastifyBaseLogger,
  listener: (...listenerArguments: A) => unknown,
): (...listenerArguments: A) => void {
  const listen = async (...listenerArguments: A): Promise<void> => {
    await listener(...listenerArguments);
  };
  return (...listenerArguments) => {
    listen(...listenerArguments).catch((error: unknown) => log.warn({ err: error }, 'live'));
  };
}
