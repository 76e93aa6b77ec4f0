import { jointChain } from '../../../platform/audit/trail.ts';
import type { Db } from '../../../platform/db/engine.ts';
import { arePapersMade, readPaper } from './orders.repository.ts';

/**
 * Document of an ended assembly as named in the audit trail: path ('acta.pdf'), SHA-256 hash (hexadecimal), size in
 * bytes.
 */
export type NamedPaper = readonly [path: string, sha256: string, size: number];

/**
 * Finds the documents named by the last audit entry about an assembly's documents, with the number of the entry;
 * null while the documents are not complete.
 */
export async function findBoundPapers(
  db: Db,
  { rootId, assemblyId }: { rootId: number; assemblyId: number },
): Promise<{ seq: number; papers: readonly NamedPaper[] } | null> {
  if (!(await arePapersMade(db, assemblyId))) return null;
  const rows = await db
    .selectFrom('audit_entry')
    .select(['seq', 'data'])
    .where('chain', '=', jointChain(rootId))
    .where('act', '=', 'papersMade')
    .orderBy('seq', 'desc')
    .execute();
  for (const { seq, data } of rows) {
    const facts: { assemblyId: number; papers: readonly NamedPaper[] } = JSON.parse(data);
    if (facts.assemblyId === assemblyId) return { seq, papers: facts.papers };
  }
  return null;
}

/**
 * Path of an acta (minutes of an assembly) among an assembly's documents, without the file ending: 'acta' for
 * the joint, 'acta-8' for sector 8.
 */
export const actaPath = (jointId: number, rootId: number): string =>
  jointId === rootId ? 'acta' : `acta-${jointId}`;

/**
 * Reads the stored documents of an ended assembly. Key: path of the document ('acta.pdf'). Value: bytes of the
 * document; a missing document has 0 bytes.
 */
export async function readPapers(db: Db, papers: readonly NamedPaper[]): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const [path, hash] of papers) files.set(path, (await readPaper(db, hash)) ?? new Uint8Array());
  return files;
}
