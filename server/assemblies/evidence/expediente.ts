import { actOfEntry } from '../../../shared/evidence/acts.ts';
import { toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { closingTold } from '../../../shared/evidence/closing-told.ts';
import { EXPEDIENTE } from '../../../shared/evidence/expediente.ts';
import { type EntryLeaf, entryLine, readBallotLine } from '../../../shared/evidence/leaves.ts';
import type { StoredHead } from '../../platform/audit/heads.repository.ts';
import { sha256 } from '../../platform/audit/signing.ts';
import { assemblyOf } from '../store/papers/other-acts.repository.ts';
import type { KeptBallotTree } from '../store/tally/ballot-trees.repository.ts';

/** Input of an expediente, the file of evidence about an assembly: acts, signed heads, closings and documents. */
export interface Case {
  jointName: string;
  assemblyId: number;
  title: string;
  /** Acts of the joint in public form, oldest first, up to the last signed head of the assembly. */
  entries: readonly EntryLeaf[];
  /** Later acts of the assembly, not yet under a signed head. */
  later: readonly EntryLeaf[];
  /** Hashes of the stored audit entries of `entries`, hexadecimal, in the same order. */
  leaves: readonly string[];
  /** Signed heads (signed states of the audit trail), oldest first. */
  heads: readonly StoredHead[];
  /** Votes counted by each closing, as hash trees. */
  closings: readonly KeptBallotTree[];
  /**
   * Number of the audit entry that binds the papers by hash; null while the papers are being made, with no papers
   * in `files`.
   */
  papers: number | null;
  /** Documents and verifying programs. Key: path in the zip. Value: bytes. */
  files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Returns the files of an expediente, the file of evidence about an assembly (docs/why/evidence.md). Key: path in
 * the zip ('actos.jsonl'). Value: bytes. Acts of other assemblies appear only as hashes.
 */
export function filesOfCase(parts: Case): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  files.set(
    'actos.jsonl',
    linesFile(parts.entries.map((entry, i) => actLine(entry, parts.leaves[i] ?? '', parts))),
  );
  files.set('despues.jsonl', linesFile(parts.later.map(entryLine)));
  files.set('hojas.txt', linesFile(parts.leaves));
  for (const { jointId, conceptId, seq, lines } of parts.closings) {
    files.set(`votos/${jointId}-${conceptId}-${seq}.jsonl`, linesFile(lines));
  }
  for (const [path, bytes] of parts.files) files.set(path, bytes);
  const acts = parts.entries.map(actOfEntry).filter(({ facts }) => facts.assemblyId === parts.assemblyId);
  const manifest = {
    scaf: EXPEDIENTE,
    copropiedad: parts.jointName,
    asamblea: parts.assemblyId,
    titulo: parts.title,
    llaves: [...new Set(parts.heads.map(({ key }) => key))],
    cabezas: parts.heads.map(({ note }) => note),
    cierres: parts.closings.map((closing) =>
      closingTold(
        acts,
        closing,
        closing.lines.flatMap((line) => readBallotLine(line) ?? []),
      ),
    ),
    papeles: parts.papers,
    archivos: Object.fromEntries([...files].map(([path, bytes]) => [path, toHex(sha256(bytes))])),
  };
  files.set('manifiesto.json', utf8(`${JSON.stringify(manifest, null, 1)}\n`));
  return files;
}

const linesFile = (lines: readonly string[]): Uint8Array => utf8(lines.map((line) => `${line}\n`).join(''));

function actLine(entry: EntryLeaf, leaf: string, { assemblyId }: Case): string {
  const of = assemblyOf(entry.data);
  return of === undefined || of === assemblyId
    ? entryLine(entry)
    : JSON.stringify(['scaf/hoja/2', entry.seq, leaf, of]);
}
