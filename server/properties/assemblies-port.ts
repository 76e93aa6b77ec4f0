import type { Joint } from '../../shared/properties/joints.api.ts';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Millis } from '../platform/db/tables.ts';
import type { OneVoteEach } from './joints.repository.ts';

/** What joints and their tables need of the assemblies that are held in them; assemblies implement it. */
export interface AssembliesPort {
  /**
   * Runs one act on a joint's current assembly: takes the joint's turn, does it, raises the revisions last, all
   * in one transaction.
   * @returns the act's result, and the joints to publish
   */
  inOneAct<T>(
    call: { jointId: number; actor: string; at: Millis },
    work: (act: JointAct) => Promise<T>,
  ): Promise<{ result: T; touched: number[] }>;
  /** Gives a new joint (root and sectors) its first assembly, in preparation. */
  prepareAssembly(
    trx: Db,
    joint: { rootJointId: number; jointIds: readonly number[]; at: Millis },
  ): Promise<void>;
  /** Gives a new sector of a joint that has not met its part of the assembly in preparation. */
  prepareSector(trx: Db, sector: { rootJointId: number; jointId: number; at: Millis }): Promise<void>;
  /** After a joint's table of units changed: the roll follows where it may, and the revision rises. */
  followTable(trx: Db, jointId: number): Promise<void>;
  /** The current assembly shows who has one vote where nothing economic is decided. */
  showOneVoteEach(trx: Db, where: { jointId: number; assemblyId: number }, votes: OneVoteEach): Promise<void>;
  /** The current assembly of a root joint, and how its meeting is entered; undefined for a joint that holds none. */
  findCurrent(
    db: Db,
    rootJointId: number,
  ): Promise<{ assembly: NonNullable<Joint['assembly']>; zoomMeeting: Joint['zoomMeeting'] } | undefined>;
  /** Whether an assembly of a joint was ever opened. */
  hasMet(db: Db, rootJointId: number): Promise<boolean>;
}

/** One act on a joint, as properties see it. */
export interface JointAct {
  trx: Db;
  assembly: { assemblyId: number; rootId: number };
  /** Joints whose questions, or what they are about, this act changes. */
  changed: { concepts: Set<number> };
  /** Notes what was done in the joint's chain. */
  audit: (act: string, data: unknown) => Promise<void>;
}

/** What properties are handed in by the features that stand on them. */
export interface PropertiesContext extends Context {
  assemblies: AssembliesPort;
  /** Whether a joint has books: a movement, a payment of nobody knows whom, or a sheet that waits. */
  hasBooks: (db: Db, jointId: number) => Promise<boolean>;
}
