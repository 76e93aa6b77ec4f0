/** Runs tests as steps of a story: after a failed step, the next steps would fail for the same reason. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'vitest';
import type { Person } from './person.ts';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'test-results');

/**
 * Makes the tests of a `describe` steps of a story: after a failed step the next steps are skipped, and
 * pictures of all pages are stored in test-results/. Call inside the `describe`.
 * @param everybody returns the people with open pages
 */
export function serialSteps(everybody: () => readonly Person[]): void {
  let failedStep: string | null = null;
  beforeEach(({ skip }) => {
    if (failedStep !== null) skip(`«${failedStep}» failed before`);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    failedStep = task.name;
    const name = task.name.replace(/\W+/g, '-').slice(0, 60);
    for (const [at, { page }] of everybody().entries()) {
      await page
        .screenshot({ path: join(FOLDER, `${name}-${at}.png`), timeout: 5_000 })
        .catch(() => undefined);
    }
  });
}
