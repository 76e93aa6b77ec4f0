/** Tests that are the steps of one story: when a step fails, the next ones could only fail for the same reason. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'vitest';
import type { Person } from './person.ts';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'test-results');

/** Within a `describe`: leaves out what follows a failed step, and keeps what everybody saw in test-results/. */
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
