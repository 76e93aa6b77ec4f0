import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files known to take long, the longest first. Begun last, one of them would run on alone while the other worker has
 * nothing left to do; a name that is missing here costs that time, and nothing else.
 */
const LONG = [
  // Browsers.
  'axe.test.ts',
  'network-cut.test.ts',
  'hybrid.test.ts',
  'walk.test.ts',
  'asleep.test.ts',
  'billing.test.ts',
  'public.test.ts',
  'assembly.test.ts',
  'vote-units.test.ts',
  'register-link.test.ts',
  'comes-back.test.ts',
  'sectors.test.ts',
  // Servers. The two files of faults wait more than they compute: not both at once, beside each other.
  'faults-postgres.test.ts',
  'papers.test.ts',
  'four-rules.test.ts',
  'races.test.ts',
  'faults-sqlite.test.ts',
  'summary-killed.test.ts',
  'summary.test.ts',
  'evening-of-240.test.ts',
  'jobs-made.test.ts',
  'issue.test.ts',
  'evenings.test.ts',
  'durability.test.ts',
  'access.test.ts',
  'hostile-uploads.test.ts',
  'payment-imports.test.ts',
  'papers-read.test.ts',
  'read-sheets.test.ts',
  'months.test.ts',
  'acta.test.ts',
  'apartments.test.ts',
  'grouped-later.test.ts',
  'bills-mailed.test.ts',
  'two-desks.test.ts',
  'demo.test.ts',
];

/** Vitest's order, behind the files that take long: it knows durations of earlier runs only, and a clone has none. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.indexOf(basename(moduleId));
      return at === -1 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
