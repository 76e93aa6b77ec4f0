import type { Db } from '../platform/db/engine.ts';
import type { JointPlace, JointPlaces } from '../platform/http/joint-places.ts';
import { findJointFacts, listSectors } from './joints.repository.ts';

/**
 * Which joints exist and which sector lives in which joint. Joints are never deleted and a sector never moves,
 * so what was once read stays true and is kept; what is not known yet is looked up, and so is seen as soon as
 * any process has made it.
 */
export class JointDirectory implements JointPlaces {
  readonly #db: Db;
  readonly #places = new Map<number, JointPlace>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** @returns undefined when there is no such joint. */
  async find(jointId: number): Promise<JointPlace | undefined> {
    const known = this.#places.get(jointId);
    if (known !== undefined) return known;
    const joint = await findJointFacts(this.#db, jointId);
    if (joint === undefined) return undefined;
    const sectors = await listSectors(this.#db, jointId);
    const place: JointPlace = {
      jointId,
      jointName: joint.jointName,
      rootId: joint.parentId ?? jointId,
      sectorIds: sectors.map((sector) => sector.jointId),
    };
    this.#places.set(jointId, place);
    return place;
  }

  /** The joint of the assembly that a joint or sector takes part in, and all joints inside of it, root first. */
  async family(jointId: number): Promise<number[]> {
    const place = await this.find(jointId);
    if (place === undefined) return [];
    const root = place.rootId === jointId ? place : await this.find(place.rootId);
    return root === undefined ? [] : [root.jointId, ...root.sectorIds];
  }
}
