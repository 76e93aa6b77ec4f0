import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { count, dateTime } from '../../../shared/format.ts';
import type { Ground } from '../../../shared/properties/colour.ts';
import { imageUrl, type StoredImage } from '../http/images/image.ts';
import { artifact, drawImage, drawLine, drawMark, type Style } from './drawing.ts';
import { inRoboto } from './faces.ts';
import { groupedHash, inks, LEADING, prose } from './report-text.ts';
import { withRole } from './structure.ts';
import { fitText } from './text-box.ts';

/** Input of `reportPage`: title, letterhead, facts, footer data and content of a PDF report. */
export interface ReportPage {
  /** Title of the report, for example 'Registro de Asistencia'. */
  title: string;
  /** Name of the joint or of a sector, printed below the title. */
  jointName: string;
  /** Name of the whole joint if the report covers only a sector. */
  rootName?: string | null;
  /** Subject in the words of a user: title of the assembly, or the event. */
  subject?: string | null;
  /** Short labelled values side by side, for example 'Modalidad': 'Presencial'. */
  facts?: readonly PageFact[];
  /** Letterhead of the joint. Undefined if the joint has no letterhead. */
  head?: PageHead;
  /** Colour and crest of the joint at the top of each page; the joint's initial without a crest. Undefined for reports without a joint. */
  face?: PaperFace;
  /** Time when the data of the report were read, epoch milliseconds. */
  madeAt: number;
  /**
   * Last entry of the audit log at the instant of the data. A later comparison with the log shows if the past was
   * changed. Null for data without a log.
   */
  trail?: { chain: string; entries: number; lastHash: string } | null;
  orientation?: Orientation;
  /** Content of the pages below the heading. */
  content: Content[];
}

/** Colour of a joint as a ground with readable text, and the crest, for printed pages. */
export interface PaperFace extends Ground {
  crest: StoredImage | null;
}

/** Letterhead of a joint, printed on reports: logo, and lines of text, for example name and address. */
export interface PageHead {
  /** Logo picture, with width and height in pixels. Null for a letterhead without a logo. */
  logo: StoredImage | null;
  /** Lines of text beside the logo: name, address, phone. */
  lines: readonly string[];
}

/** Labelled value on a printed page, for example label 'Modalidad' and value 'Presencial'. */
export interface PageFact {
  label: string;
  value: string;
}

/** Orientation of a printed page. */
export type Orientation = 'portrait' | 'landscape';

const A4 = { short: 595.28, long: 841.89 };
/** Page margins in points. Header and footer use half of the top and bottom margin. */
const PAGE_MARGIN = { side: 42, top: 66, bottom: 66 };
const SYSTEM = 'Sistemas de Control de Asambleas y Facturación';

const widthOf = (orientation: Orientation) => (orientation === 'portrait' ? A4.short : A4.long);

/** Returns the width between the side margins of an A4 page, in points. */
export function bodyWidth(orientation: Orientation = 'portrait'): number {
  return widthOf(orientation) - 2 * PAGE_MARGIN.side;
}

/**
 * Builds the pages of a PDF report on A4 paper: logo on each page, title and joint at the start. The footer
 * has the page number, the time of the data, and the last hash of the audit chain.
 * @returns a pdfmake definition, the input of `renderPdf`
 */
export function reportPage(page: ReportPage): TDocumentDefinitions {
  const { title, jointName, orientation = 'portrait' } = page;
  const width = widthOf(orientation);
  return {
    info: { title: `${title} ${jointName}`, author: 'SCAF', subject: page.subject ?? title },
    pageSize: 'A4',
    pageOrientation: orientation,
    pageMargins: [PAGE_MARGIN.side, PAGE_MARGIN.top, PAGE_MARGIN.side, PAGE_MARGIN.bottom],
    // Archive format: needs no resource outside of the file.
    version: '1.7',
    subset: 'PDF/A-2b',
    tagged: true,
    defaultStyle: { font: 'Atkinson', fontSize: 9.5, color: inks.ink },
    header: (current) => header(current === 1 ? SYSTEM : `${jointName} · ${title}`, width, page),
    footer: (current, pages) => footer(page, current, pages, width),
    content: [titleBlock(page, bodyWidth(orientation)), ...page.content],
  };
}

