import type { FileAnswer } from '../../shared/api.ts';
import type { Db } from '../db/engine.ts';
import { Problem } from '../http/problem.ts';
import { JointDirectory } from '../properties/joint-directory.ts';
import { fileNameOf } from '../reports/file-name.ts';
import type { ReportTask } from '../reports/tasks.ts';
import { readTrail } from './audit.service.ts';
import { trailWorkbook } from './trail-xlsx.ts';

type AuditTask = Extract<ReportTask, { kind: 'audit' }>;

/**
 * A joint's trail as a file: Excel for reading, or lines of JSON with the very fields that were hashed, in the
 * order of the chain, so that anybody can recompute it (docs/audit.md).
 */
export async function makeAuditReport(db: Db, task: AuditTask): Promise<FileAnswer> {
  const { jointId, format, kind: _, ...query } = task;
  const directory = new JointDirectory(db);
  const place = await directory.find(jointId);
  const root = place && (await directory.find(place.rootId));
  if (root === undefined) throw new Problem('jointNotFound');
  const { entries, rows } = await readTrail(db, root.jointId, query, true);
  const name = `Registro de Auditoría ${root.jointName}`;
  if (format === 'xlsx') return trailWorkbook(name, root.jointName, entries.reverse());
  const lines = rows.reverse().map((row) => `${JSON.stringify(row)}\n`);
  return {
    name: fileNameOf(name, 'jsonl'),
    mediaType: 'application/x-ndjson',
    bytes: new TextEncoder().encode(lines.join('')),
  };
}
