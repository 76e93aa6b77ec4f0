import type { CDPSession, Page } from 'playwright-core';

/** A call of the application, as the page sends it. */
export interface AskedCall {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** What a call gets in place of the server's answer. */
export interface Answer {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  json: unknown;
}

/** `held`: nothing; `lost`: the connection breaks. */
export type Outcome = 'held' | 'lost' | Answer | ((asked: AskedCall) => Answer | Promise<Answer>);

/** The application's calls; its own files never stop here. */
const CALLS = '*/SCAF/api/*';

/**
 * Answers calls of a page in the server's place. By the browser's own protocol: with a route of playwright's, every
 * file of the page stops on its way too, and none is taken from the browser's memory.
 */
export class CallAnswers {
  readonly #page: Page;
  #session: CDPSession | null = null;
  readonly #rules: { isMeant: (url: URL) => boolean; outcome: Outcome }[] = [];
  /** Calls that wait, by the browser's numbers. */
  readonly #held = new Map<string, AskedCall>();

  constructor(page: Page) {
    this.#page = page;
  }

  /** What is said last goes before what was said earlier, also for calls that are being held. */
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
    for (const [id, asked] of held) this.#answer(id, asked);
  }

  /** From now on the server answers. Calls that are held go to it, unless their page has gone. */
  async end(): Promise<void> {
    this.#rules.length = 0;
    this.#held.clear();
    await this.#session?.detach();
    this.#session = null;
  }

  #answer(requestId: string, asked: AskedCall): void {
    const session = this.#session;
    if (session === null) return;
    const url = new URL(asked.url);
    const outcome = this.#rules.find(({ isMeant }) => isMeant(url))?.outcome;
    if (outcome === 'held') {
      this.#held.set(requestId, asked);
      return;
    }
    const settle = async () => {
      if (outcome === undefined) await session.send('Fetch.continueRequest', { requestId });
      else if (outcome === 'lost') {
        await session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
      } else {
        const given = typeof outcome === 'function' ? await outcome(asked) : outcome;
        const headers = { 'content-type': 'application/json; charset=utf-8', ...given.headers };
        await session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: given.status ?? 200,
          responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
          body: Buffer.from(JSON.stringify(given.json)).toString('base64'),
        });
      }
    };
    // The page may have called it off, or gone, meanwhile: nobody waits for the answer then.
    settle().catch(() => undefined);
  }
}
