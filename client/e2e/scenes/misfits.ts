/**
 * Finds layout faults of a page: wider than the screen, reports wider than a laptop, cut texts, answers below a
 * bar, a sentence divided into blocks, a footer moved by late content.
 */
import type { Page } from 'playwright-core';
import { whenDrawn } from './drawn.ts';

interface View {
  width: number;
  height: number;
  /** Font size in percent of normal. */
  text: number;
}

/** Window size of an office computer, in pixels. */
const DESK: View = { width: 1366, height: 768, text: 100 };
/** Window size of the narrowest screen, in pixels (WCAG 1.4.10). */
const NARROW: View = { width: 320, height: 640, text: 100 };
/**
 * Window sizes to check. Include a phone in landscape, and double font size (WCAG 1.4.4) on a phone and a laptop.
 * The order changes the font only once.
 */
const VIEWS: readonly View[] = [
  DESK,
  { width: 740, height: 360, text: 100 },
  NARROW,
  { width: 360, height: 740, text: 200 },
  { width: 1366, height: 768, text: 200 },
];
const HALLS: readonly View[] = [
  { width: 1920, height: 1080, text: 200 },
  { width: 1024, height: 768, text: 100 },
];

/** CSS selector of the tables in the preview of a report. */
const REPORTS = '[aria-label="Vista previa"] [role="group"]';

/**
 * Returns the window sizes for a scene: all sizes, or for scene number `at` the narrowest and a further size in
 * turn.
 */
function viewsOf(isOnWall: boolean, at: number | null): View[] {
  const all = isOnWall ? [...VIEWS, ...HALLS] : [...VIEWS];
  const further = all.filter((view) => view !== NARROW);
  return all.filter((view) => at === null || view === NARROW || view === further[at % further.length]);
}

/**
 * Returns the layout faults of a page at several window sizes (cut or overflowing content), a line each.
 * The page keeps the last size.
 * @param isOnWall true to also check the sizes of a wall display
 * @param at number of the scene: a quick run checks few sizes in turn; null: all sizes
 */
export async function misfitsOf(page: Page, isOnWall: boolean, at: number | null): Promise<string[]> {
  const found: string[] = [];
  const views = viewsOf(isOnWall, at);
  if (!views.includes(DESK) && (await page.locator(REPORTS).count()) > 0) views.unshift(DESK);
  // Lays out the page without painting: saves a third of the work.
  let letters = await dressed(page, { text: 100, isSeen: false });
  for (const { width, height, text } of views) {
    await page.setViewportSize({ width, height });
    if (letters !== text) letters = await dressed(page, { text, isSeen: false });
    await whenDrawn(page);
    const lines = await misfits(page);
    if (width === DESK.width && text === DESK.text) lines.push(...(await wideReports(page)));
    found.push(...lines.map((one) => `${width} x ${height}, ${text} %: ${one}`));
  }
  await dressed(page, { text: 100, isSeen: true });
  return found;
}

/**
 * Sets the font size of the page (percent of normal) and turns painting on or off. Returns the former font size.
 */
async function dressed(page: Page, { text, isSeen }: { text: number; isSeen: boolean }): Promise<number> {
  await page.evaluate(
    ([size, opacity]) => {
      document.documentElement.style.fontSize = size;
      document.documentElement.style.opacity = opacity;
    },
    [text === 100 ? '' : `${text}%`, isSeen ? '' : '0'] as const,
  );
  return text;
}

/** Returns the reports too wide for an office screen without horizontal scrolling. */
function wideReports(page: Page): Promise<string[]> {
  return page
    .locator(REPORTS)
    .evaluateAll((frames) =>
      frames
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(
          (frame) => `${frame.getAttribute('aria-label')} is ${frame.scrollWidth} of ${frame.clientWidth} px`,
        ),
    );
}

