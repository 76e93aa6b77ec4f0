import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../../server/testing/random.ts';
import { everywhere, type Fault } from '../fault.ts';
import type { Ground } from '../ground.ts';

/**
 * Number of kills in a row. `BETWEEN_MS`: maximum pause between two kills in ms, short enough to hit a starting
 * server.
 */
const IN_A_ROW = 3;
const BETWEEN_MS = 700;
/** Duration of the hang of a server process, in ms. */
const FROZEN_MS = { least: 2_000, most: 4_000 };

async function end(ground: Ground, random: Random, signal: NodeJS.Signals): Promise<void> {
  const server = random.pick(ground.servers);
  await server.kill(signal);
  await server.isBack();
}

/** Fault runs with killed, ended or frozen server processes; the supervisor starts ended processes again. */
export const kills: readonly Fault[] = [
  {
    name: 'kill -9',
    on: everywhere,
    inTests: ['sqlite'],
    inLong: ['postgres'],
    times: 6,
    inject: (ground, random) => end(ground, random, 'SIGKILL'),
  },
  {
    name: 'kill -9, several in a row',
    on: ['sqlite', 'postgres3'],
    inTests: ['postgres3'],
    times: 3,
    inject: async (ground, random) => {
      for (let i = 0; i < IN_A_ROW; i += 1) {
        const server = random.pick(ground.servers);
        await server.isBack();
        await server.kill('SIGKILL');
        await pause(random.between(0, BETWEEN_MS));
      }
      for (const server of ground.servers) await server.isBack();
    },
  },
  {
    name: 'SIGTERM',
    on: everywhere,
    inTests: ['sqlite'],
    inLong: ['postgres3'],
    inject: (ground, random) => end(ground, random, 'SIGTERM'),
  },
  {
    name: 'process frozen',
    on: everywhere,
    inTests: ['postgres3'],
    inLong: ['sqlite'],
    times: 3,
    inject: async (ground, random) => {
      const frozen = random.pick(ground.servers).freeze();
      try {
        await pause(random.between(FROZEN_MS.least, FROZEN_MS.most));
      } finally {
        frozen.thaw();
      }
    },
  },
];
