import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';

/** Problem with the similar problems folded below. */
export interface ProblemShown extends ImportProblem {
  at: number;
  /** Other problems with the same code, sheet and column, by row. Empty if the problem stands alone. */
  alike: readonly ImportProblem[];
}

/** Maximum of warnings of a kind that are listed one by one. */
const ONE_BY_ONE = 3;

/**
 * Rows of the table of problems. Errors come first, each in a row, because errors block the import. Many warnings of
 * a kind share the row of the first warning.
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
