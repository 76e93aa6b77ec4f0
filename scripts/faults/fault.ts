import type { Ground, GroundKind, MoreSetup } from './ground.ts';
import type { Random } from './random.ts';

/** Fault injected while people vote, arrive, leave and pay. */
export interface Fault {
  /** Name in the table. */
  name: string;
  /** Grounds of the fault. */
  on: readonly GroundKind[];
  /** Grounds in `npm test`, if not all: each ground takes seconds. */
  inTests?: readonly GroundKind[];
  /** Additional grounds in `npm run test:long`. */
  inLong?: readonly GroundKind[];
  /** Injections in a full run of a row. Default: 4. The short form injects once. */
  times?: number;
  /** Extra options for the servers. The argument is the folder of the row. */
  setup?: (folder: string) => MoreSetup | Promise<MoreSetup>;
  /** Number of live clients, if not the default. */
  screens?: number;
  /**
   * Injects the fault. Resolves at its end: the failed part works again, and from now on every screen has to become
   * right. Must clean up even if rejected.
   */
  inject: (ground: Ground, random: Random) => Promise<void>;
}

export const everywhere: readonly GroundKind[] = ['sqlite', 'postgres', 'postgres3'];
