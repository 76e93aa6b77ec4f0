import { expect, it } from 'vitest';
import moving from './art/quorum.svg?raw';
import still from './art/quorum-still.svg?raw';
import page from './landing.page.tsx?raw';

/** Width in the drawing for a hundredth of the floor plan, and the gap between two units. */
const PART = 4;
const GAP = 3;

/** Reads the positions and sizes of the drawn units of a kind, without the ruler beside the plan. */
function unitsOf(drawing: string, kind: 'unit' | 'here') {
  return [...drawing.matchAll(new RegExp(`<rect class="${kind}" ([^>]*)`, 'g'))]
    .map(([, attributes = '']) =>
      ['x', 'y', 'width', 'height'].map((name) =>
        Number(new RegExp(`\\b${name}="([^"]+)"`).exec(attributes)?.[1]),
      ),
    )
    .filter(([x = 0]) => x < 100 * PART)
    .map(([x = 0, y = 0, width = 0, height = 0]) => ({
      x: (x - GAP / 2) / PART,
      y: (y - GAP / 2) / PART,
      width: (width + GAP) / PART,
      height: (height + GAP) / PART,
    }));
}

it.each([
  ['moving', moving],
  ['still', still],
])('the %s drawing fills the plan without overlap and matches the caption', (_name, drawing) => {
  const cells = new Set<string>();
  let sum = 0;
  for (const { x, y, width, height } of unitsOf(drawing, 'unit')) {
    sum += width * height;
    for (let at = 0; at < width * height; at += 1) {
      cells.add(`${x + (at % width)} ${y + Math.floor(at / width)}`);
    }
  }
  // No unit overlaps another.
  expect([cells.size, sum]).toEqual([100 * 100, 100 * 100]);
  const present = unitsOf(drawing, 'here').reduce((share, { width, height }) => share + width * height, 0);
  expect(present).toBeGreaterThan(50 * 100);
  const percent = `${Math.floor(present / 100)},${String(present % 100).padStart(2, '0')}`;
  expect(page).toContain(`<strong>${percent} %</strong>`);
});
