import { jointChain } from '../../../platform/audit/trail.ts';
import type { Db } from '../../../platform/db/engine.ts';
import type { Millis } from '../../../platform/db/tables.ts';

/** Entries of the joint's trail that end an assembly and tell of it after the end. */
export interface AssemblyEnding {
  /** Entry of the closing, else of the archiving. */
  seq: number;
  /** Last entry that the assembly's papers tell: the end, or what was completed, clarified or noted since. */
  toldSeq: number;
}

const ENDS = ['assemblyClosed', 'assemblyArchived'];
const TOLD_AFTER = ['assemblyChanged', 'assemblyClarified', 'lotNoted', 'acceptanceNoted'];

/** Entries that end an assembly; null while it goes on, and if the trail does not tell. */
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
  const told = after.filter(({ act }) => TOLD_AFTER.includes(act));
  return { seq: first.seq, toldSeq: told.at(-1)?.seq ?? first.seq };
}
