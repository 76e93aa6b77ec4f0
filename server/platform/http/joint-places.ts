import { Problem } from './problem.ts';

/**
 * Joint or sector, with the root joint: for a sector the whole joint around, otherwise the joint itself.
 */
export interface JointWithRoot {
  jointId: number;
  jointName: string;
  /** Number of the whole joint: the parent of a sector, else the joint itself. */
  rootId: number;
  /** Ids of the sectors of a root joint, in order; empty for a sector. */
  sectorIds: readonly number[];
}

/**
 * Functions to look up joints, for the platform and other features. Implemented by the feature
 * `properties`, with a cache.
 */
export interface JointFinder {
  /**
   * Finds a joint or sector by id.
   * @returns undefined if the joint does not exist
   */
  find: (jointId: number) => Promise<JointWithRoot | undefined>;
  /**
   * Returns the ids of all joints in the same assembly as a joint or sector: the root joint first, then all
   * sectors.
   */
  family: (jointId: number) => Promise<number[]>;
  /** Removes a root joint from the cache, after a change of the sectors. */
  forget: (jointId: number) => void;
}

/**
 * Returns a joint or sector with the root joint.
 * @throws Problem jointNotFound
 */
export async function requireJoint(
  places: Pick<JointFinder, 'find'>,
  jointId: number,
): Promise<JointWithRoot> {
  const place = await places.find(jointId);
  if (place === undefined) throw new Problem('jointNotFound');
  return place;
}
