/**
 * Reporter for vitest that writes the outcome of each test (outcomes.mjs) to the file named by SCAF_OUTCOMES,
 * including files that could not be collected and uncaught errors.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

export default class OutcomesReporter {
  #root = '';

  onInit(vitest) {
    this.#root = vitest.config.root;
  }

  onTestRunEnd(modules, unhandledErrors) {
    const outcomes = [];
    const fail = (file, name, detail) =>
      outcomes.push({ file, name, detail, state: 'failed', isExtra: true });
    for (const module of modules) {
      const file = module.relativeModuleId;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        const name = test.fullName;
        if (state === 'passed' || state === 'failed') outcomes.push({ file, name, state });
        // Pending tests were not reached because the run was cut short.
        else if (state === 'pending') outcomes.push({ file, name, state: 'failed', detail: 'not run' });
        else outcomes.push({ file, name, state: 'skipped' });
      }
      if (module.errors().length > 0) fail(file, '(could not be collected, or a hook failed)');
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) fail(file, `${suite.fullName} (a hook failed)`);
      }
    }
    for (const error of unhandledErrors) {
      const path = error.VITEST_TEST_PATH;
      const file = path === undefined ? null : relative(this.#root, path);
      fail(file, 'unhandled error', error.message ?? String(error));
    }
    writeFileSync(process.env.SCAF_OUTCOMES, JSON.stringify(outcomes));
  }
}
