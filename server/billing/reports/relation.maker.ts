import type { Month } from '../../../shared/days.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import { pdfFile } from '../../platform/documents/pdf-file.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { ReportMaker } from '../../platform/queue/tasks.ts';
import { readRelation } from '../issue/relation.ts';
import { monthHeading } from './facts.ts';
import { readHeading } from './heading.ts';
import { relationPdf, relationWorkbook } from './relation-layout.ts';

export interface RelationTask {
  kind: 'billsRelationship';
  format: 'pdf' | 'xlsx';
  jointId: number;
  month: Month;
}

/** 'Relación de Facturas Mayo - 2026', as it was issued. @throws Problem monthNotFound */
export const makeRelation: ReportMaker<RelationTask> = async (db, { jointId, month, format }, progress) => {
  const name = `Relación de Facturas ${monthHeading(month)}`;
  const report = await readAsOfNow(db, async (trx) => {
    const heading = await readHeading(trx, jointId);
    const relation = await readRelation(trx, jointId, month);
    if (relation === undefined) throw new Problem('monthNotFound');
    return { heading, relation };
  });
  progress(1, 2);
  if (format === 'xlsx') return relationWorkbook(name, report);
  return pdfFile(name, relationPdf(report), progress);
};
