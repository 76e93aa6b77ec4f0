import { pdfFile } from '../../platform/documents/pdf-file.ts';
import type { ReportMaker } from '../../platform/queue/tasks.ts';
import { attendancePdf } from './attendance-pdf.ts';
import { readAttendanceReport } from './attendance-report.ts';
import { attendanceWorkbook } from './attendance-workbook.ts';
import type { OfAssembly } from './subject.ts';

export interface AttendanceTask extends OfAssembly {
  kind: 'assistance';
  format: 'pdf' | 'xlsx';
}

/** 'Registro de Asistencia'. */
export const makeAttendance: ReportMaker<AttendanceTask> = async (db, task, progress) => {
  progress(0, 2);
  const report = await readAttendanceReport(db, task);
  progress(1, 2);
  if (task.format === 'pdf') {
    return pdfFile('Registro de Asistencia', attendancePdf(report), progress);
  }
  const file = await attendanceWorkbook(report);
  progress(2, 2);
  return file;
};
