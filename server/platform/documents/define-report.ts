import type { Static, TObject, TSchema } from 'typebox';
import type { FileAnswer } from '../../../shared/api.ts';
import { type Db, readAsOfNow } from '../db/engine.ts';
import type { ReportEndpoint } from '../queue/report-route.ts';
import type { Progress, ReportInput, ReportMaker } from '../queue/tasks.ts';
import { type ReportLayout, reportPaper, reportPreview, reportWorkbook } from './report-layout.ts';

/** Writes a report's file of one format. */
type Writer<R, I> = (reading: R, input: I, progress: Progress) => FileAnswer | Promise<FileAnswer>;

interface ReportPlan<I, R> {
  /**
   * Reads what is reported, as of one instant.
   * @throws Problem where there is nothing of the kind
   */
  read: (trx: Db, input: I, progress: Progress) => Promise<R>;
  /** Its formats by the query's word for them, the first one where that names none. */
  formats: Readonly<Record<string, Writer<R, I>>>;
}

/** Of a description the usual formats: the paper, with `xlsx=true` the workbook, and what the screen shows of it. */
export const paperAndBook = <R, I>(layout: (reading: R, input: I) => ReportLayout) => ({
  pdf: async (reading: R, input: I, progress: Progress) => {
    // Slow to load, and a worker that makes a workbook needs none of it.
    const { pdfFile } = await import('./pdf-file.ts');
    const described = layout(reading, input);
    return pdfFile(described.name ?? described.title, reportPaper(described), progress);
  },
  xlsx: (reading: R, input: I) => reportWorkbook(layout(reading, input)),
  preview: (reading: R, input: I) => reportPreview(layout(reading, input)),
});

/** A report as its worker makes it: reads it as of one instant, and writes it in the format that is asked for. */
export function defineReport<P extends TObject, Q extends TSchema, R>(
  _endpoint: ReportEndpoint<P, Q>,
  { read, formats }: ReportPlan<ReportInput<Static<P>, Static<Q>>, R>,
): ReportMaker<ReportInput<Static<P>, Static<Q>>> {
  return async (db, input, progress) => {
    progress(0, 2);
    const half: Progress = (done, total) => progress(done, total * 2);
    const reading = await readAsOfNow(db, (trx) => read(trx, input, half));
    progress(1, 2);
    const [usual] = Object.keys(formats);
    const format =
      Object.keys(formats).find((name) => Reflect.get(Object(input.query), name) === true) ?? usual;
    const write = format === undefined ? undefined : formats[format];
    if (write === undefined) throw new Error('A report has a format.');
    const file = await write(reading, input, progress);
    progress(2, 2);
    return file;
  };
}
