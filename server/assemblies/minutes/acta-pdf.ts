import type {
  Content,
  ContentCanvas,
  ContentStack,
  ContentSvg,
  ContentTable,
  ContentText,
  TableCell,
  TDocumentDefinitions,
} from 'pdfmake/interfaces.js';
import { HANDWRITTEN } from '../../../shared/assemblies/signed-acta/acta.api.ts';
import { defined } from '../../../shared/defined.ts';
import { qrRows } from '../../platform/documents/qr-code.ts';
import { bodyWidth, reportPage } from '../../platform/documents/report-page.ts';
import { inks, prose } from '../../platform/documents/report-text.ts';
import { withRole } from '../../platform/documents/structure.ts';
import { type Acta, type Block, isKeptWithNext, isSmall, lettersOf } from './acta.ts';

const WIDTH = bodyWidth();
const FONT_SIZE = 10;
const SMALL = 8.5;
/** Space in points between the text of a table cell and the cell's edges. */
const CELL_PAD = { x: 5, y: 3.2 };
/** Distance of ruled lines in points: room for handwriting. */
const RULE = 21;

/** Lays out the draft of an acta as a PDF. Blanks to fill in have ruled lines for handwriting. */
export function actaPdf(acta: Acta): TDocumentDefinitions {
  const { title, jointName, rootName, face, subject, madeAt, trail } = acta;
  return {
    ...reportPage({
      title,
      jointName,
      rootName,
      ...defined({ face }),
      subject,
      madeAt,
      trail,
      content: together(acta.blocks),
    }),
    pageBreakBefore: leavesAlone,
    info: { title: acta.name, author: 'SCAF', subject },
  };
}

/** Lays out blocks and keeps each heading on the page of its text, or of the beginning of a long text. */
function together(blocks: readonly Block[]): Content[] {
  const content: Content[] = [];
  let before: Block[] = [];
  for (const block of blocks) {
    if (isKeptWithNext(block)) {
      before.push(block);
      continue;
    }
    const drawn = before.map((one) => draw(one));
    if (isSmall(block) && lettersOf([...before, block]) <= MOST_TOGETHER) {
      content.push({ stack: [...drawn, draw(block)], unbreakable: true });
    } else
      content.push(...drawn.map((one) => Object.assign(one, { headlineLevel: KEEP_WITH_NEXT })), draw(block));
    if (block.kind === 'blank') content.push(...moreLines(block));
    before = [];
  }
  return [...content, ...before.map(draw)];
}

/** Maximum number of letters of headings and text kept together on a page: about 40 lines. */
const MOST_TOGETHER = 3600;

/**
 * Headline level (`headlineLevel` of pdfmake) of a block that must move to the next page together with the first
 * rows of a long table.
 */
const KEEP_WITH_NEXT = 1;
const leavesAlone: NonNullable<TDocumentDefinitions['pageBreakBefore']> = (
  node,
  { getFollowingNodesOnPage },
) =>
  node.headlineLevel === KEEP_WITH_NEXT &&
  getFollowingNodesOnPage().every(
    ({ headlineLevel, text }) => headlineLevel === KEEP_WITH_NEXT || text === undefined,
  );

/** Number of ruled lines kept on the page of the blank's name. Further lines may be on the next page. */
const FIRST_LINES = 3;
const moreLines = ({ lines }: Block & { kind: 'blank' }): Content[] =>
  Array.from({ length: Math.max(0, lines - FIRST_LINES) }, (_, i) => ({
    ...ruled(1),
    margin: [0, 0, 0, i === lines - FIRST_LINES - 1 ? 8 : 0],
  }));

function draw(block: Block): ContentText | ContentStack | ContentTable {
  switch (block.kind) {
    case 'heading':
      return headingOf(block);
    case 'paragraph':
      return sentenceOf(block);
    case 'notice':
      return notice(block.text);
    case 'list':
      return withRole<ContentStack>(
        { tag: 'L' },
        {
          stack: block.items.map(({ mark, text, below = [] }) => ({
            columns: [
              { width: 22, ...prose(mark, { fontSize: FONT_SIZE }) },
              {
                width: WIDTH - 22,
                stack: [
                  prose(text, { fontSize: FONT_SIZE }),
                  ...below.map((one) => prose(one, { fontSize: FONT_SIZE, margin: [12, 0, 0, 0] })),
                ],
              },
            ],
            margin: [0, 0, 0, 3],
          })),
          margin: [0, 0, 0, 5],
        },
      );
    case 'facts':
      return factsTable(block.rows);
    case 'table':
      return tableOf(block);
    case 'qr':
      return qrOf(block);
    case 'blank':
      return {
        stack: [
          prose(`${block.name}:`, { fontSize: FONT_SIZE, bold: true }),
          prose(block.hint, { fontSize: FONT_SIZE, background: inks.warningSoft }),
          ruled(Math.min(block.lines, FIRST_LINES)),
        ],
        margin: [0, 0, 0, block.lines > FIRST_LINES ? 0 : 8],
      };
    case 'signatures':
      return { stack: block.signers.map(signature) };
  }
}

const headingTags = { 1: 'H2', 2: 'H3', 3: 'H4' } as const;
const headingLooks = {
  1: { fontSize: 14, margin: [0, 14, 0, 5] },
  2: { fontSize: 11.5, margin: [0, 9, 0, 4] },
  3: { fontSize: 10, margin: [0, 8, 0, 3] },
} as const;

