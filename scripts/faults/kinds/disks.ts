import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../../server/testing/random.ts';
import type { Ground } from '../ground.ts';
import type { DiskMode } from '../shim.ts';
import { shimmed, shimOf } from '../shimmed.ts';

/** Milliseconds of a failing disk after the first refused write. */
const FAILING_MS = { least: 1_000, most: 3_000 };
/** Maximum number of writes until the write that kills the server: during the next votes, or much later. */
const MOST_WRITES = 150;
/**
 * Maximum number of bytes written of the last write: slightly more than a database page with its header, so some
 * writes are complete.
 */
const MOST_BYTES = 4_200;
const LOOK_MS = 5;

/** Makes the disk fail until the server gets an error, and then for some seconds more. */
async function failing(
  ground: Ground,
  random: Random,
  mode: DiskMode,
  meanwhile = async () => {},
): Promise<void> {
  const shim = shimOf(ground);
  const refused = () => shim.failed().writes + shim.failed().syncs;
  const before = refused();
  shim.disk(mode);
  try {
    while (refused() === before) await pause(LOOK_MS);
    await meanwhile();
    await pause(random.between(FAILING_MS.least, FAILING_MS.most));
  } finally {
    shim.disk('ok');
  }
}

/**
 * Fault runs with a disk that refuses writes of a server on SQLite. PostgreSQL's disk is not tested. Faults with an
 * empty `inTests` are tested by server/platform/db/disk-faults.long.test.ts and power-cut.long.test.ts, by comparing stored
 * with acknowledged data.
 */
export const disks = shimmed('faults of the disk', [
  {
    name: 'disk full, then freed',
    on: ['sqlite'],
    inTests: [],
    inLong: ['sqlite'],
    inject: (ground, random) => failing(ground, random, 'full'),
  },
  {
    name: 'disk: fsync fails (EIO)',
    on: ['sqlite'],
    inTests: [],
    inLong: ['sqlite'],
    inject: (ground, random) => failing(ground, random, 'syncFails'),
  },
  {
    name: 'disk: writes fail (EIO)',
    on: ['sqlite'],
    inTests: [],
    inLong: ['sqlite'],
    inject: (ground, random) => failing(ground, random, 'writeFails'),
  },
  {
    name: 'killed with a full disk',
    on: ['sqlite'],
    inTests: [],
    inLong: ['sqlite'],
    inject: async (ground, random) => {
      for (const server of ground.servers) {
        await failing(ground, random, 'full', () => server.kill('SIGKILL'));
        await server.isBack();
      }
    },
  },
  {
    name: 'killed while fsync fails',
    on: ['sqlite'],
    inTests: [],
    inLong: ['sqlite'],
    inject: async (ground, random) => {
      for (const server of ground.servers) {
        await failing(ground, random, 'syncFails', () => server.kill('SIGKILL'));
        await server.isBack();
      }
    },
  },
  {
    name: 'killed in a write',
    on: ['sqlite'],
    inTests: [],
    inLong: ['sqlite'],
    times: 6,
    inject: async (ground, random) => {
      const shim = shimOf(ground);
      for (const server of ground.servers) {
        server.expectEnd();
        const gone = server.isGone();
        shim.tearAt(random.between(1, MOST_WRITES), random.between(0, MOST_BYTES));
        await gone;
        shim.disk('ok');
        await server.isBack();
      }
    },
  },
]);
