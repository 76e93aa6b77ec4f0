import { readTrailEnd } from '../../platform/audit/trail.repository.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameRollUnit } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { assemblyToRead, type StoredAssembly } from './assembly.repository.ts';

interface QuestionOfClosing {
  assemblyId: number;
  jointId: number;
  conceptId: number;
}

/** Facts of the assembly at the closing of a question, as needed by the question's reports. */
type AssemblyThen = Pick<StoredAssembly, 'kind' | 'mode' | 'call' | 'title' | 'agenda' | 'openedAt'>;

/**
 * State of the assembly when a question closed: units present and facts of the assembly. Stored, so that later
 * reports do not follow later corrections.
 */
export interface ClosingGround {
  /** Number of the closing's entry in the audit trail of the joint. */
  trailSeq: number;
  /** Facts of the assembly at the closing. */
  assembly: AssemblyThen;
  /**
   * Units present at the closing. Key: id of the unit ('101'). Value: version of the unit on the assembly's
   * roll, from 1.
   */
  represented: ReadonlyMap<string, number>;
}

/**
 * Stores the state of the assembly at the closing of a question: units present, each with its version on the roll,
 * and facts of the assembly. Reports read the state. Call after the audit entry of the closing.
 */
export async function keepClosingGround(
  trx: Db,
  { rootId, at, ...question }: QuestionOfClosing & { rootId: number; at: Millis },
): Promise<void> {
  const { assemblyId, jointId, conceptId } = question;
  const { kind, mode, call, title, agenda, openedAt } = await assemblyToRead(trx, rootId, assemblyId);
  const then: AssemblyThen = { kind, mode, call, title, agenda, openedAt };
  const here = await trx
    .selectFrom('attendance as t')
    .innerJoin('roll_unit as u', (join) => join.on(sameRollUnit('u', 't')))
    .select(['u.apartment_id', 'u.version'])
    .where('t.assembly_id', '=', assemblyId)
    .where('t.joint_id', '=', jointId)
    .orderBy('u.position')
    .execute();
  await trx
    .insertInto('closing_ground')
    .values({
      assembly_id: assemblyId,
      joint_id: jointId,
      concept_id: conceptId,
      at,
      trail_seq: (await readTrailEnd(trx, jointChain(rootId))).entries,
      assembly: JSON.stringify(then),
      represented: JSON.stringify(here.map((unit) => [unit.apartment_id, unit.version])),
    })
    .execute();
}

/**
 * Reads the state of the assembly stored at a question's last closing, for the report of the question; undefined
 * for closings by older versions.
 */
export async function readClosingGround(
  db: Db,
  question: QuestionOfClosing,
): Promise<ClosingGround | undefined> {
  const row = await db
    .selectFrom('closing_ground')
    .select(['trail_seq', 'assembly', 'represented'])
    .where('assembly_id', '=', question.assemblyId)
    .where('joint_id', '=', question.jointId)
    .where('concept_id', '=', question.conceptId)
    .orderBy('ground_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      trailSeq: row.trail_seq,
      assembly: JSON.parse(row.assembly),
      represented: new Map(JSON.parse(row.represented)),
    }
  );
}
