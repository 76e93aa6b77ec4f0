import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** Elements with text in the document, as found by the last call of `looksOf`. */
    writtenElements: Element[];
  }
}

/**
 * Returns a hash of the text style for each element with text in the page (`window.writtenElements`): tag,
 * classes and state, with computed colours and sizes. Elements with equal hashes have equal contrast, so
 * only a single element needs a check, also for the dark theme.
 */
export function looksOf(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const states =
      /^(role|type|style|disabled|open|hidden|checked|selected|data-.*|aria-(?!.*label|.*by$|controls|owns|active|details|value).*)$/;
    const colours = [
      'color',
      'fill',
      'background-color',
      'background-image',
      'opacity',
      'font-size',
      'font-weight',
    ];
    const looks: number[] = [];
    const written: Element[] = [];

    /** Hash of 53 bits: continues the hash of the parent element with a text. */
    const mixed = (words: string, [a, b]: readonly [number, number]): [number, number] => {
      let [first, second] = [a, b];
      for (let at = 0; at < words.length; at += 1) {
        first = Math.imul(first ^ words.charCodeAt(at), 2_654_435_761);
        second = Math.imul(second ^ words.charCodeAt(at), 1_597_334_677);
      }
      return [first ^ (first >>> 15), second ^ (second >>> 13)];
    };
    const isWritten = (element: Element) =>
      element.matches('input, select, textarea') ||
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? ''),
      );
    const visit = (element: Element, around: readonly [number, number]) => {
      const style = getComputedStyle(element);
      if (style.display === 'none') return;
      const state = [...element.attributes]
        .filter(({ name }) => states.test(name))
        .map(({ name, value }) => `${name}=${value}`);
      const drawn = colours.map((name) => style.getPropertyValue(name));
      const own = mixed(
        [element.tagName, element.getAttribute('class'), ...state, ...drawn].join('\n'),
        around,
      );
      if (isWritten(element)) {
        looks.push((own[0] >>> 0) * 2 ** 21 + (own[1] >>> 11));
        written.push(element);
      }
      for (const child of element.children) visit(child, own);
    };
    visit(document.documentElement, [0xdeadbeef, 0x41c6ce57]);
    window.writtenElements = written;
    return looks;
  });
}
