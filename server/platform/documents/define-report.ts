import type { Static, TObject, TSchema } from 'typebox';
import type { FileAnswer } from '../../../shared/api.ts';
import { type Db, readAsOfNow } from '../db/engine.ts';
import type { ReportEndpoint } from '../queue/report-route.ts';
import type { Progress, ReportInput, ReportMaker } from '../queue/tasks.ts';
import { type ReportLayout, reportPaper, reportPreview, reportWorkbook } from './report-layout.ts';

/** Function to write the file of a report in a format. */
type Writer<R, I> = (reading: R, input: I, progress: Progress) => FileAnswer | Promise<FileAnswer>;

interface ReportPlan<I, R> {
  /**
   * Reads the data of the report from a single snapshot of the database.
   * @throws Problem if the data do not exist
   */
  read: (trx: Db, input: I, progress: Progress) => Promise<R>;
  /** Functions to write the report, by value of `?format=`. The first is the default. */
  formats: Readonly<Record<string, Writer<R, I>>>;
}

/**
 * Returns the three usual writers of a report: PDF, Excel workbook, and preview on the screen, made from
 * the same layout. For `formats` of `defineReport`.
 * @param layout builds the content of the report from the data read and the request
 */
export const paperAndBook = <R, I>(layout: (reading: R, input: I) => ReportLayout) => ({
  pdf: async (reading: R, input: I, progress: Progress) => {
    // Loaded lazily: the PDF code is slow to load and not needed for workbooks.
    const { pdfFile } = await import('./pdf-file.ts');
    const described = layout(reading, input);
    return pdfFile(described.name ?? described.title, reportPaper(described), progress);
  },
  xlsx: (reading: R, input: I) => reportWorkbook(layout(reading, input)),
  preview: (reading: R, input: I) => reportPreview(layout(reading, input)),
});

/**
 * Defines how a worker makes the file of a report: reads the data from a snapshot of the database, then
 * writes the format asked for in the request.
 * @param _endpoint endpoint of the report; gives the type of the request
 * @param plan `read`: reads the data; `formats`: writers by the name of the format in the query, the
 * default first
 */
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
    if (write === undefined) throw new Error('The report declares no format.');
    const file = await write(reading, input, progress);
    progress(2, 2);
    return file;
  };
}
