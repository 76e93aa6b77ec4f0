import type { Selectable } from 'kysely';
import type { Db } from '../db/engine.ts';
import { inSlices } from '../db/queries.ts';
import type { Tables } from '../db/tables.ts';
import { type ErasableText, hashesIn, hashOfText } from './erasable.ts';

/** Most numbers of entries in a statement. */
const MOST_IN_STATEMENT = 500;

/** Stores the erasable texts of an audit entry, in the transaction of the entry. */
export async function insertTexts(
  trx: Db,
  { chain, seq }: { chain: string; seq: number },
  texts: readonly ErasableText[],
): Promise<void> {
  const rows = texts.map(({ hash, salt, body }) => ({ chain, seq, hash, salt, body, erasure_key: null }));
  await trx.insertInto('audit_text').values(rows).execute();
}

/** Erasable text of an audit entry as stored. */
type TextRow = Selectable<Tables['audit_text']>;

/** Returns the erasable texts of the entries `seqs` of a chain; without `seqs`, of all entries. */
export async function readTexts(db: Db, chain: string, seqs?: readonly number[]): Promise<TextRow[]> {
  const query = db.selectFrom('audit_text').selectAll().where('chain', '=', chain);
  if (seqs === undefined) return query.execute();
  const rows: TextRow[] = [];
  await inSlices(seqs, MOST_IN_STATEMENT, async (some) => {
    rows.push(...(await query.where('seq', 'in', some).execute()));
  });
  return rows;
}

/**
 * Compares the erasable texts of a chain with the hashes of the entries. Returns a Spanish sentence for each changed text, each
 * text missing without an erasure, and each text of no entry.
 */
export async function textFaults(
  db: Db,
  chain: string,
  entries: readonly { seq: number; data: string }[],
): Promise<{ seq: number; what: string }[]> {
  const rows = new Map((await readTexts(db, chain)).map((row) => [`${row.seq} ${row.hash}`, row]));
  const faults: { seq: number; what: string }[] = [];
  for (const { seq, data } of entries) {
    for (const hash of new Set(hashesIn(data))) {
      const row = rows.get(`${seq} ${hash}`);
      rows.delete(`${seq} ${hash}`);
      if (row === undefined) faults.push({ seq, what: 'Falta un texto de la entrada.' });
      else if (row.body === null || row.salt === null) {
        if (row.erasure_key === null)
          faults.push({ seq, what: 'Falta un texto de la entrada sin supresión.' });
      } else if (hashOfText(row.salt, row.body) !== hash) {
        faults.push({ seq, what: 'Un texto de la entrada fue modificado.' });
      }
    }
  }
  for (const { seq } of rows.values()) faults.push({ seq, what: 'Hay un texto que no es de la entrada.' });
  return faults;
}
