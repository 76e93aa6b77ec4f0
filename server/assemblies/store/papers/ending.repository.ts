import { jointChain } from '../../../platform/audit/trail.ts';
import type { Db } from '../../../platform/db/engine.ts';
import type { Millis } from '../../../platform/db/tables.ts';

/** Numbers of the last audit entries about an assembly, printed in the assembly's documents. */
export interface AssemblyEnding {
  /** Number of the closing's entry, else of the archiving's entry. */
  seq: number;
  /**
   * Number of the last entry shown in the assembly's documents: the end, or a later completion, clarification or
   * note.
   */
  toldSeq: number;
}

const ENDS = ['assemblyClosed', 'assemblyArchived'];
const TOLD_AFTER = ['assemblyChanged', 'assemblyClarified', 'lotNoted', 'acceptanceNoted'];

/**
 * Finds the entries at the end of an assembly; null while the assembly goes on, and if the audit trail has no
 * entry.
 */
export async function readEnding(
  db: Db,
  {
    rootId,
    assemblyId,
    closedAt,
    archivedAt,
  }: { rootId: number; assemblyId: number; closedAt: Millis | null; archivedAt: Millis | null },
): Promise<AssemblyEnding | null> {
  const endedAt = closedAt ?? archivedAt;
  if (endedAt === null) return null;
  const rows = await db
    .selectFrom('audit_entry')
    .select(['seq', 'act', 'data'])
    .where('chain', '=', jointChain(rootId))
    .where('act', 'in', [...ENDS, ...TOLD_AFTER])
    .where('at', '>=', endedAt)
    .orderBy('seq')
    .execute();
  const own = rows.filter(({ data }) => JSON.parse(data).assemblyId === assemblyId);
  const end = own.findIndex(({ act }) => ENDS.includes(act));
  const after = end === -1 ? [] : own.slice(end);
  const [first] = after;
  if (first === undefined) return null;
  const laterActs = after.filter(({ act }) => TOLD_AFTER.includes(act));
  return { seq: first.seq, toldSeq: laterActs.at(-1)?.seq ?? first.seq };
}
