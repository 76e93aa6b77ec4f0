import { setMaxListeners } from 'node:events';
import { ApiError, buildUrl, type CallInput, toApiError } from '../../client/lib/api.ts';
import { isWorthResending, resend } from '../../client/lib/resend.ts';
import type { AnswerOf, Endpoint } from '../../shared/api.ts';
import type { Random } from './random.ts';

/** As long as the client waits for an answer. */
const TIMEOUT_MS = 30_000;

/** How often requests were sent, and what came back. */
export interface Traffic {
  /** Requests that were sent once more. */
  sentAgain: number;
  /** Answers that were no acknowledgement, by `status code`; `0 network` where none came. */
  failures: Map<string, number>;
}

export interface Asking {
  token: string;
  /** Sent as the idempotency key, the same one each time. */
  key?: string;
  /**
   * Codes that say, to a request without a key that was sent before, that it was done: a holder that is gone, a receipt
   * that is annulled.
   */
  doneIf?: readonly string[];
}

/** Calls endpoints as the client does: same addresses, same reading of answers, same rules for sending again. */
export class Caller {
  readonly #url: () => string;
  readonly #random: Random;
  readonly #giveUp: AbortSignal;
  readonly traffic: Traffic = { sentAgain: 0, failures: new Map() };

  /** @param giveUp ends the sending; what is not acknowledged by then never is */
  constructor(url: () => string, random: Random, giveUp: AbortSignal) {
    this.#url = url;
    this.#random = random;
    this.#giveUp = giveUp;
    // Hundreds of requests wait for it at once.
    setMaxListeners(0, giveUp);
  }

  /**
   * Sends a request until it is acknowledged.
   * @returns the answer; null where only a repeat was answered, with a code that says that it was done
   * @throws ApiError where it is refused for good; the signal's reason where it was given up
   */
  async ask<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    asking: Asking,
  ): Promise<AnswerOf<E> | null> {
    let sent = 0;
    const send = () => {
      sent += 1;
      if (sent > 1) this.traffic.sentAgain += 1;
      return this.once(endpoint, input, asking);
    };
    try {
      return await resend(send, {
        signal: this.#giveUp,
        random: () => this.#random.next(),
        isWorth: (error) => {
          const failure = error instanceof ApiError ? `${error.status} ${error.code}` : String(error);
          this.traffic.failures.set(failure, (this.traffic.failures.get(failure) ?? 0) + 1);
          return isWorthResending(error);
        },
      });
    } catch (error) {
      if (sent > 1 && error instanceof ApiError && asking.doneIf?.includes(error.code)) return null;
      throw error;
    }
  }

  /** Sends a request once. @throws ApiError */
  async once<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    { token, key }: Asking,
    signal: AbortSignal = this.#giveUp,
  ): Promise<AnswerOf<E>> {
    const { params, query, body } = input as {
      params?: Record<string, string | number>;
      query?: Record<string, string>;
      body?: unknown;
    };
    let response: Response;
    let text: string;
    try {
      response = await fetch(this.#url() + buildUrl(endpoint.path, params, query), {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      text = await response.text();
    } catch {
      throw new ApiError(0, 'network', 'Network Error');
    }
    const answer: unknown = parsed(text);
    if (!response.ok) throw toApiError(response.status, answer, response.headers.get('retry-after'));
    return answer as AnswerOf<E>;
  }
}

/** As the client reads it: null where it is not JSON. */
function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
