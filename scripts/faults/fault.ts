import type { Random } from '../../server/testing/random.ts';
import type { Ground, GroundKind, MoreSetup } from './ground.ts';

/**
 * Fault for a fault run, for example a killed server: injected while simulated people vote, arrive, leave
 * and pay.
 */
export interface Fault {
  /** Name of the fault in the results table. */
  name: string;
  /** Setups (engine and number of server processes) used to inject the fault. */
  on: readonly GroundKind[];
  /** Setups used in `npm test`, if not all, because each setup takes seconds. */
  inTests?: readonly GroundKind[];
  /** Further setups used in `npm run test:long`. */
  inLong?: readonly GroundKind[];
  /** Number of injections on a setup in the full run. Default: 4. The short run injects once. */
  times?: number;
  /** Returns additional options for the servers. `folder`: temporary folder of the run. */
  setup?: (folder: string) => MoreSetup | Promise<MoreSetup>;
  /** Number of simulated screens (live clients), if not the default. */
  screens?: number;
  /**
   * Injects the fault. Resolves when the fault is over: the failed part works again, and from now on every screen
   * has to become right. Must clean up even if rejected.
   */
  inject: (ground: Ground, random: Random) => Promise<void>;
}

export const everywhere: readonly GroundKind[] = ['sqlite', 'postgres', 'postgres3'];
