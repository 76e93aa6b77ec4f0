import type { Selectable } from 'kysely';
import type { Assembly } from '../../shared/properties/joints.api.ts';
import type { Db } from '../db/engine.ts';
import type { Millis, Tables } from '../db/tables.ts';
import { Problem } from '../http/problem.ts';

export type AssemblyRow = Selectable<Tables['assembly']>;

const instant = (ms: Millis | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** An assembly as the wire shows it. */
export function assemblyToApi(row: AssemblyRow): Assembly {
  return {
    assemblyId: row.assembly_id,
    kind: row.kind,
    mode: row.mode,
    call: row.call,
    title: row.title,
    agenda: row.agenda,
    notice: row.notice,
    president: row.president,
    secretary: row.secretary,
    recordingUrl: row.recording_url,
    openedAt: instant(row.opened_at),
    closedAt: instant(row.closed_at),
  };
}

/** Assemblies of a root joint, the current one first. */
export function assembliesOf(db: Db, rootId: number): Promise<AssemblyRow[]> {
  return db
    .selectFrom('assembly')
    .selectAll()
    .where('joint_id', '=', rootId)
    .orderBy('assembly_id', 'desc')
    .execute();
}

/** The current assembly's row, or undefined for a joint that holds none. */
export function currentRow(db: Db, rootId: number): Promise<AssemblyRow | undefined> {
  return db
    .selectFrom('assembly')
    .selectAll()
    .where('joint_id', '=', rootId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}

/**
 * The assembly that a read is about: the current one, or the archived one that is named.
 * @throws Problem assemblyNotFound when the joint has no such assembly
 */
export async function assemblyToRead(db: Db, rootId: number, assemblyId?: number): Promise<AssemblyRow> {
  const row =
    assemblyId === undefined
      ? await currentRow(db, rootId)
      : await db
          .selectFrom('assembly')
          .selectAll()
          .where('joint_id', '=', rootId)
          .where('assembly_id', '=', assemblyId)
          .executeTakeFirst();
  if (row === undefined) throw new Problem('assemblyNotFound');
  return row;
}
