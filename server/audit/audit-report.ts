import type { FileAnswer } from '../../shared/api.ts';
import type { Db } from '../platform/db/engine.ts';
import { fileNameOf } from '../platform/documents/file-name.ts';
import { Problem } from '../platform/http/problem.ts';
import { JointDirectory } from '../properties/index.ts';
import { chainOf, readTrail } from './audit.service.ts';
import { trailWorkbook } from './trail-xlsx.ts';

export interface TrailTask {
  kind: 'audit';
  trail: 'assemblies' | 'billing';
  format: 'xlsx' | 'jsonl';
  jointId: number;
  act?: string;
  text?: string;
  from?: string;
  until?: string;
}

/**
 * A joint's trail as a file: Excel for reading, or lines of JSON with the very fields that were hashed, in the
 * order of the chain, so that anybody can recompute it (docs/audit.md).
 */
export async function makeAuditReport(db: Db, task: TrailTask): Promise<FileAnswer> {
  const { jointId, format, trail, kind: _, ...query } = task;
  const directory = new JointDirectory(db);
  const place = await directory.find(jointId);
  // Sectors have the assemblies of their joint, and books of their own.
  const of = trail === 'billing' ? place : place && (await directory.find(place.rootId));
  if (of === undefined) throw new Problem('jointNotFound');
  const { entries, rows } = await readTrail(db, chainOf(trail, of.jointId), query, true);
  const title = trail === 'billing' ? 'Registro de Actos de Facturación' : 'Registro de Auditoría';
  const name = `${title} ${of.jointName}`;
  if (format === 'xlsx') return trailWorkbook(name, { title, subject: of.jointName }, entries.reverse());
  const lines = rows.reverse().map((row) => `${JSON.stringify(row)}\n`);
  return {
    name: fileNameOf(name, 'jsonl'),
    mediaType: 'application/x-ndjson',
    bytes: new TextEncoder().encode(lines.join('')),
  };
}
