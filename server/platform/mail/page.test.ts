import { expect, it } from 'vitest';
import { lay } from './page.ts';

it('every part of a mail in HTML has its text, with each amount on one line', () => {
  const sum = 'Suma $ 1.500 & <más>';
  const { html, text } = lay([
    { heading: sum },
    { paragraph: sum },
    { mark: '✓', title: sum, lines: [sum] },
    { agenda: sum, lines: [sum] },
    { link: 'https://ejemplo.co/', label: sum },
    { night: sum, day: null, lines: [sum], text: sum },
    { small: sum },
  ]);
  expect(html.split('Suma $\u00a01.500 &amp; &lt;más&gt;').length - 1).toBe(10);
  expect(html).not.toContain('Suma $ ');
  expect(text).toContain(sum);
});

it('a signature in a mail breaks within the width of a phone', () => {
  const { html } = lay([{ title: 'Cabeza firmada', lines: ['u'.repeat(88)] }]);
  expect(html).toMatch(/class="sheet"[^>]*overflow-wrap:anywhere/);
});
