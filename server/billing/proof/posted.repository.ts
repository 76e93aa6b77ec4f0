import type { Db } from '../../platform/db/engine.ts';
import { numberedBy, type PostedRow, type PostedTable, postedColumns } from './posted.ts';

/**
 * Annulment of a bill, receipt or exit of a payment (refund, other income) as stored, to compare with the
 * audit trail.
 */
export interface StoredAnnulment {
  kind: 'bill' | 'receipt' | 'exit';
  /** Number of the bill, receipt or exit. */
  number: number;
  reason: string;
  /** Day of the annulment in the books: '2026-03-31'. */
  postingDate: string;
  /** 1 if the money of the receipt did arrive and waits to be identified again; else 0. */
  unidentified: number;
}

/**
 * Reads all posted rows of a joint's billing (ledger, bills, payments …), to compare with the hashes in the
 * audit trail. Key: name of the table. Value: rows of the table; bills include the dates of their month.
 */
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

/**
 * Reads all annulments of bills, receipts and exits of a joint (co-owned property), sorted by kind and
 * number, to compare with the audit trail.
 */
export const readAnnulments = (db: Db, jointId: number): Promise<StoredAnnulment[]> =>
  db
    .selectFrom('document_annulment')
    .select(['kind', 'number', 'reason', 'posting_date as postingDate', 'unidentified'])
    .where('joint_id', '=', jointId)
    .orderBy('kind')
    .orderBy('number')
    .execute();
