import { appendAudit, jointChain } from '../audit/trail.ts';
import { type Db, lockJoint } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';
import { Problem } from '../http/problem.ts';
import type { JointDirectory, JointPlace } from '../properties/joint-directory.ts';

/** The current assembly as every act needs it. */
export interface CurrentAssembly {
  assemblyId: number;
  /** The joint whose assembly it is; sectors live inside of it. */
  rootId: number;
  call: 1 | 2;
  mode: 'inPerson' | 'virtual' | 'mixed';
  openedAt: Millis | null;
  closedAt: Millis | null;
}

export interface Act {
  trx: Db;
  assembly: CurrentAssembly;
  place: JointPlace;
  /** Root and sectors: every joint whose records this act may touch. */
  family: readonly number[];
  at: Millis;
  actor: string;
  /** Holders that were connected just before; gathered only for acts that may open or close a question. */
  connected: ReadonlySet<string>;
  /** Notes what was done in the joint's chain. */
  audit: (act: string, data: unknown) => Promise<void>;
  /** Joints whose state this act changes; their revisions rise at its end. */
  changed: { attendance: Set<number>; concepts: Set<number>; votes: Set<number> };
}

/** The joint's current assembly, its turn to write taken before by `lockJoint`. */
export async function currentAssembly(db: Db, rootId: number): Promise<CurrentAssembly> {
  const row = await db
    .selectFrom('assembly')
    .select(['assembly_id', 'call', 'mode', 'opened_at', 'closed_at'])
    .where('joint_id', '=', rootId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new Problem('assemblyNotFound');
  return {
    assemblyId: row.assembly_id,
    rootId,
    call: row.call,
    mode: row.mode,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
  };
}

/**
 * Runs one act on a joint's current assembly: takes the joint's turn, does it, raises the revisions last, all
 * in one transaction. What the act throws undoes it whole.
 * @returns the act's result and the joints to publish.
 */
export async function inOneAct<T>(
  db: Db,
  directory: JointDirectory,
  call: { jointId: number; actor: string; at: Millis; connected?: ReadonlySet<string> },
  work: (act: Act) => Promise<T>,
): Promise<{ result: T; touched: number[] }> {
  const place = await directory.find(call.jointId);
  if (place === undefined) throw new Problem('jointNotFound');
  const family = await directory.family(call.jointId);
  return db.transaction().execute(async (trx) => {
    await lockJoint(trx, place.rootId);
    const assembly = await currentAssembly(trx, place.rootId);
    const act: Act = {
      trx,
      assembly,
      place,
      family,
      at: call.at,
      actor: call.actor,
      connected: call.connected ?? new Set(),
      audit: (name, data) =>
        appendAudit(trx, {
          chain: jointChain(place.rootId),
          actor: call.actor,
          act: name,
          at: call.at,
          data: { assemblyId: assembly.assemblyId, ...Object(data) },
        }),
      changed: { attendance: new Set(), concepts: new Set(), votes: new Set() },
    };
    const result = await work(act);
    return { result, touched: await raiseRevisions(trx, act.changed) };
  });
}

/** Raises the revision of every joint that changed, and notes which parts of it did. */
export async function raiseRevisions(trx: Db, changed: Act['changed']): Promise<number[]> {
  const all = [...new Set([...changed.attendance, ...changed.concepts, ...changed.votes])].sort(
    (a, b) => a - b,
  );
  for (const jointId of all) {
    const { revision } = await trx
      .updateTable('joint_revision')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('joint_id', '=', jointId)
      .returning('revision')
      .executeTakeFirstOrThrow();
    const parts = {
      ...(changed.attendance.has(jointId) ? { attendance_revision: revision } : {}),
      ...(changed.concepts.has(jointId) ? { concept_revision: revision } : {}),
    };
    if (Object.keys(parts).length > 0) {
      await trx.updateTable('joint_revision').set(parts).where('joint_id', '=', jointId).execute();
    }
  }
  return all;
}

/** An assembly opens by itself with its first act; a closed one takes none. */
export async function ensureOpen(act: Act): Promise<void> {
  const { trx, assembly } = act;
  if (assembly.closedAt !== null) throw new Problem('assemblyClosed');
  if (assembly.openedAt !== null) return;
  await trx
    .updateTable('assembly')
    .set({ opened_at: act.at })
    .where('assembly_id', '=', assembly.assemblyId)
    .execute();
  assembly.openedAt = act.at;
  // The assembly is read again together with the concepts.
  for (const jointId of act.family) act.changed.concepts.add(jointId);
  await act.audit('assemblyOpened', {});
}
