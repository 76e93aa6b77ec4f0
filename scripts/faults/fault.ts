import type { Ground, GroundKind, MoreSetup } from './ground.ts';
import type { Random } from './random.ts';

/** Something that goes wrong while people vote, come, go and pay. */
export interface Fault {
  /** As the table names it. */
  name: string;
  /** Where it is injected. */
  on: readonly GroundKind[];
  /** Where `npm test` injects it, where that is not everywhere: each ground takes seconds. */
  inTests?: readonly GroundKind[];
  /** Where `npm run test:long` injects it besides. */
  inLong?: readonly GroundKind[];
  /** How often in a full run of a row; 4 where nothing is said. The short form injects it once. */
  times?: number;
  /** What its servers are started with besides, given the row's folder. */
  setup?: (folder: string) => MoreSetup | Promise<MoreSetup>;
  /** Live clients that look on, where it is not the usual number. */
  screens?: number;
  /**
   * Injects it. Resolves at the fault's end: what failed is there again, and from now on every screen has to become
   * right. Nothing may stay broken where it rejects either.
   */
  inject: (ground: Ground, random: Random) => Promise<void>;
}

export const everywhere: readonly GroundKind[] = ['sqlite', 'postgres', 'postgres3'];