function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const found: string[] = [];
    const nameOf = (element: Element) => `${element.tagName}.${element.getAttribute('class')}`;
    const wordsOf = (node: Node) => (node.textContent ?? '').trim().slice(0, 50);

    if (root.scrollWidth > root.clientWidth) found.push(`${root.scrollWidth} px wide`);

    const isClipping = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    interface Cutter {
      element: Element;
      overflowX: string;
      overflowY: string;
      box: DOMRect;
    }
    // Cache: texts of a table share ancestors, and each style is computed once.
    const cuttersOf = new Map<Element, readonly Cutter[]>();
    /** Ancestors of an element that cut overflowing text for good, without a scrolling element in between. */
    const cuttersAround = (around: Element | null): readonly Cutter[] => {
      if (around === null || around === root) return [];
      const cached = cuttersOf.get(around);
      if (cached) return cached;
      const { clipPath, position, overflow, overflowX, overflowY } = getComputedStyle(around);
      const isEnd = clipPath !== 'none' || position === 'fixed' || /auto|scroll/.test(overflow);
      const further = isEnd ? [] : cuttersAround(around.parentElement);
      const isCutter = !isEnd && (isClipping(overflowX) || isClipping(overflowY));
      const all = isCutter
        ? [{ element: around, overflowX, overflowY, box: around.getBoundingClientRect() }, ...further]
        : further;
      cuttersOf.set(around, all);
      return all;
    };
    const cutterOf = (text: Text, parent: Element): Element | undefined => {
      const cutters = cuttersAround(parent);
      if (cutters.length === 0) return undefined;
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      return cutters.find(({ overflowX, overflowY, box }) =>
        lines.some(
          (line) =>
            (isClipping(overflowX) && (line.right > box.right + 1.5 || line.left < box.left - 1.5)) ||
            // A line is taller than its letters.
            (isClipping(overflowY) && line.bottom > box.bottom + line.height * 0.35),
        ),
      )?.element;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!(text instanceof Text) || !parent || !/\S/.test(text.data) || !parent.checkVisibility()) continue;
      // Skip: clamped texts end in dots and appear in full elsewhere; a chart's axis has a text alternative; an open
      // list keeps the row height of its opening.
      if (parent.closest('option, svg, [aria-hidden="true"], [role="listbox"]')) continue;
      const { webkitLineClamp, textOverflow, whiteSpace } = getComputedStyle(parent);
      if (webkitLineClamp !== 'none' || (textOverflow === 'ellipsis' && whiteSpace === 'nowrap')) continue;
      const [beside] = parent.children;
      if (
        beside &&
        /^(flex|grid)$/.test(getComputedStyle(parent).display) &&
        beside.matches('a, b, strong')
      ) {
        found.push(`'${wordsOf(text)}' stands apart from '${wordsOf(beside)}', the rest of the sentence`);
      }
      const cutter = cutterOf(text, parent);
      if (cutter) found.push(`'${wordsOf(text)}' is cut by ${nameOf(cutter)}`);
    }

    const isBallot = /^\/(Vote|PruebaQR)/.test(location.pathname);
    if (isBallot && !document.querySelector('[role="alertdialog"]')) {
      for (const answer of document.querySelectorAll<HTMLElement>('[role="radiogroup"] input')) {
        answer.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        const { left, top, bottom, width } = answer.getBoundingClientRect();
        // An element taller than the screen is partly visible.
        const middle = (Math.max(top, 0) + Math.min(bottom, root.clientHeight)) / 2;
        const over = document.elementFromPoint(left + width / 2, middle);
        const label = answer.closest('label');
        if (label && !label.contains(over)) {
          found.push(`'${wordsOf(label)}' is under ${over ? nameOf(over) : 'nothing'}`);
        }
      }
      window.scrollTo(0, 0);
    }

    const footer = document.querySelector('main + footer');
    if (footer && footer.getBoundingClientRect().top + window.scrollY < root.clientHeight - 1) {
      found.push('the footer stands in the first screen, where what comes late pushes it');
    }
    return found;
  });
}
