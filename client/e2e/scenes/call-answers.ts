import type { CDPSession, Page } from 'playwright-core';

/** Request of a page to the API, caught by a browser test. */
export interface AskedCall {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Answer of a browser test to a page, in place of the server's answer. */
export interface Answer {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  json: unknown;
}

/**
 * Treatment of a caught request in a browser test. `held`: no answer; `lost`: the connection breaks;
 * otherwise the answer, or a function to make the answer.
 */
export type Outcome = 'held' | 'lost' | Answer | ((call: AskedCall) => Answer | Promise<Answer>);

/** URL pattern of API requests to catch. Static files are never caught. */
const CALLS = '*/SCAF/api/*';

/**
 * Answers API requests of a page in place of the server. Uses the DevTools protocol: a route of playwright would
 * also catch every static file and bypass the browser's memory cache.
 */
export class CallAnswers {
  readonly #page: Page;
  #session: CDPSession | null = null;
  readonly #rules: { isMeant: (url: URL) => boolean; outcome: Outcome }[] = [];
  /** Requests kept without an answer, by the browser's request id. */
  readonly #held = new Map<string, AskedCall>();

  constructor(page: Page) {
    this.#page = page;
  }

  /** True while a request has no answer. */
  get isHolding(): boolean {
    return this.#held.size > 0;
  }

  /**
   * Adds a rule for matching requests. The newest rule has priority, also for requests without an answer so far.
   */
  async give(isMeant: (url: URL) => boolean, outcome: Outcome): Promise<void> {
    this.#rules.unshift({ isMeant, outcome });
    if (this.#session === null) {
      const session = await this.#page.context().newCDPSession(this.#page);
      this.#session = session;
      session.on('Fetch.requestPaused', ({ requestId, request: { method, url, headers } }) =>
        this.#answer(requestId, { method, url, headers }),
      );
      await session.send('Fetch.enable', { patterns: [{ urlPattern: CALLS }] });
    }
    const held = [...this.#held];
    this.#held.clear();
    for (const [id, call] of held) this.#answer(id, call);
  }

  /**
   * Removes all rules: the server answers again. Requests without an answer go to the server, unless the page is
   * gone.
   */
  async end(): Promise<void> {
    this.#rules.length = 0;
    this.#held.clear();
    await this.#session?.detach();
    this.#session = null;
  }

  #answer(requestId: string, call: AskedCall): void {
    const session = this.#session;
    if (session === null) return;
    const url = new URL(call.url);
    const outcome = this.#rules.find(({ isMeant }) => isMeant(url))?.outcome;
    if (outcome === 'held') {
      this.#held.set(requestId, call);
      return;
    }
    const settle = async () => {
      if (outcome === undefined) await session.send('Fetch.continueRequest', { requestId });
      else if (outcome === 'lost') {
        await session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
      } else {
        const answer = typeof outcome === 'function' ? await outcome(call) : outcome;
        const headers = { 'content-type': 'application/json; charset=utf-8', ...answer.headers };
        await session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: answer.status ?? 200,
          responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
          body: Buffer.from(JSON.stringify(answer.json)).toString('base64'),
        });
      }
    };
    // The page may have cancelled the call or closed: the answer is not needed.
    settle().catch(() => undefined);
  }
}
