/** Measures layout shifts in the browser while a page loads or its data arrive. */
import type { Page } from 'playwright-core';
import { LAPTOP, PHONE } from '../page-driver.ts';
import type { Scene } from './scene.ts';

declare global {
  interface Window {
    /** Layout shifts not caused by user input: time, size, and moved elements of each frame. */
    layoutShifts: { at: number; value: number; what: string[] }[];
    /** Start of the measured time in the document. Earlier shifts are ignored. */
    watchedFrom: number;
  }
}

/**
 * Delay of each server answer in milliseconds, in the test of layout shifts (content moving while a page
 * loads). Without a delay all answers would arrive within a frame, and no shift would be visible.
 */
export const LOADED_MS = 20;

const LOADED_AT = [PHONE, LAPTOP, { width: 320, height: 640 }] as const;

/**
 * Returns the window sizes for the test of layout shifts, for a group of scenes on a page. Groups of the
 * same screen take the sizes in turn; the last group takes the remaining sizes.
 */
export function loadedAt(
  scenes: readonly Scene[],
  pages: readonly (readonly Scene[])[],
): readonly (typeof PHONE)[] {
  const [scene] = scenes;
  // Loading states have no shifts.
  const alike = pages.filter(([one]) => one?.screen === scene?.screen && one?.state !== 'loading');
  const at = alike.indexOf(scenes);
  if (at < 0) return [PHONE];
  return [
    LOADED_AT[at % LOADED_AT.length] ?? PHONE,
    ...(at === alike.length - 1 ? LOADED_AT.slice(alike.length) : []),
  ];
}

/** Maximum total shift of a screen (layout shift of Core Web Vitals; 'good' is 0.1). */
const MOST_SHIFT = 0.05;

/**
 * Records layout shifts (content moving without input) in a document. Runs in the browser before the
 * application starts.
 */
export function watchShifts(): void {
  interface LayoutShift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
  window.layoutShifts = [];
  window.watchedFrom = 0;
  const note = ({ startTime, value, hadRecentInput, sources }: LayoutShift): void => {
    if (hadRecentInput) return;
    const what = sources.map(({ node, previousRect, currentRect }) => {
      const words = (node?.textContent ?? '').trim().slice(0, 40);
      return `${node?.nodeName} '${words}' from ${previousRect.y} (${previousRect.height}) to ${currentRect.y} (${currentRect.height})`;
    });
    window.layoutShifts.push({ at: startTime, value, what });
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) note(entry as LayoutShift);
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Starts the measurement of layout shifts for a scene. Ignores shifts of earlier scenes. */
export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.watchedFrom = performance.now();
  });
}

/** Returns the sum of layout shifts since `forgetShifts` or the start of the document. */
export function shiftSum(page: Page): Promise<number> {
  return page.evaluate(() =>
    window.layoutShifts
      .filter(({ at }) => at >= window.watchedFrom)
      .reduce((all, { value }) => all + value, 0),
  );
}

/**
 * Returns the layout shifts (content moving without input) since `forgetShifts` or the start of the
 * document, a text each. Empty if the sum is acceptable.
 */
export async function shiftsOf(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => window.layoutShifts.filter(({ at }) => at >= window.watchedFrom));
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  if (sum <= MOST_SHIFT) return [];
  return shifts.map(({ value, what }) => `${value.toFixed(3)} of ${sum.toFixed(3)}: ${what.join('; ')}`);
}
