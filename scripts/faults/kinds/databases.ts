import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { PostgresServer } from '../../../server/testing/setup/postgres-server.ts';
import type { Fault } from '../fault.ts';
import type { Ground } from '../ground.ts';

/**
 * Runs of a database fault: with three server processes in ordinary tests, with a single process in `npm run
 * test:long` and `npm run faults` only. `server/platform/db/postgres-restart.long.test.ts` covers a single process with
 * a restart, ended connections and a freeze.
 */
const AMONG_THREE = {
  on: ['postgres', 'postgres3'],
  inTests: ['postgres3'],
  inLong: ['postgres'],
} as const;
/** Runs of a fault that `postgres-restart.long.test.ts` covers. */
const IN_LONG_RUNS = { on: AMONG_THREE.on, inTests: [], inLong: AMONG_THREE.on } as const;
/** Milliseconds between the end and the start of the database. `FROZEN_MS`: milliseconds of a hang. */
const AWAY_MS = { least: 0, most: 1_500 };
const FROZEN_MS = { least: 2_000, most: 5_000 };

function serverOf({ postgres }: Ground): PostgresServer {
  if (postgres === null) throw new Error('There is no PostgreSQL on this ground.');
  return postgres;
}

function restarted(name: string, mode: Parameters<PostgresServer['halt']>[0]): Fault {
  return {
    name: `PostgreSQL ${name}`,
    ...AMONG_THREE,
    inject: async (ground, random) => {
      const server = serverOf(ground);
      await server.halt(mode);
      await pause(random.between(AWAY_MS.least, AWAY_MS.most));
      await server.resume();
    },
  };
}

/** Fault runs with a database server that ends, hangs, or drops its connections. */
export const databases: readonly Fault[] = [
  { ...restarted('restarted, fast', 'fast'), ...IN_LONG_RUNS },
  { ...restarted('restarted, immediate', 'immediate'), ...IN_LONG_RUNS },
  restarted('killed -9', 'killed'),
  {
    name: 'PostgreSQL connections ended',
    ...AMONG_THREE,
    inject: async ({ address: { databaseUrl } }) => {
      const client = new pg.Client({ connectionString: databaseUrl ?? '' });
      await client.connect();
      try {
        await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
      } finally {
        await client.end();
      }
    },
  },
  {
    name: 'PostgreSQL frozen',
    ...IN_LONG_RUNS,
    times: 3,
    inject: async (ground, random) => {
      const frozen = serverOf(ground).freeze();
      if (frozen === null) {
        ground.remarks.push('the processes of PostgreSQL are not told here');
        return;
      }
      try {
        await pause(random.between(FROZEN_MS.least, FROZEN_MS.most));
      } finally {
        frozen.thaw();
      }
    },
  },
];