/** Height of the band in the joint's colour at the top of a page, in points. */
const BAND = 6;
/** Positions in the page header and footer, in points: logo, horizontal line and lines of text. */
const HEAD = { mark: 26, side: 20, rule: 52 };
const FOOT = { rule: 11, first: 16, next: 10 };
const SMALL_PRINT = { size: 7, bold: false, color: inks.soft };

function header(text: string, width: number, { face, jointName }: ReportPage): Content {
  const inner = width - 2 * PAGE_MARGIN.side;
  const name = { size: 14, bold: true, color: inks.primary };
  const headStyle = { size: 8, bold: false, color: inks.soft };
  const room = { x: PAGE_MARGIN.side + 90, y: HEAD.mark, width: inner - 90, height: HEAD.side };
  const { lines } = fitText(inRoboto(text), { ...room, ...headStyle });
  // Centres lines beside the logo.
  const first = (count: number, { size }: Style) => HEAD.mark + (HEAD.side - count * size * LEADING) / 2;
  return artifact({ width, height: PAGE_MARGIN.top }, (doc, { x, y }) => {
    if (face !== undefined) doc.rect(x, y, width, BAND).fill(face.ground);
    const corner = { x: x + PAGE_MARGIN.side, y: y + HEAD.mark };
    if (face?.crest) drawImage(doc, face.crest, { ...corner, side: HEAD.side });
    else if (face) drawInitial(doc, jointName, face, { ...corner, side: HEAD.side });
    else {
      drawMark(doc, { ...corner, side: HEAD.side });
      drawLine(doc, 'SCAF', name, { x: corner.x + 26, top: y + first(1, name), width: 60 });
    }
    lines.forEach((line, i) => {
      const top = y + first(lines.length, headStyle) + i * headStyle.size * LEADING;
      drawLine(doc, line, headStyle, { x: x + room.x, top, width: room.width, align: 'right' });
    });
    rule(doc, { x: x + PAGE_MARGIN.side, y: y + HEAD.rule }, inner);
  });
}

/** Draws the first letter of a joint's name on the joint's colour, for joints without a crest. */
function drawInitial(
  doc: PDFKit.PDFDocument,
  jointName: string,
  { ground, ink }: PaperFace,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  doc.roundedRect(x, y, side, side, side / 6).fill(ground);
  const style = { size: side * 0.6, bold: true, color: ink };
  const initial = inRoboto([...jointName.trim()][0] ?? '').toUpperCase();
  drawLine(doc, initial, style, {
    x,
    top: y + (side - style.size * LEADING) / 2,
    width: side,
    align: 'center',
  });
}

function footer({ madeAt, trail }: ReportPage, current: number, pages: number, width: number): Content {
  const inner = width - 2 * PAGE_MARGIN.side;
  const made = `Generado el ${dateTime(new Date(madeAt).toISOString())} (hora de Colombia)`;
  return artifact({ width, height: PAGE_MARGIN.bottom }, (doc, { x, y }) => {
    const place = (line: number) => ({
      x: x + PAGE_MARGIN.side,
      top: y + FOOT.first + line * FOOT.next,
      width: inner,
    });
    rule(doc, { x: x + PAGE_MARGIN.side, y: y + FOOT.rule }, inner);
    drawLine(doc, SYSTEM, { ...SMALL_PRINT, bold: true }, place(0));
    const page = { ...SMALL_PRINT, color: inks.ink };
    drawLine(doc, `Página ${current} de ${pages}`, page, { ...place(0), align: 'right' });
    drawLine(doc, made, SMALL_PRINT, place(1));
    if (trail) drawLine(doc, trailWords(trail), SMALL_PRINT, place(2));
  });
}

