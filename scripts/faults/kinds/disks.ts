import { setTimeout as pause } from 'node:timers/promises';
import type { Ground } from '../ground.ts';
import type { Random } from '../random.ts';
import type { DiskMode } from '../shim.ts';
import { shimmed, shimOf } from '../shimmed.ts';

/** How long a disk fails, from the first thing that it refused. */
const FAILING_MS = { least: 1_000, most: 3_000 };
/** Writes until the one in which the process is killed: the next votes, or a good many later. */
const MOST_WRITES = 150;
/** A page with its frame's head, and a little: some are written whole. */
const MOST_BYTES = 4_200;
const LOOK_MS = 5;

/** Makes the disk fail until it has refused something, and then for a while. */
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
 * A disk that refuses what a server writes, with SQLite on it. PostgreSQL's disk is its own affair. What the others leave
 * of a store, server/platform/db/disk-faults.test.ts and power-cut.test.ts hold against what was acknowledged.
 */
export const disks = shimmed('faults of the disk', [
  {
    name: 'disk full, then freed',
    on: ['sqlite'],
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
