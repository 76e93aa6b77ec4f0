/** What jumps while a screen loads, or when what it waited for comes: told by the browser itself. */
import type { Page } from 'playwright-core';
import { LAPTOP, PHONE } from '../page-driver.ts';
import type { Scene } from './scene.ts';

declare global {
  interface Window {
    /** One for each frame in which something jumped without anybody having pressed anything. */
    layoutShifts: { at: number; value: number; what: string[] }[];
    /** When somebody began to look, in the document's own time: whatever jumped before is none of theirs. */
    watchedFrom: number;
  }
}

/** What an answer takes longer than on one machine, where all would come within a frame and nothing would be seen to jump. */
export const LOADED_MS = 20;

const LOADED_AT = [PHONE, LAPTOP, { width: 320, height: 640 }] as const;

/**
 * The windows in which the scenes of a page are loaded: one, since a screen has several pages, which take turns. The last
 * page of a screen that has fewer takes those that are left.
 */
export function loadedAt(
  scenes: readonly Scene[],
  pages: readonly (readonly Scene[])[],
): readonly (typeof PHONE)[] {
  const [scene] = scenes;
  // Of what only waits nothing jumps.
  const alike = pages.filter(([one]) => one?.screen === scene?.screen && one?.state !== 'loading');
  const at = alike.indexOf(scenes);
  if (at < 0) return [PHONE];
  return [
    LOADED_AT[at % LOADED_AT.length] ?? PHONE,
    ...(at === alike.length - 1 ? LOADED_AT.slice(alike.length) : []),
  ];
}

/** The most that a screen may jump in all, as the browser measures it (Core Web Vitals' layout shift, whose 'good' is 0.1). */
const MOST_SHIFT = 0.05;

/** Runs in a document before the application does, and takes down what jumps. */
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

/** Begins to look: what a page did for who looked at it before is not of the scene that comes now. */
export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.watchedFrom = performance.now();
  });
}

/** What has jumped since `forgetShifts`, or since the document began, one line each; none where the sum is little enough. */
export async function shiftsOf(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => window.layoutShifts.filter(({ at }) => at >= window.watchedFrom));
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  if (sum <= MOST_SHIFT) return [];
  return shifts.map(({ value, what }) => `${value.toFixed(3)} of ${sum.toFixed(3)}: ${what.join('; ')}`);
}