/** Writes the reference to the audit log: 'Registro de auditoría joint:7, asiento 1.204: 3f2a 90bc …'. */
function trailWords({ chain, entries, lastHash }: NonNullable<ReportPage['trail']>): string {
  return `Registro de auditoría ${chain}, asiento ${count(entries)}: ${groupedHash(lastHash)}`;
}

function rule(doc: PDFKit.PDFDocument, { x, y }: { x: number; y: number }, length: number): void {
  doc
    .lineWidth(0.8)
    .strokeColor(inks.primary)
    .moveTo(x, y)
    .lineTo(x + length, y)
    .stroke();
}

/** Largest size of a joint's logo, in points. */
const LOGO = { width: 110, height: 42 };

/** Draws the name of the joint, with logo and lines if there is a letterhead. */
function nameBlock(jointName: string, head: PageHead | undefined): Content {
  const name = prose(jointName, { fontSize: 13, bold: true });
  if (head === undefined) return name;
  const lines = head.lines.map((line) => prose(line, { fontSize: 8, color: inks.soft }));
  const stack = [name, ...lines];
  if (head.logo === null) return { stack };
  const { mediaType, width, height, bytes } = head.logo;
  const scale = Math.min(LOGO.width / width, LOGO.height / height);
  const image = imageUrl({ mediaType, bytes });
  return {
    columns: [
      withRole(
        { tag: 'Figure', alt: `Logotipo de ${jointName}` },
        { image, width: width * scale, height: height * scale },
      ),
      { stack, width: '*' },
    ],
    columnGap: 10,
    margin: [0, 2, 0, 2],
  };
}

function titleBlock(
  { title, jointName, rootName, subject, head, facts = [] }: ReportPage,
  width: number,
): Content {
  const lines: Content[] = [
    withRole(
      { tag: 'H1' },
      prose(title, { fontSize: 20, bold: true, color: inks.primary, margin: [0, 0, 0, 2] }),
    ),
    nameBlock(jointName, head),
  ];
  if (rootName) lines.push(prose(`Sector de ${rootName}`, { fontSize: 10, color: inks.soft }));
  if (subject) lines.push(prose(subject, { fontSize: 11, margin: [0, 3, 0, 0] }));
  if (facts.length > 0) lines.push(factsBox(facts, width));
  return { stack: lines, margin: [0, 0, 0, 6] };
}

const PER_ROW = 4;
const FACT_PAD = { left: 7, right: 5 };

/**
 * Returns a box with facts (labelled values) as PDF content, four facts in a row; long values wrap.
 * @param width width of the box in points
 */
export function factsBox(facts: readonly PageFact[], width: number): Content {
  const rows: PageFact[][] = [];
  for (let from = 0; from < facts.length; from += PER_ROW) rows.push(facts.slice(from, from + PER_ROW));
  const columns = Math.min(PER_ROW, facts.length);
  return {
    margin: [0, 8, 0, 4],
    table: {
      dontBreakRows: true,
      // Fixed widths: a long text could make a column wider than the page.
      widths: Array.from({ length: columns }, () => width / columns - FACT_PAD.left - FACT_PAD.right),
      body: rows.map((row) =>
        Array.from({ length: columns }, (_, i) => {
          const { label, value } = row[i] ?? { label: '', value: '' };
          return {
            stack: [
              prose(label, { fontSize: 7.5, color: inks.soft }),
              prose(value, { fontSize: 10, bold: true }),
            ],
          };
        }),
      ),
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      paddingLeft: () => FACT_PAD.left,
      paddingRight: () => FACT_PAD.right,
      paddingTop: () => 5,
      paddingBottom: () => 4,
      fillColor: () => inks.primarySoft,
    },
  };
}
