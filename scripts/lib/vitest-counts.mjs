/**
 * A reporter for vitest that writes true counts to the file named by SCAF_COUNTS: also of what never
 * became a test, a file that could not be collected and an error that nobody caught.
 */
import { writeFileSync } from 'node:fs';

export default class CountsReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
    const fail = (name) => {
      counts.failed += 1;
      counts.failures.push(name);
    };
    for (const module of modules) {
      const file = module.relativeModuleId;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') counts.passed += 1;
        else if (state === 'failed') fail(`${file} > ${test.fullName}`);
        // Pending is what a run that was cut short did not reach.
        else if (state === 'pending') fail(`${file} > ${test.fullName} (not run)`);
        else counts.skipped += 1;
      }
      if (module.errors().length > 0) fail(`${file} (could not be collected, or a hook failed)`);
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) fail(`${file} > ${suite.fullName} (a hook failed)`);
      }
    }
    for (const error of unhandledErrors) fail(`unhandled error: ${error.message ?? String(error)}`);
    writeFileSync(process.env.SCAF_COUNTS, JSON.stringify(counts));
  }
}
