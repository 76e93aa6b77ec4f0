import type { Joint } from '../../shared/properties/joints.api.ts';
import type { PowerLimits } from '../../shared/properties/power-rules.api.ts';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/engine.ts';
import type { Millis } from '../platform/db/tables.ts';
import type { OneVoteEach } from './joints.repository.ts';

/**
 * Functions of the feature of assemblies, called by the feature of joints and units. An interface, because
 * `properties` must not import `assemblies`.
 */
export interface AssembliesPort {
  /**
   * Runs a change of a joint in a single transaction: takes the joint's lock, runs `work`, and raises the revisions
   * last.
   * @returns the result of `work`, and the joints with a new state for live clients
   */
  runUseCase<T>(
    call: { jointId: number; actor: string; at: Millis },
    work: (act: JointAct) => Promise<T>,
  ): Promise<{ result: T; touched: number[] }>;
  /** Creates the first assembly, in preparation, of a new joint (root and sectors). */
  prepareAssembly(
    trx: Db,
    joint: { rootJointId: number; jointIds: readonly number[]; at: Millis },
  ): Promise<void>;
  /** Adds a new sector to the assembly in preparation of a joint without any assembly opened so far. */
  prepareSector(trx: Db, sector: { rootJointId: number; jointId: number; at: Millis }): Promise<void>;
  /**
   * Updates the roll of the current assembly after a change of the joint's table, if allowed, and raises the
   * revision.
   */
  followTable(trx: Db, jointId: number): Promise<void>;
  /**
   * Stores the rule of a single vote in non-economic questions for display in the current assembly: per unit or per
   * owner.
   */
  showOneVoteEach(trx: Db, where: { jointId: number; assemblyId: number }, votes: OneVoteEach): Promise<void>;
  /**
   * Returns the current assembly of a root joint, with the link of the online meeting; undefined for a joint
   * without assemblies.
   */
  findCurrent(
    db: Db,
    rootJointId: number,
  ): Promise<{ assembly: NonNullable<Joint['assembly']>; zoomMeeting: Joint['zoomMeeting'] } | undefined>;
  /** Limits of powers kept by the current assembly of the joint; null before the convening and after the end. */
  keptPowerLimits(db: Db, rootJointId: number): Promise<PowerLimits | null>;
  /** True if an assembly of the joint was ever opened. */
  hasMet(db: Db, rootJointId: number): Promise<boolean>;
}

/** Tools for a change of a joint's settings inside `runUseCase`, valid only in the transaction `trx`. */
export interface JointAct {
  trx: Db;
  /** Current assembly of the joint. */
  assembly: { assemblyId: number; rootId: number };
  /**
   * Collects the numbers of joints with changed questions; screens of the joints are updated after the
   * commit.
   */
  changed: { concepts: Set<number> };
  /** Adds an entry to the audit trail of the joint: name of the change ('powerRulesChanged'), and facts. */
  audit: (act: string, data: unknown) => Promise<void>;
}

/**
 * Services used by the feature of joints and units: the services of the platform, and functions of other
 * features.
 */
export interface PropertiesContext extends Context {
  assemblies: AssembliesPort;
  /**
   * True if a joint has data of billing: a movement, a payment not assigned to a unit, or an uploaded draft of a
   * month.
   */
  hasBooks: (db: Db, jointId: number) => Promise<boolean>;
}
