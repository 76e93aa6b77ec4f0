import type { Db } from '../platform/db/engine.ts';
import type { JointPlace, JointPlaces } from '../platform/http/joint-places.ts';

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
    const joint = await this.#db
      .selectFrom('joint')
      .select(['joint_id', 'joint_name', 'parent_joint_id'])
      .where('joint_id', '=', jointId)
      .executeTakeFirst();
    if (joint === undefined) return undefined;
    const sectors = await this.#db
      .selectFrom('joint')
      .select('joint_id')
      .where('parent_joint_id', '=', jointId)
      .orderBy('joint_id')
      .execute();
    const place: JointPlace = {
      jointId,
      jointName: joint.joint_name,
      rootId: joint.parent_joint_id ?? jointId,
      sectorIds: sectors.map((sector) => sector.joint_id),
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
