import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';

/** A problem with those that are of its kind. */
export interface ProblemShown extends ImportProblem {
  at: number;
  /** Others of its kind, by row; none where it stands for itself. */
  alike: readonly ImportProblem[];
}

/** As many warnings of a kind are shown one by one. */
const ONE_BY_ONE = 3;

/** Errors first, since they keep a file from being imported, each by itself; of many warnings of one kind the first. */
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
