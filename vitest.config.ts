import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/lib/longest-first.ts';

/** `npm run test:long`. */
const isLong = process.env.SCAF_LONG === '1';
/**
 * Any number would do, but always the same one: a change is not refused for a case that it has no part in. A long run
 * looks for such cases.
 */
const seed = Number(process.env.SCAF_SEED ?? (isLong ? Date.now() % 2 ** 31 : 20_261_122));
if (isLong) console.log(`Random cases are drawn from seed ${seed}; SCAF_SEED=${seed} draws them again.`);
const timesRounds = isLong ? 10 : 1;
const provide = { seed, timesRounds };
const setupFiles = ['shared/testing/property-setup.ts'];

/**
 * Three kinds of tests. `unit` needs nothing; `server` gets a real PostgreSQL, started once for the whole
 * run; `e2e` drives browsers against the built application.
 */
export default defineConfig({
  test: {
    // A test that was left on its own with `.only` would make the others pass by not running them.
    allowOnly: false,
    // By itself it leaves one core idle; these tests wait for disks, sockets and processes more than they compute. A
    // fourth one keeps both cores busy throughout: a story of 240 units then waited half a minute for a page.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['shared/**/*.test.ts', 'client/**/*.test.{ts,tsx}'],
          exclude: ['client/e2e/**'],
          // A process for each file takes three times as long as all of their tests.
          isolate: false,
          // Property tests beside others: never a matter of speed.
          testTimeout: 60_000 * timesRounds,
          provide,
          setupFiles,
        },
      },
      {
        resolve: {
          alias: { '@node-rs/argon2': join(import.meta.dirname, 'server/testing/setup/argon2.ts') },
        },
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/**/*.test.ts', 'migrations/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}'],
          globalSetup: [
            'server/testing/setup/memory-setup.ts',
            'server/testing/setup/postgres-setup.ts',
            'server/testing/setup/sqlite-setup.ts',
            'server/testing/setup/print-setup.ts',
            'server/testing/setup/verifier-setup.ts',
          ],
          // Each file makes its own applications and stores; loading the server anew for each takes seconds.
          isolate: false,
          // Two engines that sync every commit to a disk shared with the other core's tests.
          // On a machine that others use as well a test of races has taken more than a minute: it ends what hangs.
          testTimeout: 240_000 * timesRounds,
          hookTimeout: 240_000,
          // By itself it gives up after a second, which a process may take to start beside others.
          expect: { poll: { timeout: 120_000 } },
          provide,
          setupFiles,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['client/e2e/**/*.test.{ts,tsx}'],
          globalSetup: [
            'server/testing/setup/memory-setup.ts',
            'server/testing/setup/browser-setup.ts',
            'server/testing/setup/verifier-setup.ts',
          ],
          // As with the servers' tests: playwright and the scenes are loaded once for each worker, not for each file.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // By itself it gives up after a second, which three browsers on two cores may take for one screen.
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
