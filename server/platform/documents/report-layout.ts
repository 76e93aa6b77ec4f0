import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FileAnswer } from '../../../shared/api.ts';
import { limits } from '../../../shared/limits.ts';
import { formatPesos } from '../../../shared/money.ts';
import type { ReportPreview } from '../../../shared/reports/jobs.api.ts';
import type { TrailEnd } from '../audit/trail.repository.ts';
import { Problem } from '../http/problem.ts';
import { PREVIEW } from '../queue/tasks.ts';
import { bodyWidth, type Orientation, type PageHead, type PaperFace, reportPage } from './report-page.ts';
import { isShown, type PreviewTable, tableOnScreen } from './report-preview.ts';
import { tableOnPaper } from './report-table.ts';
import { inks } from './report-text.ts';
import { countFact, type Fact, type Print, printed, type Table, textFact, usualPrint } from './table.ts';
import { factSheet, tableSheet, type WorkbookSheet, workbookFile } from './workbook.ts';

/** Most cells of the tables of a workbook: the memory of a worker holds no more. */
export const MOST_BOOK_CELLS = 1_000_000;

/** Part of a report, for example a table or a chart, in the forms for PDF, workbook and screen. */
export interface ReportPart {
  /** Numbers of cells of a table. */
  cells?: { onPaper: number; inBook: number };
  /** Returns the content for the PDF, for a width in points. */
  onPaper: (place: { width: number; print: Print }) => Content[];
  /** Adds the sheet to the Excel workbook; undefined for content only on paper. */
  inBook?: WorkbookSheet;
  /** Returns the table for the screen. Undefined for content only on paper. */
  onScreen?: () => PreviewTable;
}

/** Content of a report, the source of paper, workbook and screen preview. */
export interface ReportLayout {
  /** Title of the report, for example 'Cartera por Edades'. */
  title: string;
  /** File name without ending. Default: the title. */
  name?: string;
  heading: {
    /** Name of the joint, of a sector or of an event. */
    jointName: string;
    /** Name of the whole joint if the report covers only a sector. */
    rootName?: string | null;
    /** Time when the data of the report were read, epoch milliseconds. */
    madeAt: number;
    /**
     * Last entry of the audit log at the instant of the data. A later comparison with the log shows if the past was
     * changed.
     */
    trail?: TrailEnd;
    /** Letterhead on paper. Undefined if the joint has no letterhead. */
    head?: PageHead;
    /** Colour and crest of the joint. Undefined for reports without a joint. */
    face?: PaperFace;
  };
  /** Subject in the words of a user: title of the assembly, or a unit. */
  subject?: string | null;
  /** Labelled values: below the heading on paper, on the sheet of facts in the workbook. */
  facts?: readonly Fact[];
  /** Tables, charts and texts in order. */
  parts: readonly ReportPart[];
  /**
   * Workbook sheet for the facts. Default: 'Resumen' as the last sheet, with the instant of the data and the end of
   * the audit log. Null: no sheet.
   */
  factsOn?: { name: string; first?: true } | null;
  /** Title and subject on printed pages of the workbook, if different from the PDF. */
  book?: { title?: string; subject?: string };
  orientation?: Orientation;
  /** Pale text across every page of the PDF. */
  watermark?: string;
  /** Formats instants (epoch milliseconds) in tables. Default: with the day. */
  clock?: (at: number) => string;
}

/**
 * Makes the part of a report for a table: on paper, in the Excel workbook and on screen. A table without
 * column widths appears only in the workbook; a table with `paperOnly`, only on paper.
 */
export const table = <R>(plan: Table<R>): ReportPart => ({
  cells: {
    onPaper: plan.rows.length * plan.columns.filter(isShown).length,
    inBook: plan.paperOnly === undefined ? plan.rows.length * plan.columns.length : 0,
  },
  onPaper: (place) => tableOnPaper(plan, place),
  ...(plan.paperOnly === undefined && { inBook: tableSheet(plan) }),
  ...(plan.columns.some(isShown) && { onScreen: () => tableOnScreen(plan) }),
});

