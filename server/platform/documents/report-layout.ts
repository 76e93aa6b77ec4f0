import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { FileAnswer } from '../../../shared/api.ts';
import { formatPesos } from '../../../shared/money.ts';
import type { ReportPreview } from '../../../shared/reports/jobs.api.ts';
import type { TrailEnd } from '../audit/trail.repository.ts';
import { PREVIEW } from '../queue/tasks.ts';
import { bodyWidth, type Orientation, type PageHead, reportPage } from './report-page.ts';
import { isShown, type PreviewTable, tableOnScreen } from './report-preview.ts';
import { tableOnPaper } from './report-table.ts';
import { inks } from './report-text.ts';
import { countFact, type Fact, type Print, printed, type Table, textFact, usualPrint } from './table.ts';
import { factSheet, tableSheet, type WorkbookSheet, workbookFile } from './workbook.ts';

/** A part of a report: content of the paper alone, or a table, which is a sheet of the workbook too. */
export interface ReportPart {
  onPaper: (place: { width: number; print: Print }) => Content[];
  inBook?: WorkbookSheet;
  /** The same for the screen; nothing of what is drawn on paper alone. */
  onScreen?: () => PreviewTable;
}

/** One description of a report, of which its paper and its workbook are made. */
export interface ReportLayout {
  /** 'Cartera por Edades' */
  title: string;
  /** How its file is called, without its ending; its title where left out. */
  name?: string;
  heading: {
    /** Whose report: the joint, its sector, or the event. */
    jointName: string;
    /** The whole joint's name, where the report is a sector's. */
    rootName?: string | null;
    /** When what it says was read. */
    madeAt: number;
    /** The end of the audit trail then, which shows a past that was changed later. */
    trail?: TrailEnd;
    /** On paper, of who has papers of its own. */
    head?: PageHead;
  };
  /** What it is of, in the words of who wrote it: the assembly's title, a unit. */
  subject?: string | null;
  facts?: readonly Fact[];
  parts: readonly ReportPart[];
  /**
   * The sheet that the facts stand on. Left out it is 'Resumen', the last one, with when the report was read and the
   * end of the trail below them; null: there is none.
   */
  factsOn?: { name: string; first?: true } | null;
  /** What every printed page of the workbook carries, where that is not the paper's title and subject. */
  book?: { title?: string; subject?: string };
  orientation?: Orientation;
  /** A word across every page of the paper. */
  watermark?: string;
  /** How instants in tables are printed: with their day where this says nothing else. */
  clock?: (at: number) => string;
}

/** A table on paper and in the workbook; in the workbook alone where its columns have no width. */
export const table = <R>(plan: Table<R>): ReportPart => ({
  onPaper: (place) => tableOnPaper(plan, place),
  ...(plan.paperOnly === undefined && { inBook: tableSheet(plan) }),
  ...(plan.columns.some(isShown) && { onScreen: () => tableOnScreen(plan) }),
});

/** Content of the paper alone: a chart, sentences. */
export const onPaper = (draw: (width: number) => Content[]): ReportPart => ({
  onPaper: ({ width }) => draw(width),
});

/** A report's paper: a definition for `renderPdf`. */
export function reportPaper(layout: ReportLayout): TDocumentDefinitions {
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

/** A report for the screen, as JSON; a file like the other formats, since a worker hands it over in parts. */
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

/** A report's workbook: a sheet of each of its tables, and one of its facts. */
export function reportWorkbook(layout: ReportLayout): Promise<FileAnswer> {
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
