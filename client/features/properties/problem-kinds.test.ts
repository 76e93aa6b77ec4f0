import { expect, it } from 'vitest';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import { problemsShown } from './problem-kinds.ts';

const problem = (row: number, code: string, severity: ImportProblem['severity']): ImportProblem => ({
  row,
  column: null,
  code,
  severity,
  message: `Fila ${row}.`,
});

it('lists errors first, each in a row, and folds many warnings of a kind into one row', () => {
  const few = [problem(2, 'ownerMissing', 'warning'), problem(3, 'ownerMissing', 'warning')];
  const many = [5, 6, 7, 8].map((row) => problem(row, 'rowIgnored', 'warning'));
  const errors = [10, 11, 12, 13].map((row) => problem(row, 'unitUnknown', 'error'));
  const shown = problemsShown([...few, ...many, ...errors]);
  expect(shown.map(({ row, alike }) => [row, alike.map((one) => one.row)])).toEqual([
    ...[10, 11, 12, 13].map((row) => [row, []]),
    ...[2, 3].map((row) => [row, []]),
    [5, [6, 7, 8]],
  ]);
});
