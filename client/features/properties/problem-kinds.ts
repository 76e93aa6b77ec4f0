import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';

/** Row of the table of problems of an imported file: a problem, with similar problems folded below. */
export interface ProblemShown extends ImportProblem {
  /** Index of the problem in the list of the check, from 0. */
  at: number;
  /** Other problems with the same code, sheet and column, by row. Empty if the problem stands alone. */
  alike: readonly ImportProblem[];
}

/** Maximum number of similar warnings listed separately; more warnings share a row. */
const ONE_BY_ONE = 3;

/**
 * Returns the rows for the table of problems of an uploaded file. Errors come first, each in a separate row,
 * because errors block the import. More than three warnings with equal code, sheet and column share a row.
 */
export function problemsShown(problems: readonly ImportProblem[]): ProblemShown[] {
  const all = problems.map((problem, at): ProblemShown => ({ ...problem, at, alike: [] }));
  const kindOf = ({ code, sheet, column }: ImportProblem) => `${code} ${sheet ?? ''} ${column ?? ''}`;
  const warnings = all.filter(({ severity }) => severity === 'warning');
  const byKind = new Map<string, ProblemShown[]>();
  for (const problem of warnings) {
    const kind = byKind.get(kindOf(problem));
    if (kind === undefined) byKind.set(kindOf(problem), [problem]);
    else kind.push(problem);
  }
  const shown = warnings.flatMap((problem): ProblemShown[] => {
    const kind = byKind.get(kindOf(problem)) ?? [];
    if (kind.length <= ONE_BY_ONE) return [problem];
    const [first, ...alike] = kind;
    return first === problem ? [{ ...problem, alike }] : [];
  });
  return [...all.filter(({ severity }) => severity === 'error'), ...shown];
}
