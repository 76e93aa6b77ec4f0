import { fileNameOf } from '../../reports/file-name.ts';
import { renderPdf } from '../../reports/render-pdf.ts';
import type { ReportMaker, ReportTask } from '../../reports/tasks.ts';
import { votePdf } from './vote-pdf.ts';
import { readVoteReport } from './vote-report.ts';
import { voteWorkbook } from './vote-workbook.ts';

/** 'Votación {n} {description}'. */
export const makeVote: ReportMaker<Extract<ReportTask, { kind: 'vote' }>> = async (db, task, progress) => {
  progress(0, 2);
  const report = await readVoteReport(db, task);
  progress(1, 2);
  const { number, description } = report.question;
  const file =
    task.format === 'xlsx'
      ? await voteWorkbook(report)
      : {
          name: fileNameOf(`Votación ${number} ${description}`, 'pdf'),
          mediaType: 'application/pdf',
          bytes: await renderPdf(votePdf(report)),
        };
  progress(2, 2);
  return file;
};
