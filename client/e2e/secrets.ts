/** Checks a page for leaked secrets: addresses shown, stored and requested by the browser. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Watches the requests of a page in a test, to prove the absence of secrets (tokens, codes) in addresses
 * and logs.
 */
export class SecretWatch {
  readonly #page: Page;
  readonly #asked: string[] = [];
  readonly #referers: string[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => {
      // The person's own navigation may hold the secret; later requests of the page may not.
      if (!request.isNavigationRequest()) this.#asked.push(request.url());
      const referer = request.headers().referer;
      if (referer !== undefined) this.#referers.push(referer);
    });
    page.on('websocket', (socket) => this.#asked.push(socket.url()));
  }

  /** Checks that no secret occurs in address, history, requests and persistent storage. */
  async keeps(...secrets: readonly string[]): Promise<void> {
    const session = await this.#page.context().newCDPSession(this.#page);
    const { entries } = await session.send('Page.getNavigationHistory');
    await session.detach();
    const local = await this.#page.evaluate(() => JSON.stringify({ ...localStorage }));
    const seen = [
      this.#page.url(),
      ...entries.map((entry) => entry.url),
      ...this.#asked,
      ...this.#referers,
      local,
    ];
    expect(this.#asked.length).toBeGreaterThan(0);
    for (const secret of secrets) {
      const spellings = [secret, secret.toLowerCase(), encodeURIComponent(secret)];
      expect(seen.filter((text) => spellings.some((one) => text.includes(one)))).toEqual([]);
    }
  }
}
