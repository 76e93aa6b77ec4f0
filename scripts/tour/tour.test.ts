/**
 * Test: the tour runs as written. Every named function is called, and the page shows the acts of the present code.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tourPage } from './print.ts';
import { playTour } from './tour.ts';

it('docs/start/tour.md shows the rows, entries and events of the acts', { tags: 'slow' }, async () => {
  const acts = await playTour();
  expect(acts.map(({ entries }) => entries.map(({ act }) => act))).toEqual([
    ['registered'],
    ['votes'],
    ['monthIssued'],
  ]);
  const page = readFileSync(new URL('../../docs/start/tour.md', import.meta.url), 'utf8');
  expect(tourPage(page, acts), 'npm run tour -- --page writes the page').toBe(page);
});
