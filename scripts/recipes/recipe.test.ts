/** Test: the recipes for an endpoint and a report still work when followed as written. */
import { expect, it } from 'vitest';
import { isLong } from '../../shared/testing/rounds.ts';
import { follow, readChange, whyNotFitting } from './recipe.ts';

const endpoint = readChange('docs/start/first-change.md');
const report = readChange('docs/how/report.md');

it('an endpoint is a change of four files and a test, and fits the tree', () => {
  expect([endpoint.files.length, endpoint.tests.length]).toEqual([4, 1]);
  expect(whyNotFitting(endpoint)).toBe('');
});

it('a report is a change of three files and a test, and fits the tree', () => {
  expect([report.files.length, report.tests.length]).toEqual([3, 1]);
  expect(whyNotFitting(report)).toBe('');
});

it('a change with a wrong line does not fit', () => {
  const wrong = { ...endpoint, diff: endpoint.diff.replace(/^ .+$/m, ' no such line') };
  expect(whyNotFitting(wrong)).toContain('patch');
});

// A copy of the tree, its types, and a test run of its own: a minute.
if (isLong)
  it('the changes compile and their tests pass in a copy of the tree', () => {
    expect(follow([endpoint, report])).toBe('');
  });
