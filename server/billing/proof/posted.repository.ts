import type { Db } from '../../platform/db/engine.ts';
import { numberedBy, type PostedRow, type PostedTable, postedColumns } from './posted.ts';

/** A row that is not numbered by the books: what was taken back. */
export interface StoredAnnulment {
  kind: 'bill' | 'receipt';
  number: number;
  reason: string;
  postingDate: string;
  unidentified: number;
}

/** All that was ever posted in a joint's books, by table; with the days of its bills, which their month gives them. */
export async function readPosted(db: Db, jointId: number): Promise<Map<PostedTable, PostedRow[]>> {
  const tables = Object.keys(postedColumns) as PostedTable[];
  const found = new Map<PostedTable, PostedRow[]>();
  for (const table of tables) {
    const rows = await db
      .selectFrom(table)
      .selectAll()
      .where('joint_id', '=', jointId)
      .orderBy(numberedBy[table] as 'joint_id')
      .execute();
    found.set(table, rows as unknown as PostedRow[]);
  }
  return found;
}

export const readAnnulments = (db: Db, jointId: number): Promise<StoredAnnulment[]> =>
  db
    .selectFrom('document_annulment')
    .select(['kind', 'number', 'reason', 'posting_date as postingDate', 'unidentified'])
    .where('joint_id', '=', jointId)
    .orderBy('kind')
    .orderBy('number')
    .execute();
