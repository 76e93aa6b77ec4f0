import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Slow test files of the browser tests and of the server tests, the slowest first. A slow file at the end would run
 * alone while other workers are idle. Browser and server tests have separate runs (`check-all.mjs`), so the two
 * parts of the list do not mix. A missing name costs only time.
 */
const LONG = [
  // Browsers.
  'axe.test.ts',
  'network-cut.test.ts',
  'hybrid.test.ts',
  'walk.test.ts',
  'assembly.test.ts',
  'asleep.test.ts',
  'wall-figures.test.ts',
  'reporter.test.ts',
  'restored.test.ts',
  'evening-of-powers.test.ts',
  'home.test.ts',
  'public.test.ts',
  'sectors.test.ts',
  'killed.test.ts',
  'vote-units.test.ts',
  'billing.test.ts',
  'join.test.ts',
  'hands.test.ts',
  'lost-reply.test.ts',
  'vote-qr.test.ts',
  'wall.test.ts',
  'wall-code.test.ts',
  'assemblies.test.ts',
  'events.test.ts',
  'register-link.test.ts',
  'billing-own.test.ts',
  'door-camera.test.ts',
  'closed-assembly.test.ts',
  'panel.test.ts',
  'wall-building.test.ts',
  'offline-door.test.ts',
  'door-scans.test.ts',
  'desk.test.ts',
  'vote-weight.test.ts',
  'billing-stops.test.ts',
  // Servers. The two files of faults wait more than compute, and must not run beside each other: with two workers, the
  // files between both take longer than the first file of faults.
  'on-sqlite.test.ts',
  'papers.test.ts',
  'jobs-made.test.ts',
  'evidence.test.ts',
  'majorities-at-their-limits.test.ts',
  'evening-of-240.test.ts',
  'read-sheets.test.ts',
  'summary-killed.test.ts',
  'hostile-uploads.test.ts',
  'imports.test.ts',
  'one-vote-per-owner.test.ts',
  'acta.test.ts',
  'arrivals-need-the-desk.test.ts',
  'on-postgres.test.ts',
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

/**
 * Runs the listed slow test files first, then the others in the order of vitest (vitest itself only knows durations
 * of earlier runs).
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.indexOf(basename(moduleId));
      return at === -1 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
