import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Long files, the longest first. A long file that begins last would run alone while the other workers are idle. A
 * missing name costs only time.
 */
const LONG = [
  // Browsers.
  'axe.test.ts',
  'hybrid.test.ts',
  'walk.test.ts',
  'network-cut.test.ts',
  'evening-of-powers.test.ts',
  'asleep.test.ts',
  'assembly.test.ts',
  'home.test.ts',
  'public.test.ts',
  'killed.test.ts',
  'sectors.test.ts',
  'billing.test.ts',
  'offline-door.test.ts',
  'billing-own.test.ts',
  'vote-qr.test.ts',
  'restored.test.ts',
  'wall.test.ts',
  'door-scans.test.ts',
  'panel.test.ts',
  'join.test.ts',
  'desk.test.ts',
  'assemblies.test.ts',
  'vote-units.test.ts',
  'events.test.ts',
  'billing-stops.test.ts',
  'hands.test.ts',
  'vote-weight.test.ts',
  'reporter.test.ts',
  'register-link.test.ts',
  'closed-assembly.test.ts',
  'door-camera.test.ts',
  'lost-reply.test.ts',
  // Servers. The two files of faults wait more than they compute, and must not run beside each other.
  'on-sqlite.test.ts',
  'papers.test.ts',
  'jobs-made.test.ts',
  'evidence.test.ts',
  'majorities-at-their-limits.test.ts',
  'on-postgres.test.ts',
  'evening-of-240.test.ts',
  'read-sheets.test.ts',
  'summary-killed.test.ts',
  'hostile-uploads.test.ts',
  'imports.test.ts',
  'one-vote-per-owner.test.ts',
  'acta.test.ts',
  'arrivals-need-the-desk.test.ts',
  'fuzz.test.ts',
  'fuzzed-imports.test.ts',
  'demo.test.ts',
  'evenings.test.ts',
  'printed-codes-are-readable.test.ts',
  'page.test.ts',
  'apartments.test.ts',
  'access.test.ts',
  'racing-acts-are-explained.test.ts',
  'books-in-excel.test.ts',
  'disk-faults.test.ts',
  'backup.test.ts',
  'two-desks.test.ts',
  'power-cut.test.ts',
  'acknowledged-votes-survive.test.ts',
  'issue.test.ts',
  'log.test.ts',
  'postgres-restart.test.ts',
  'signed-acta.test.ts',
  'jobs.test.ts',
  'wal-cut.test.ts',
  'in-worker.test.ts',
  'repeat.test.ts',
  'one-owner-on-any-device.test.ts',
  'months.test.ts',
  'bills-mailed.test.ts',
  'any-evening-adds-up.test.ts',
  'grouped-later.test.ts',
];

/** Sorts like vitest after the long files: vitest knows only durations of earlier runs, and a clone has none. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.indexOf(basename(moduleId));
      return at === -1 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
