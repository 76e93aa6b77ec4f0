import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../../server/testing/random.ts';
import { everywhere, type Fault } from '../fault.ts';
import type { Ground } from '../ground.ts';

const ON = ['sqlite', 'postgres3'] as const;
/** Duration of a network fault, in ms. */
const LASTS_MS = { least: 1_500, most: 4_000 };
/** Share of lost answers. */
const LOST = 0.3;
/** Bad mobile network: delay of each piece of data in ms. `BYTES_PER_SECOND`: bandwidth per connection. */
const LATENCY_MS = { least: 100, most: 400 };
const BYTES_PER_SECOND = 16_000;

/** Makes a fault of the network: disturbs the balancer for some seconds. */
function forAWhile(begin: (ground: Ground, random: Random) => unknown): Fault['inject'] {
  return async (ground, random) => {
    try {
      await begin(ground, random);
      await pause(random.between(LASTS_MS.least, LASTS_MS.most));
    } finally {
      await ground.balancer.clear();
    }
  };
}

/** Fault runs with a bad network between clients and servers, simulated by the balancer. */
export const networks: readonly Fault[] = [
  {
    name: 'answers lost',
    on: everywhere,
    inTests: ['sqlite'],
    inLong: ['postgres3'],
    inject: forAWhile(({ balancer }) => balancer.loseAnswers(LOST)),
  },
  {
    name: 'connections half open',
    on: ON,
    inTests: ['postgres3'],
    inLong: ['sqlite'],
    inject: forAWhile(({ balancer }) => balancer.fallSilent()),
  },
  {
    name: 'network slow',
    on: ON,
    inTests: ['sqlite'],
    inject: forAWhile(({ balancer }, random) =>
      balancer.slowDown(random.between(LATENCY_MS.least, LATENCY_MS.most), BYTES_PER_SECOND),
    ),
  },
  {
    name: 'balancer gone and back',
    on: ON,
    inTests: ['postgres3'],
    inject: async ({ balancer }, random) => {
      await balancer.leave();
      await pause(random.between(LASTS_MS.least, LASTS_MS.most));
      await balancer.comeBack();
    },
  },
];
