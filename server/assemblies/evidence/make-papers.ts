import { toHex, utf8 } from '../../../shared/evidence/bytes.ts';
import { readEntriesAfter } from '../../platform/audit/heads.repository.ts';
import { sha256 } from '../../platform/audit/signing.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { pdfFile } from '../../platform/documents/pdf-file.ts';
import type { Progress, Task } from '../../platform/queue/tasks.ts';
import { JointDirectory } from '../../properties/index.ts';
import type { Acta } from '../minutes/acta.ts';
import { actaDocx } from '../minutes/acta-docx.ts';
import { actaPdf } from '../minutes/acta-pdf.ts';
import { readActa } from '../minutes/read-acta.ts';
import { writeActa } from '../minutes/write-acta.ts';
import { actaPath, type NamedPaper } from '../store/papers/bound-papers.repository.ts';
import { keepPaper } from '../store/papers/orders.repository.ts';
import { type OtherActs, otherActs } from '../store/papers/other-acts.repository.ts';
import { readVerifier, VERIFIERS } from '../store/papers/verifiers.ts';
import { drawAnnexes, readAnnexes } from './annexes.ts';
import { figuresOf } from './figures.ts';

/** Task for a worker: make the documents of an ended assembly: actas, annexes, figures (PRODUCT §18 rule 12). */
export interface AssemblyPapersTask extends Task {
  kind: 'assemblyPapers';
  rootId: number;
  assemblyId: number;
}

/** Documents made for an ended assembly by `makePapers`. The caller writes an audit entry with the documents. */
export interface MadePapers {
  /** Path, hash and size of each document. */
  papers: NamedPaper[];
  /** Acts of other assemblies among the first `entries` of the audit trail. */
  others: OtherActs;
  /** Number of audit entries covered by the documents. */
  entries: number;
}

/** Maximum size of a paper in bytes, reached only by a fault: the paper of 10,000 units has 4 MB. */
const MOST_PAPER_BYTES = 64 * 1024 * 1024;

/**
 * Makes all documents of an ended assembly from a single database snapshot, and stores the bytes. The caller then
 * writes an audit entry with the hashes of the documents.
 */
export async function makePapers(
  db: Db,
  { rootId, assemblyId }: AssemblyPapersTask,
  progress: Progress,
): Promise<MadePapers> {
  const read = await readAsOfNow(db, async (trx) => {
    const chain = await readEntriesAfter(trx, jointChain(rootId), 0);
    const facts = await readActa(trx, { jointId: rootId, assemblyId }, progress);
    const family = await new JointDirectory(trx).family(rootId);
    const actas = new Map([[actaPath(rootId, rootId), writeActa(facts)]]);
    for (const jointId of family.filter((id) => id !== rootId)) {
      const sector = await readActa(trx, { jointId, assemblyId }, progress);
      actas.set(actaPath(jointId, rootId), writeActa(sector));
    }
    return {
      actas,
      figures: figuresOf(facts, family),
      annexes: await readAnnexes(trx, { rootId, assemblyId }),
      others: otherActs(chain, assemblyId),
      entries: chain.length,
    };
  });
  const files = await drawActas(read.actas, progress);
  for (const [path, bytes] of await drawAnnexes(read.annexes, progress)) files.set(path, bytes);
  files.set('cifras.json', utf8(`${JSON.stringify(read.figures, null, 1)}\n`));
  for (const name of VERIFIERS) files.set(name, await readVerifier(name));
  const papers: NamedPaper[] = [];
  for (const [path, bytes] of files) {
    if (bytes.length > MOST_PAPER_BYTES) throw new Error(`${path} is too large: ${bytes.length}`);
    const hash = toHex(sha256(bytes));
    await keepPaper(db, hash, bytes);
    papers.push([path, hash, bytes.length]);
  }
  return { papers, others: read.others, entries: read.entries };
}

/**
 * Draws the actas as PDF and Word files. @param actas acta of the joint and of each sector, by path without the
 * ending
 */
async function drawActas(
  actas: ReadonlyMap<string, Acta>,
  progress: Progress,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const [path, acta] of actas) {
    const { bytes } = await pdfFile(acta.name, actaPdf(acta), progress);
    files.set(`${path}.pdf`, bytes);
    files.set(`${path}.docx`, await actaDocx(acta));
  }
  return files;
}
