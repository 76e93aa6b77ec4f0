import { setMaxListeners } from 'node:events';
import { ApiError, buildUrl, type CallInput, toApiError } from '../../client/lib/api.ts';
import { isWorthResending, resend } from '../../client/lib/resend.ts';
import type { Random } from '../../server/testing/random.ts';
import type { AnswerOf, Endpoint } from '../../shared/api.ts';
import { defined } from '../../shared/defined.ts';

/** Time limit of a request, ms, as in the client. */
const TIMEOUT_MS = 30_000;

/** Numbers of repeated requests and failed answers in a fault run. */
export interface Traffic {
  /** Number of requests sent again. */
  sentAgain: number;
  /** Number of answers other than acknowledgements, by `status code`; `0 network` if no answer came. */
  failures: Map<string, number>;
}

export interface Asking {
  token: string;
  /** Idempotency key, equal in every retry. */
  key?: string;
  /**
   * Error codes of a retry without key that prove the success of the first request, for example: receipt already
   * annulled.
   */
  doneIf?: readonly string[];
}

/**
 * Calls endpoints as the real client does, in a fault run: same URLs, same parsing, same rules for repeats.
 */
export class Caller {
  readonly #url: () => string;
  readonly #random: Random;
  readonly #giveUp: AbortSignal;
  readonly traffic: Traffic = { sentAgain: 0, failures: new Map() };

  /** @param giveUp ends the retries; an operation without an answer counts as given up */
  constructor(url: () => string, random: Random, giveUp: AbortSignal) {
    this.#url = url;
    this.#random = random;
    this.#giveUp = giveUp;
    // Hundreds of requests listen at once.
    setMaxListeners(0, giveUp);
  }

  /**
   * Sends a request until the server acknowledges.
   * @returns the answer; null if only a retry was answered, with a code of `doneIf`
   * @throws ApiError if refused for good; the signal's reason if given up
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

  /**
   * Sends a request once.
   * @throws ApiError if refused or without an answer
   */
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
          ...defined({
            'idempotency-key': key,
            'content-type': body === undefined ? undefined : 'application/json',
          }),
        },
        ...defined({ body: body === undefined ? undefined : JSON.stringify(body) }),
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

/** Parses JSON as the client does. Returns null if invalid. */
function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
