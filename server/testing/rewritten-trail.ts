import { toHex, utf8 } from '../../shared/evidence/bytes.ts';
import { headText, readHeadText } from '../../shared/evidence/head.ts';
import { entryLine } from '../../shared/evidence/leaves.ts';
import { EMPTY_EDGE, grow, leafHash, rootOfEdge } from '../../shared/evidence/merkle.ts';
import { textOfNote } from '../../shared/evidence/note.ts';
import { GENESIS, hashEntry } from '../platform/audit/entry.ts';
import { findTree, readHeads } from '../platform/audit/heads.repository.ts';
import { publicForms } from '../platform/audit/heads.ts';
import { headSignerOf, sha256 } from '../platform/audit/signing.ts';
import { readChain } from '../platform/audit/trail.repository.ts';
import type { Db } from '../platform/db/engine.ts';
import { TEST_SECRET } from './app.ts';

/**
 * Writes an audit chain anew with changed texts, as a person with database and key could: new hashes, tree leaves and
 * signed heads.
 * @param changed returns the new text of an actor or of facts
 */
export async function rewriteTrail(db: Db, chain: string, changed: (text: string) => string): Promise<void> {
  const tree = await findTree(db, chain);
  if (tree === undefined) throw new Error(`${chain} has no tree`);
  let previous = GENESIS;
  const anew = (await readChain(db, chain)).map((entry) => {
    const texts = { actor: changed(entry.actor), data: changed(entry.data) };
    const rewritten = { ...entry, ...texts, previous_hash: previous };
    previous = hashEntry(rewritten);
    return { ...rewritten, hash: previous };
  });
  const published = await publicForms(db, anew, tree.salt);
  const leaves = published.map((entry) => leafHash(sha256, utf8(entryLine(entry))));
  for (const [i, { seq, ...entry }] of anew.entries()) {
    await db
      .updateTable('audit_entry')
      .set(entry)
      .where('chain', '=', chain)
      .where('seq', '=', seq)
      .execute();
    const leaf = db.updateTable('audit_leaf').where('chain', '=', chain).where('seq', '=', seq);
    await leaf.set({ hash: toHex(leaves[i] ?? new Uint8Array()) }).execute();
  }
  for (const { size, note } of await readHeads(db, chain)) {
    const head = readHeadText(textOfNote(note) ?? '');
    if (head === null) throw new Error('no head');
    const edge = grow(sha256, EMPTY_EDGE, leaves.slice(0, size));
    const text = headText({ ...head, root: rootOfEdge(sha256, edge) });
    const own = db.updateTable('audit_head').where('chain', '=', chain).where('size', '=', size);
    const signed = headSignerOf(TEST_SECRET).sign(text, tree.origin);
    await own.set({ note: signed, edge: JSON.stringify(edge.roots.map(toHex)) }).execute();
  }
}
