import type { Page } from 'playwright-core';

/**
 * Two frames: one in which the page learns of its size and colours, one in which it has drawn them; and the end
 * of what fades from one colour to another.
 */
export async function whenDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    // One that is called off meanwhile rejects, and has ended too.
    await Promise.allSettled(fading.map((animation) => animation.finished));
  });
}
