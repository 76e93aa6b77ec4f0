import type { Page } from 'playwright-core';

/**
 * Waits until the page is drawn: two frames (layout and colours, then drawing) and the end of colour transitions.
 */
export async function whenDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    // A cancelled animation rejects, and has ended too.
    await Promise.allSettled(fading.map((animation) => animation.finished));
  });
}
