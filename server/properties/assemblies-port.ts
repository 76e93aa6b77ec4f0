import type { Joint } from '../../shared/properties/joints.api.ts';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Millis } from '../platform/db/tables.ts';
import type { OneVoteEach } from './joints.repository.ts';

/** Interface for joints and tables to assemblies; implemented by assemblies. */
export interface AssembliesPort {
  /**
   * Runs an act on a joint's current assembly in one transaction: takes the joint's lock, runs, raises the revisions
   * last.
   * @returns the act's result, and the joints to publish
   */
  runUseCase<T>(
    call: { jointId: number; actor: string; at: Millis },
    work: (act: JointAct) => Promise<T>,
  ): Promise<{ result: T; touched: number[] }>;
  /** Prepares the first assembly of a new joint (root and sectors). */
  prepareAssembly(
    trx: Db,
    joint: { rootJointId: number; jointIds: readonly number[]; at: Millis },
  ): Promise<void>;
  /** Adds a new sector to the assembly in preparation of a joint without meetings. */
  prepareSector(trx: Db, sector: { rootJointId: number; jointId: number; at: Millis }): Promise<void>;
  /** Updates the roll after a change of the joint's table, if allowed, and raises the revision. */
  followTable(trx: Db, jointId: number): Promise<void>;
  /** Shows in the current assembly the holder of the single vote in non-economic questions. */
  showOneVoteEach(trx: Db, where: { jointId: number; assemblyId: number }, votes: OneVoteEach): Promise<void>;
  /**
   * Returns the current assembly of a root joint, with the link of its meeting; undefined for a joint without
   * assemblies.
   */
  findCurrent(
    db: Db,
    rootJointId: number,
  ): Promise<{ assembly: NonNullable<Joint['assembly']>; zoomMeeting: Joint['zoomMeeting'] } | undefined>;
  /** True if an assembly of the joint was ever opened. */
  hasMet(db: Db, rootJointId: number): Promise<boolean>;
}

/** Act on a joint, as seen by properties. */
export interface JointAct {
  trx: Db;
  assembly: { assemblyId: number; rootId: number };
  /** Joints with questions changed by the act. */
  changed: { concepts: Set<number> };
  /** Appends an entry to the joint's chain. */
  audit: (act: string, data: unknown) => Promise<void>;
}

/** Dependencies of properties, provided by higher features. */
export interface PropertiesContext extends Context {
  assemblies: AssembliesPort;
  /** True if a joint has books: a movement, an unidentified payment, or a waiting sheet. */
  hasBooks: (db: Db, jointId: number) => Promise<boolean>;
}