function headingOf({ level, text }: Block & { kind: 'heading' }): ContentText {
  const { fontSize, margin } = headingLooks[level];
  const look = {
    fontSize,
    bold: true,
    color: inks.primary,
    margin: [...margin] as [number, number, number, number],
  };
  return withRole({ tag: headingTags[level] }, prose(text, look));
}

const sentenceOf = ({ lead, text }: Block & { kind: 'paragraph' }): ContentText => ({
  ...ledText(lead, text),
  margin: [0, 0, 0, 5],
});

/** Lays out a bold lead, followed by the sentence. */
function ledText(lead: string | undefined, text: string): ContentText {
  const whole = prose(lead === undefined ? text : `${lead} ${text}`, { fontSize: FONT_SIZE });
  if (lead === undefined) return whole;
  return { ...whole, text: [{ text: `${lead} `, bold: true }, { text: prose(text).text }] };
}

function notice(text: string): ContentTable {
  return {
    table: {
      widths: [WIDTH - 2 * CELL_PAD.x - 8],
      body: [[prose(text, { fontSize: FONT_SIZE })]],
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (i) => (i === 0 ? 4 : 0),
      vLineColor: () => inks.accent,
      fillColor: () => inks.warningSoft,
      paddingLeft: () => 8,
      paddingRight: () => CELL_PAD.x,
      paddingTop: () => 6,
      paddingBottom: () => 5,
    },
    margin: [0, 2, 0, 4],
  };
}

const NAME_SHARE = 0.3;

function factsTable(rows: (Block & { kind: 'facts' })['rows']): ContentTable {
  return withRole<ContentTable>(
    { tag: 'facts' },
    {
      table: {
        widths: [NAME_SHARE, 1 - NAME_SHARE].map((share) => share * WIDTH - 2 * CELL_PAD.x),
        dontBreakRows: true,
        body: rows.map(({ name, value }) => [
          prose(name, { fontSize: FONT_SIZE, color: inks.soft }),
          value === null
            ? prose(HANDWRITTEN, { fontSize: FONT_SIZE, background: inks.warningSoft })
            : prose(value, { fontSize: FONT_SIZE, bold: true }),
        ]),
      },
      layout: lines((line) => line > 0 && line < rows.length),
      margin: [0, 0, 0, 6],
    },
  );
}

function tableOf({ columns, rows, total }: Block & { kind: 'table' }): ContentTable {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const cellsOf = (texts: readonly string[], look: { bold?: boolean; color?: string }): TableCell[] =>
    columns.map(({ isNumber }, i) =>
      prose(texts[i] ?? '', { fontSize: SMALL, alignment: isNumber ? 'right' : 'left', ...look }),
    );
  const body = [
    cellsOf(
      columns.map(({ header }) => header),
      { bold: true, color: inks.primaryStrong },
    ),
    ...rows.map((texts) => cellsOf(texts, {})),
    ...(total === undefined ? [] : [cellsOf(total, { bold: true })]),
  ];
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ share }) => (share / shares) * WIDTH - 2 * CELL_PAD.x),
      body,
    },
    layout: {
      ...lines(() => true),
      hLineColor: (line) => (line === 0 || line === body.length ? inks.primary : inks.line),
      fillColor: (row) => (row === 0 ? inks.primarySoft : null),
    },
    margin: [0, 2, 0, 8],
  };
}

const lines = (isDrawn: (line: number) => boolean) => ({
  hLineWidth: (line: number) => (isDrawn(line) ? 0.5 : 0),
  vLineWidth: () => 0,
  hLineColor: (_line: number): string => inks.line,
  paddingLeft: () => CELL_PAD.x,
  paddingRight: () => CELL_PAD.x,
  paddingTop: () => CELL_PAD.y,
  paddingBottom: () => CELL_PAD.y,
});

function ruled(quantity: number): ContentCanvas {
  return {
    canvas: Array.from({ length: quantity }, (_, i) => ({
      type: 'line' as const,
      x1: 0,
      x2: WIDTH,
      y1: (i + 1) * RULE,
      y2: (i + 1) * RULE,
      lineWidth: 0.5,
      lineColor: inks.line,
    })),
  };
}

/** Size in points of a module (square) of a QR code: 0.7 mm, for a phone to read the code even from a photocopy. */
const MODULE = 2;

function qrOf({ code, alt }: Block & { kind: 'qr' }): ContentStack {
  const rows = qrRows(code, 'L');
  const side = rows.length * MODULE;
  const path = rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${rows.length} ${rows.length}"><path d="${path}" fill="#000"/></svg>`;
  return {
    stack: [
      withRole<ContentSvg>({ tag: 'Figure', alt }, { svg, width: side, margin: [0, 4, 0, 3] }),
      prose(alt, { fontSize: SMALL, color: inks.soft, margin: [0, 0, 0, 8] }),
    ],
  };
}

/** Lays out a signature line above the name. */
function signature({ name, role }: { name: string | null; role: string }): Content {
  return {
    stack: [
      {
        canvas: [{ type: 'line', x1: 0, y1: 46, x2: WIDTH / 2, y2: 46, lineWidth: 0.8, lineColor: inks.ink }],
        margin: [0, 0, 0, 3],
      },
      name === null
        ? prose(HANDWRITTEN, { fontSize: FONT_SIZE, background: inks.warningSoft })
        : prose(name, { fontSize: FONT_SIZE, bold: true }),
      prose(role, { fontSize: FONT_SIZE }),
    ],
  };
}
