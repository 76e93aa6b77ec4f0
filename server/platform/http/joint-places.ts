import { Problem } from './problem.ts';

/** A joint and what it belongs to: a sector's root is its parent, anybody else's is itself. */
export interface JointPlace {
  jointId: number;
  jointName: string;
  rootId: number;
  /** Sectors of a root joint, in order; empty for a sector. */
  sectorIds: readonly number[];
}

/** Port: where joints are looked up. The properties implement it. */
export interface JointPlaces {
  /** @returns undefined when there is no such joint. */
  find: (jointId: number) => Promise<JointPlace | undefined>;
  /** The joint of the assembly that a joint or sector takes part in, and all joints inside of it, root first. */
  family: (jointId: number) => Promise<number[]>;
  /** Reads a root joint anew: it has new sectors. */
  forget: (jointId: number) => void;
}

/** A joint that must be there. @throws Problem jointNotFound */
export async function placeOf(places: Pick<JointPlaces, 'find'>, jointId: number): Promise<JointPlace> {
  const place = await places.find(jointId);
  if (place === undefined) throw new Problem('jointNotFound');
  return place;
}