/**
 * Makes a part of a report for paper only, not for Excel or screen: a chart, or sentences.
 * @param draw returns the content for a width in points
 */
export const onPaper = (draw: (width: number) => Content[]): ReportPart => ({
  onPaper: ({ width }) => draw(width),
});

function ensureFits({ parts }: ReportLayout, where: 'onPaper' | 'inBook', most: number): void {
  const count = parts.reduce((sum, { cells }) => sum + (cells?.[where] ?? 0), 0);
  if (count > most) throw new Problem('reportTooLarge', { count, most });
}

/**
 * Builds the paper version of a report as a pdfmake definition, the input of `renderPdf`.
 * @throws Problem reportTooLarge
 */
export function reportPaper(layout: ReportLayout): TDocumentDefinitions {
  ensureFits(layout, 'onPaper', limits.reportTooLarge.most);
  const { title, heading, subject, orientation, clock, watermark } = layout;
  const place = { width: bodyWidth(orientation), print: { ...usualPrint, ...(clock && { clock }) } };
  const facts = (layout.facts ?? []).filter(({ bookOnly }) => bookOnly === undefined);
  const page = reportPage({
    ...heading,
    title,
    ...(subject !== undefined && { subject }),
    ...(orientation !== undefined && { orientation }),
    facts: facts.map(factInWords),
    content: layout.parts.flatMap((part) => part.onPaper(place)),
  });
  if (watermark === undefined) return page;
  const look = { color: inks.danger, opacity: 0.18, bold: true };
  return { ...page, watermark: { text: watermark, ...look } };
}

/**
 * Builds the preview of a report for the screen, as a JSON file with the tables and facts. A file like the
 * PDF, because workers return only files.
 */
export function reportPreview({ title, heading, facts = [], parts }: ReportLayout): FileAnswer {
  const preview: ReportPreview = {
    title,
    madeAt: new Date(heading.madeAt).toISOString(),
    facts: facts.filter(({ bookOnly }) => bookOnly === undefined).map(factInWords),
    tables: parts.flatMap(({ onScreen }) => onScreen?.() ?? []),
  };
  return { name: title, mediaType: PREVIEW, bytes: Buffer.from(JSON.stringify(preview)) };
}

const factInWords = ({ label, ...fact }: Fact) => ({
  label,
  value: printed(fact, { ...usualPrint, money: formatPesos }),
});

/**
 * Builds the Excel workbook of a report: a sheet for each table, and a sheet with the facts (labelled
 * values). @throws Problem reportTooLarge
 */
export function reportWorkbook(layout: ReportLayout): Promise<FileAnswer> {
  ensureFits(layout, 'inBook', MOST_BOOK_CELLS);
  const { title, name = title, heading, subject, factsOn, parts } = layout;
  const { jointName, madeAt, trail } = heading;
  const sheets = parts.flatMap(({ inBook }) => inBook ?? []);
  if (factsOn !== null) {
    const facts = (layout.facts ?? []).filter(({ paperOnly }) => paperOnly === undefined);
    const origin: Fact[] = [{ label: 'Informe generado', kind: 'instant', value: madeAt }];
    if (trail !== undefined) {
      origin.push(
        countFact('Registros de la auditoría', trail.entries),
        textFact('Último hash de la auditoría', trail.lastHash),
      );
    }
    const sheet = factSheet(
      factsOn?.name ?? 'Resumen',
      factsOn === undefined ? [...facts, ...origin] : facts,
    );
    if (factsOn?.first === true) sheets.unshift(sheet);
    else sheets.push(sheet);
  }
  const about = subject ? `${jointName} · ${subject}` : jointName;
  return workbookFile(name, { title, subject: about, ...layout.book }, sheets);
}
