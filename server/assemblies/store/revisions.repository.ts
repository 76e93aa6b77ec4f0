import { defined } from '../../../shared/defined.ts';
import type { Db } from '../../platform/db/engine.ts';
import { readyQuery } from '../../platform/db/queries.ts';

/**
 * Counters of changes (revisions) of a joint's live state. Clients compare the counters to find out if their state
 * is old, and the server to read only the changed parts.
 */
export interface Revisions {
  /** Identifier of the database's lifetime, new after a restore; revisions compare only within an epoch. */
  epoch: string;
  /** Number of the newest state, raised by every change. */
  revision: number;
  /** Value of `revision` at the last change of registrations, roll or quorum check. */
  attendanceRevision: number;
  /** Value of `revision` at the last change of questions or assembly. */
  conceptRevision: number;
}

/**
 * Numbers of the joints and sectors changed by an act, for each part of the live state. Services add numbers;
 * the end of the transaction raises the revision numbers.
 */
export interface Changed {
  /** Joints with changed registrations, roll or quorum check. */
  attendance: Set<number>;
  /** Joints with changed questions or assembly. */
  concepts: Set<number>;
  /** Joints with new or annulled votes. */
  votes: Set<number>;
}

/**
 * Reads the revision numbers of a joint (co-owned property): counters raised with each change, to find the
 * changed parts of the live state. All 0 before the first change.
 */
export async function readRevisions(db: Db, jointId: number): Promise<Revisions> {
  const row = await db
    .selectFrom('store_epoch as e')
    .leftJoin('joint_revision as r', (join) => join.on('r.joint_id', '=', jointId))
    .select(['e.epoch', 'r.revision', 'r.attendance_revision', 'r.concept_revision'])
    .orderBy('e.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    epoch: row?.epoch ?? '',
    revision: row?.revision ?? 0,
    attendanceRevision: row?.attendance_revision ?? 0,
    conceptRevision: row?.concept_revision ?? 0,
  };
}

/** Reads the newest revision (counter of changes) of each joint. Key: number of the joint. Value: revision. */
export async function newestRevisions(db: Db, jointIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('joint_revision')
    .select(['joint_id', 'revision'])
    .where('joint_id', 'in', jointIds)
    .execute();
  return new Map(rows.map((row) => [row.joint_id, row.revision]));
}

/**
 * Raises the revision (counter of changes) of every changed joint by 1 and notes the changed parts, at the end of
 * an act.
 * @returns the numbers of the changed joints
 */
export async function raiseRevisions(trx: Db, changed: Changed): Promise<number[]> {
  const all = [...new Set([...changed.attendance, ...changed.concepts, ...changed.votes])].sort(
    (a, b) => a - b,
  );
  for (const jointId of all) {
    const [raised] = (await raiseRevision(trx, { jointId })).rows;
    if (raised === undefined) throw new Error(`The joint ${jointId} has no revision.`);
    const { revision } = raised;
    const parts = {
      ...defined({
        attendance_revision: changed.attendance.has(jointId) ? revision : undefined,
        concept_revision: changed.concepts.has(jointId) ? revision : undefined,
      }),
    };
    if (Object.keys(parts).length > 0) {
      await trx.updateTable('joint_revision').set(parts).where('joint_id', '=', jointId).execute();
    }
  }
  return all;
}

const raiseRevision = readyQuery<{ jointId: number }, { revision: number }>((trx, { jointId }) =>
  trx
    .updateTable('joint_revision')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('joint_id', '=', jointId)
    .returning('revision'),
);
