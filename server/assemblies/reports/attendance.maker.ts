import { fileNameOf } from '../../reports/file-name.ts';
import { renderPdf } from '../../reports/render-pdf.ts';
import type { ReportMaker, ReportTask } from '../../reports/tasks.ts';
import { attendancePdf } from './attendance-pdf.ts';
import { readAttendanceReport } from './attendance-report.ts';
import { attendanceWorkbook } from './attendance-workbook.ts';

/** 'Registro de Asistencia'. */
export const makeAttendance: ReportMaker<Extract<ReportTask, { kind: 'assistance' }>> = async (
  db,
  task,
  progress,
) => {
  progress(0, 2);
  const report = await readAttendanceReport(db, task);
  progress(1, 2);
  const file =
    task.format === 'xlsx'
      ? await attendanceWorkbook(report)
      : {
          name: fileNameOf('Registro de Asistencia', 'pdf'),
          mediaType: 'application/pdf',
          bytes: await renderPdf(attendancePdf(report)),
        };
  progress(2, 2);
  return file;
};
