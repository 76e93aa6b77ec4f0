import type { Page } from 'playwright-core';

/**
 * Waits until the page is drawn: two frames (layout and colours, then drawing) and the end of colour transitions.
 */
export async function whenDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
    await frame();
    await frame();
    // Not `finished`: Chromium leaves the promise open if an unpainted page ends the transition.
    const isFading = () =>
      document
        .getAnimations()
        .some((animation) => animation instanceof CSSTransition && animation.playState === 'running');
    while (isFading()) await frame();
  });
}
