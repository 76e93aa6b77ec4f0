import type { CanvasRect, Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { count, dateTime } from '../../../shared/format.ts';
import { groupedHash, inks, prose } from './report-text.ts';
import { withRole } from './structure.ts';
import { textBox } from './text-box.ts';

/** What every report of SCAF has around its content. */
export interface ReportPage {
  /** 'Registro de Asistencia' */
  title: string;
  /** Whose report: the joint, or its sector. */
  jointName: string;
  /** The whole joint's name, where the report is a sector's. */
  rootName?: string | null;
  /** What it is of, in the words of who wrote it: the assembly's title, the event. */
  subject?: string | null;
  /** Facts in few words beside each other, as 'Modalidad': 'Presencial'. */
  facts?: readonly PageFact[];
  /** Of who has papers of its own. */
  head?: PageHead;
  /** When what it says was read. */
  madeAt: number;
  /** The end of the audit trail then, which shows a past that was changed later; null where there is none. */
  trail?: { chain: string; entries: number; lastHash: string } | null;
  orientation?: Orientation;
  content: Content[];
}

/** Whose paper it is, beside its name at the beginning: its logo, and lines such as its address. */
export interface PageHead {
  /** Pixels wide and high. */
  logo: { mediaType: string; width: number; height: number; bytes: Uint8Array } | null;
  lines: readonly string[];
}

export interface PageFact {
  label: string;
  value: string;
}

export type Orientation = 'portrait' | 'landscape';

const A4 = { short: 595.28, long: 841.89 };
/** Around the content. What stands in the top and bottom ones keeps half of them free as well. */
const MARGIN = { side: 42, top: 66, bottom: 66 };
const SYSTEM = 'Sistemas de Control de Asambleas y Facturación';

const widthOf = (orientation: Orientation) => (orientation === 'portrait' ? A4.short : A4.long);

/** How wide the content of a page is, in points. */
export function bodyWidth(orientation: Orientation = 'portrait'): number {
  return widthOf(orientation) - 2 * MARGIN.side;
}

/**
 * A report as every one looks: A4, the mark on each page, what it is and of whom at the beginning, and at the foot
 * the page's number, when it was made and the last hash of the audit trail. Long texts wrap.
 * @returns a definition for `renderPdf`
 */
export function reportPage(page: ReportPage): TDocumentDefinitions {
  const { title, jointName, orientation = 'portrait' } = page;
  const width = widthOf(orientation);
  return {
    info: { title: `${title} ${jointName}`, author: 'SCAF', subject: page.subject ?? title },
    pageSize: 'A4',
    pageOrientation: orientation,
    pageMargins: [MARGIN.side, MARGIN.top, MARGIN.side, MARGIN.bottom],
    // For the archive: nothing that it needs stands outside of the file.
    version: '1.7',
    subset: 'PDF/A-2b',
    tagged: true,
    defaultStyle: { font: 'Roboto', fontSize: 9.5, color: inks.ink },
    header: (current) => header(current === 1 ? SYSTEM : `${jointName} · ${title}`, width),
    footer: (current, pages) => footer(page, current, pages, width),
    content: [opening(page, bodyWidth(orientation)), ...page.content],
  };
}

function header(text: string, width: number): Content {
  const inner = width - 2 * MARGIN.side;
  return {
    stack: [
      { canvas: mark(), absolutePosition: { x: MARGIN.side, y: 26 } },
      textBox('SCAF', {
        x: MARGIN.side + 26,
        y: 26,
        width: 60,
        height: 20,
        size: 14,
        bold: true,
        color: inks.primary,
        vertical: 'middle',
        face: 'Roboto',
      }),
      textBox(text, {
        x: MARGIN.side + 90,
        y: 26,
        width: inner - 90,
        height: 20,
        size: 8,
        color: inks.soft,
        align: 'right',
        vertical: 'middle',
        face: 'Roboto',
      }),
      rule(52, inner),
    ],
  };
}

function footer({ madeAt, trail }: ReportPage, current: number, pages: number, width: number): Content {
  const inner = width - 2 * MARGIN.side;
  // Places in a footer are counted from its own top.
  const y = 16;
  const line = {
    x: MARGIN.side,
    width: inner,
    height: 9,
    size: 7,
    color: inks.soft,
    face: 'Roboto',
  } as const;
  const made = `Generado el ${dateTime(new Date(madeAt).toISOString())} (hora de Colombia)`;
  return {
    stack: [
      rule(y - 5, inner),
      textBox(SYSTEM, { ...line, y, width: inner - 90, bold: true }),
      textBox(`Página ${current} de ${pages}`, { ...line, y, color: inks.ink, align: 'right' }),
      textBox(made, { ...line, y: y + 10 }),
      trail
        ? textBox(trailWords(trail), { ...line, y: y + 20, minSize: 5 })
        : { text: '', absolutePosition: { x: MARGIN.side, y: y + 20 } },
    ],
  };
}

/** 'Registro de auditoría joint:7, asiento 1.204: 3f2a 90bc …' */
function trailWords({ chain, entries, lastHash }: NonNullable<ReportPage['trail']>): string {
  return `Registro de auditoría ${chain}, asiento ${count(entries)}: ${groupedHash(lastHash)}`;
}

function rule(y: number, length: number): Content {
  return {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: length, y2: 0, lineWidth: 0.8, lineColor: inks.primary }],
    absolutePosition: { x: MARGIN.side, y },
  };
}

