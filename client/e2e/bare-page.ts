/**
 * Browser page driven by the DevTools protocol alone. A page driven by playwright always counts as visible and is
 * never frozen.
 */
import type { Browser, CDPSession } from 'playwright-core';
import { launchBrowser } from '../../server/testing/setup/browser.ts';

interface Reply {
  id?: number;
  result?: { result?: { value?: unknown }; exceptionDetails?: { text: string } };
  error?: { message: string };
}

export class BarePage {
  readonly #browser: Browser;
  readonly #session: CDPSession;
  readonly #targetId: string;
  readonly #sessionId: string;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #asked = 0;

  private constructor(browser: Browser, session: CDPSession, targetId: string, sessionId: string) {
    this.#browser = browser;
    this.#session = session;
    this.#targetId = targetId;
    this.#sessionId = sessionId;
    session.on('Target.receivedMessageFromTarget', ({ message }) => {
      const reply: Reply = JSON.parse(message);
      if (reply.id !== undefined) this.#waiting.get(reply.id)?.(reply);
    });
  }

  /** Opens a page in a separate browser, with the normal slowdown of background pages. */
  static async at(url: string): Promise<BarePage> {
    const browser = await launchBrowser({
      ignoreDefaultArgs: [
        '--disable-backgrounding-occluded-windows',
        '--disable-renderer-backgrounding',
        '--disable-background-timer-throttling',
      ],
    });
    const session = await browser.newBrowserCDPSession();
    const { browserContextId } = await session.send('Target.createBrowserContext');
    const { targetId } = await session.send('Target.createTarget', { url, browserContextId });
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    return new BarePage(browser, session, targetId, sessionId);
  }

  /** Runs a function in the page and returns the result, like playwright's `evaluate`. */
  async evaluate<R, A>(inPage: (arg: A) => R, arg: A): Promise<R> {
    const expression = `(${inPage})(${JSON.stringify(arg)})`;
    const { result } = await this.#send('Runtime.evaluate', { expression, returnByValue: true });
    if (result?.exceptionDetails) throw new Error(result.exceptionDetails.text);
    return result?.result?.value as R;
  }

  /** Freezes the page, as the browser does with a background page: timers and messages stop. */
  async freeze(): Promise<void> {
    await this.#send('Page.setWebLifecycleState', { state: 'frozen' });
  }

  /** Ends the freeze of the page, as when the user returns to a background tab. */
  async resume(): Promise<void> {
    await this.#send('Page.setWebLifecycleState', { state: 'active' });
    await this.#session.send('Target.activateTarget', { targetId: this.#targetId });
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  async #send(method: string, params: object): Promise<Reply> {
    this.#asked += 1;
    const id = this.#asked;
    const reply = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await this.#session.send('Target.sendMessageToTarget', { sessionId: this.#sessionId, message });
    const answer = await reply;
    this.#waiting.delete(id);
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer;
  }
}
