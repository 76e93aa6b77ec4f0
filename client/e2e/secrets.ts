/** What a page must not let out: looks at the addresses a browser shows, keeps and asks for. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Watches a page from its first request on. */
export class SecretWatch {
  readonly #page: Page;
  readonly #asked: string[] = [];
  readonly #referers: string[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => {
      // The navigation that the person made is theirs; what the page asks afterwards is ours.
      if (!request.isNavigationRequest()) this.#asked.push(request.url());
      const referer = request.headers().referer;
      if (referer !== undefined) this.#referers.push(referer);
    });
    page.on('websocket', (socket) => this.#asked.push(socket.url()));
  }

  /** Neither the address nor the browser's history, no request and no lasting storage has any of these. */
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
