import { pdfFile } from '../../platform/documents/pdf-file.ts';
import type { ReportMaker } from '../../platform/queue/tasks.ts';
import type { OfAssembly } from './subject.ts';
import { votePdf } from './vote-pdf.ts';
import { readVoteReport } from './vote-report.ts';
import { voteWorkbook } from './vote-workbook.ts';

export interface VoteTask extends OfAssembly {
  kind: 'vote';
  format: 'pdf' | 'xlsx';
  conceptId: number;
}

/** 'Votación {n} {description}'. */
export const makeVote: ReportMaker<VoteTask> = async (db, task, progress) => {
  progress(0, 2);
  const report = await readVoteReport(db, task);
  progress(1, 2);
  if (task.format === 'pdf') {
    return pdfFile(
      `Votación ${report.question.number} ${report.question.description}`,
      votePdf(report),
      progress,
    );
  }
  const file = await voteWorkbook(report);
  progress(2, 2);
  return file;
};
