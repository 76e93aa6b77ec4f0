import type { Db } from '../platform/db/engine.ts';
import type { JointFinder, JointWithRoot } from '../platform/http/joint-places.ts';
import { findJointFacts, listSectors } from './joints.repository.ts';

/** Milliseconds until a joint without sectors is read again. */
const RECHECK_MS = 5000;

/**
 * Cached look-up of joints and sectors. Joints are never deleted and sectors never move, so the cache stays
 * right. An unknown joint is read from the database, because another process may have created the joint. A
 * joint without sectors is read again after 5 seconds, because sectors may be added before the first
 * assembly.
 */
export class JointDirectory implements JointFinder {
  readonly #db: Db;
  readonly #places = new Map<number, JointWithRoot & { until: number }>();

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Finds a joint or sector.
   * @returns undefined for an unknown joint
   */
  async find(jointId: number): Promise<JointWithRoot | undefined> {
    const cached = this.#places.get(jointId);
    if (cached !== undefined && performance.now() < cached.until) return cached;
    const joint = await findJointFacts(this.#db, jointId);
    if (joint === undefined) return undefined;
    const sectors = await listSectors(this.#db, jointId);
    const place: JointWithRoot = {
      jointId,
      jointName: joint.jointName,
      rootId: joint.parentId ?? jointId,
      sectorIds: sectors.map((sector) => sector.jointId),
    };
    const isFinal = joint.parentId !== null || sectors.length > 0;
    this.#places.set(jointId, {
      ...place,
      until: isFinal ? Number.POSITIVE_INFINITY : performance.now() + RECHECK_MS,
    });
    return place;
  }

  forget(jointId: number): void {
    this.#places.delete(jointId);
  }

  /** Returns the ids of the root joint of a joint or sector and of all its sectors, root first. */
  async family(jointId: number): Promise<number[]> {
    const place = await this.find(jointId);
    if (place === undefined) return [];
    const root = place.rootId === jointId ? place : await this.find(place.rootId);
    return root === undefined ? [] : [root.jointId, ...root.sectorIds];
  }
}
