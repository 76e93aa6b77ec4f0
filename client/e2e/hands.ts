import type { BrowserContext } from 'playwright-core';

/**
 * Counts presses and keys of a person in the pages of a browser, to measure the effort of a task in a test.
 */
export class Hands {
  #taps = 0;
  #keys = 0;

  /** Starts to count in every document opened in the context from now on. */
  static async of(context: BrowserContext): Promise<Hands> {
    const hands = new Hands();
    await context.exposeBinding('scafHands', (_source, what: 'tap' | 'key') => hands.#count(what));
    await context.addInitScript(() => {
      const count = (what: 'tap' | 'key') => (event: Event) => {
        if (event.isTrusted) Reflect.get(globalThis, 'scafHands')(what);
      };
      addEventListener('pointerdown', count('tap'), { capture: true });
      addEventListener('keydown', count('key'), { capture: true });
    });
    return hands;
  }

  /** Returns the number of presses and keys since the last call, and resets both. */
  take(): { taps: number; keys: number } {
    const taken = { taps: this.#taps, keys: this.#keys };
    this.#taps = 0;
    this.#keys = 0;
    return taken;
  }

  #count(what: 'tap' | 'key'): void {
    if (what === 'tap') this.#taps += 1;
    else this.#keys += 1;
  }
}
