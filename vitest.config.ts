import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/lib/longest-first.ts';

/** `npm run test:long`. */
const isLong = process.env.SCAF_LONG === '1';
/**
 * Seed of random cases. Any fixed number: a random case must not refuse an unrelated change. A long run looks for new
 * cases.
 */
const seed = Number(process.env.SCAF_SEED ?? (isLong ? Date.now() % 2 ** 31 : 20_261_122));
if (isLong) console.log(`Random cases are drawn from seed ${seed}; SCAF_SEED=${seed} draws them again.`);
const timesRounds = isLong ? 10 : 1;
/** `npm test`, without `--all`. */
const isQuick = !isLong && process.env.SCAF_ALL !== '1';
const provide = { seed, timesRounds, isQuick };
const setupFiles = ['shared/testing/property-setup.ts'];

/** Test files that a quick run leaves out. */
const longOnly = isQuick ? ['**/*.long.test.{ts,mjs}'] : [];
/** Tag of a single test that a quick run leaves out. */
const slow = { name: 'slow', description: 'More than a second of processor time.', skip: isQuick };

/**
 * Kinds of tests. `unit` runs without setup; `server` gets a real PostgreSQL, started once for a run; `e2e` drives
 * browsers against the built application.
 */
export default defineConfig({
  test: {
    // A forgotten `.only` would skip all other tests.
    allowOnly: false,
    // The default leaves one core idle, and tests wait for disks, sockets and processes. A fourth worker keeps both
    // cores busy throughout: a story of 240 units then waited half a minute for a page.
    maxWorkers: 3,
    tags: [slow],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['shared/**/*.test.ts', 'client/**/*.test.{ts,tsx}'],
          exclude: ['client/e2e/**'],
          // A process for each file takes three times as long as all tests.
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
          exclude: longOnly,
          globalSetup: [
            'server/testing/setup/memory-setup.ts',
            'server/testing/setup/postgres-setup.ts',
            'server/testing/setup/sqlite-setup.ts',
            'server/testing/setup/print-setup.ts',
            'server/testing/setup/verifier-setup.ts',
          ],
          // Each file makes new applications and stores; loading the server again for each file takes seconds.
          isolate: false,
          // Only ends tests without progress. Two engines sync every commit to a disk shared with other tests, and a
          // test of races has taken more than a minute on a shared machine.
          testTimeout: 240_000 * timesRounds,
          hookTimeout: 240_000,
          // The default is a second; starting a process beside other tests may take longer.
          expect: { poll: { timeout: 120_000 } },
          provide,
          // Servers of a test live for seconds: no code is compiled in advance.
          env: { SCAF_WARM: 'no' },
          // Requests make objects that die young: with the default of 16 MB a tenth of the time went to garbage collection.
          execArgv: ['--max-semi-space-size=64'],
          setupFiles: [...setupFiles, 'server/testing/setup/one-connection.ts'],
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
          // As for the servers: each worker loads playwright and the scenes once, not for each file.
          isolate: false,
          testTimeout: 300_000,
          exclude: longOnly,
          provide,
          hookTimeout: 300_000,
          // The default is a second; with three browsers on two cores a screen may take longer.
          // A poll of every 50 ms, the default, asks the server and the page more often than a screen changes.
          expect: { poll: { timeout: 60_000, interval: 150 } },
        },
      },
    ],
  },
});
