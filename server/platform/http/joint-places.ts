import { Problem } from './problem.ts';

/** A joint and its root: the parent of a sector, otherwise the joint. */
export interface JointWithRoot {
  jointId: number;
  jointName: string;
  rootId: number;
  /** Sectors of a root joint, in order; empty for a sector. */
  sectorIds: readonly number[];
}

/** Port to look up joints. The properties implement it. */
export interface JointFinder {
  /** @returns undefined if the joint does not exist. */
  find: (jointId: number) => Promise<JointWithRoot | undefined>;
  /** Returns the root joint of the assembly of a joint or sector, and all joints inside, root first. */
  family: (jointId: number) => Promise<number[]>;
  /** Drops a root joint from the cache, after a change of sectors. */
  forget: (jointId: number) => void;
}

/** Returns an existing joint. @throws Problem jointNotFound */
export async function requireJoint(
  places: Pick<JointFinder, 'find'>,
  jointId: number,
): Promise<JointWithRoot> {
  const place = await places.find(jointId);
  if (place === undefined) throw new Problem('jointNotFound');
  return place;
}