/** The most that a logo takes, in points. */
const LOGO = { width: 110, height: 42 };

/** A joint's name; with its logo before it and its lines below it where it has some. */
function nameOf(jointName: string, head: PageHead | undefined): Content {
  const name = prose(jointName, { fontSize: 13, bold: true });
  if (head === undefined) return name;
  const lines = head.lines.map((line) => prose(line, { fontSize: 8, color: inks.soft }));
  const stack = [name, ...lines];
  if (head.logo === null) return { stack };
  const { mediaType, width, height, bytes } = head.logo;
  const scale = Math.min(LOGO.width / width, LOGO.height / height);
  const image = `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;
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

function opening(
  { title, jointName, rootName, subject, head, facts = [] }: ReportPage,
  width: number,
): Content {
  const lines: Content[] = [
    withRole(
      { tag: 'H1' },
      prose(title, { fontSize: 20, bold: true, color: inks.primary, margin: [0, 0, 0, 2] }),
    ),
    nameOf(jointName, head),
  ];
  if (rootName) lines.push(prose(`Sector de ${rootName}`, { fontSize: 10, color: inks.soft }));
  if (subject) lines.push(prose(subject, { fontSize: 11, margin: [0, 3, 0, 0] }));
  if (facts.length > 0) lines.push(factsBox(facts, width));
  return { stack: lines, margin: [0, 0, 0, 6] };
}

const PER_ROW = 4;
const FACT_PAD = { left: 7, right: 5 };

/** Facts beside each other on a quiet ground, four in a row; whole values, wrapped. */
export function factsBox(facts: readonly PageFact[], width: number): Content {
  const rows: PageFact[][] = [];
  for (let from = 0; from < facts.length; from += PER_ROW) rows.push(facts.slice(from, from + PER_ROW));
  const columns = Math.min(PER_ROW, facts.length);
  return {
    margin: [0, 8, 0, 4],
    table: {
      dontBreakRows: true,
      // Never a text's own width, which may be more than the page's.
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

/** Points of a side of the mark, and of one of its 32 parts. */
const MARK_PART = 20 / 32;

const square = (x: number, y: number, side: number, round: number, color: string): CanvasRect => ({
  ...{ type: 'rect', x: x * MARK_PART, y: y * MARK_PART, w: side * MARK_PART, h: side * MARK_PART },
  ...{ r: round * MARK_PART, color },
});

/**
 * The mark of client/app/header.tsx: nine windows of a building, one lit. Drawn, since an SVG is read anew on every page; new
 * each time, since pdfmake moves what it has drawn.
 */
const mark = (): CanvasRect[] => [
  square(0, 0, 32, 7, inks.primary),
  ...Array.from({ length: 9 }, (_, i) =>
    square(6 + (i % 3) * 7.3, 6 + Math.floor(i / 3) * 7.3, 5.4, 1.2, i === 4 ? inks.accent : '#ffffff'),
  ),
];
