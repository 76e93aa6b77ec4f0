/** Test: the figure counts exported names with and without a docstring. */
import { expect, it } from 'vitest';
import { docstringShare } from './docstrings.ts';

it('a docstring above an export counts; a line comment and an inner declaration do not', () => {
  const text = `/** Sum. */
export const sum = 1;
// Not a docstring.
export function bare() {}
/** Not exported. */
const inner = 2;
/** Shape. */
export interface Shape { a: number }`;
  expect(docstringShare('server/a.ts', text)).toEqual({ exported: 3, documented: 2 });
});
