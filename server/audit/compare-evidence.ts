import { createHash } from 'node:crypto';
import { questionWords } from '../../shared/evidence/record-words.ts';
import { ballotTreeOf, openedRoll, readFileBytes, rootOfLines } from '../assemblies/index.ts';
import type { StoredEntry } from '../platform/audit/trail.repository.ts';
import type { Db } from '../platform/db/engine.ts';

/** Facts with hashes in the audit entries of openings and closings. */
interface Bound {
  assemblyId: number;
  jointId?: number;
  conceptId?: number;
  roll?: { joints: number[]; sha256: string };
  ballots?: { size: number; root: string };
}

interface KeptFile {
  assemblyId: number;
  fileId: number;
  fileName: string;
  /** SHA-256 hash, hexadecimal. */
  sha256: string;
}

/**
 * Compares stored data with the hashes in the audit trail: the roll at each opening, the votes at each
 * closing, and the files of signed actas (minutes). Old entries have no hashes.
 * @returns a Spanish sentence for each difference
 */
export async function compareEvidence(trx: Db, entries: readonly StoredEntry[]): Promise<string[]> {
  const found: string[] = [];
  for (const { act, seq, data } of entries) {
    if (act === 'signedActaFileKept') {
      const { assemblyId, fileId, fileName, sha256 }: KeptFile = JSON.parse(data);
      const bytes = await readFileBytes(trx, { assemblyId, fileId });
      if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== sha256) {
        found.push(`El archivo «${fileName}» del acta firmada (asamblea ${assemblyId}) fue modificado.`);
      }
      continue;
    }
    if (act !== 'assemblyOpened' && act !== 'conceptDeactivated') continue;
    const { assemblyId, jointId = 0, conceptId = 0, roll, ballots }: Bound = JSON.parse(data);
    if (roll !== undefined) {
      const { seal } = await openedRoll(trx, assemblyId, roll.joints);
      if (seal.sha256 !== roll.sha256)
        found.push(`El censo de la apertura (asamblea ${assemblyId}) fue modificado.`);
    }
    if (ballots === undefined) continue;
    const storedTree = await ballotTreeOf(trx, { assemblyId, jointId, conceptId, seq });
    if (
      storedTree?.size !== ballots.size ||
      storedTree.root !== ballots.root ||
      rootOfLines(storedTree.lines) !== ballots.root
    ) {
      found.push(
        `Los votos que contó un cierre de ${questionWords(jointId, conceptId)} (asamblea ${assemblyId}) fueron modificados.`,
      );
    }
  }
  return found;
}
