import type { BrowserContext } from 'playwright-core';

/** Counts what hands do: presses and keys that reach the pages of one browser context, whoever drives it. */
export class Hands {
  #taps = 0;
  #keys = 0;

  /** Counts in every document that the context opens from now on. */
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

  /** What was counted since the last time that somebody asked. */
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
