import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  type ISectionOptions,
  LineRuleType,
  Packer,
  PageNumber,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  VerticalAlignTable,
  WidthType,
} from 'docx';
import { HANDWRITTEN } from '../../../shared/assemblies/signed-acta/acta.api.ts';
import { defined } from '../../../shared/defined.ts';
import { encodedQr } from '../../platform/documents/qr-code.ts';
import { groupedHash, inks, printable } from '../../platform/documents/report-text.ts';
import { type Acta, type Block, isSmall } from './acta.ts';
import { dayAndHour } from './words.ts';

/* Word measures in twentieths of a point, and letters in halves of one. */
const PAGE_SIZE = { width: 11906, height: 16838 };
const DOCX_MARGIN = { top: 1300, bottom: 1200, left: 1130, right: 1130 };
const WIDTH = PAGE_SIZE.width - DOCX_MARGIN.left - DOCX_MARGIN.right;
const FONT = 'Atkinson Hyperlegible Next';

const hex = (ink: string): string => ink.slice(1);
const run = (text: string, look: { bold?: true; color?: string; size?: number } = {}): TextRun =>
  new TextRun({ text: printable(text), ...look });
/** Makes a highlighted text for a blank to fill in by hand. */
const toFill = (text: string): TextRun =>
  new TextRun({
    text,
    shading: { type: ShadingType.CLEAR, color: 'auto', fill: hex(inks.warningSoft) },
  });

/**
 * Makes the draft of an acta as a Word document: real headings, tables with a header row on each page, page
 * numbers.
 */
export async function actaDocx(acta: Acta): Promise<Uint8Array> {
  const document = new Document({
    title: acta.name,
    creator: 'SCAF',
    description: acta.subject,
    styles: {
      default: {
        document: {
          run: { font: FONT, size: 20, color: hex(inks.ink), language: { value: 'es-CO' } },
          paragraph: { spacing: { after: 100, line: 264, lineRule: LineRuleType.AUTO } },
        },
        title: { run: { size: 40, bold: true, color: hex(inks.primary), font: FONT } },
        heading1: headingLook(28, 320),
        heading2: headingLook(23, 240),
        heading3: headingLook(20, 180),
      },
    },
    sections: [section(acta)],
  });
  return new Uint8Array(await Packer.toBuffer(document));
}

const headingLook = (size: number, before: number) => ({
  run: { size, bold: true, color: hex(inks.primary), font: FONT },
  paragraph: { spacing: { before, after: 80 }, keepNext: true },
});

function section(acta: Acta): ISectionOptions {
  return {
    properties: { page: { size: PAGE_SIZE, margin: { ...DOCX_MARGIN, header: 560, footer: 500 } } },
    headers: {
      default: new Header({
        children: [
          new Paragraph({
            alignment: AlignmentType.RIGHT,
            border: { bottom: line(hex(inks.primary), 4) },
            children: [run(`${acta.jointName} · ${acta.title}`, { size: 16, color: hex(inks.soft) })],
          }),
        ],
      }),
    },
    footers: { default: new Footer({ children: footer(acta) }) },
    children: [...titleBlock(acta), ...acta.blocks.flatMap(draw)],
  };
}

function footer({ madeAt, trail }: Acta): Paragraph[] {
  const look = { size: 14, color: hex(inks.soft) };
  return [
    new Paragraph({
      alignment: AlignmentType.RIGHT,
      border: { top: line(hex(inks.primary), 4) },
      spacing: { after: 0 },
      children: [
        ...['Página ', PageNumber.CURRENT, ' de ', PageNumber.TOTAL_PAGES].map(
          (part) => new TextRun({ size: 14, children: [part] }),
        ),
      ],
    }),
    new Paragraph({
      spacing: { after: 0 },
      children: [run(`Generado el ${dayAndHour(madeAt)} (hora de Colombia)`, look)],
    }),
    new Paragraph({
      spacing: { after: 0 },
      children: [
        run(
          `Registro de auditoría ${trail.chain}, asiento ${trail.entries}: ${groupedHash(trail.lastHash)}`,
          {
            ...look,
            size: 13,
          },
        ),
      ],
    }),
  ];
}

function titleBlock({ title, jointName, rootName, subject }: Acta): Paragraph[] {
  return [
    new Paragraph({ heading: HeadingLevel.TITLE, spacing: { after: 40 }, children: [run(title)] }),
    new Paragraph({ spacing: { after: 20 }, children: [run(jointName, { bold: true, size: 26 })] }),
    ...(rootName === null
      ? []
      : [new Paragraph({ children: [run(`Sector de ${rootName}`, { color: hex(inks.soft) })] })]),
    new Paragraph({ spacing: { after: 160 }, children: [run(subject, { size: 22 })] }),
  ];
}

function draw(block: Block): (Paragraph | Table)[] {
  switch (block.kind) {
    case 'heading':
      return [new Paragraph({ heading: headings[block.level], children: [run(block.text)] })];
    case 'paragraph':
      return [
        new Paragraph({
          keepNext: block.keep === true,
          children: [
            ...(block.lead === undefined ? [] : [run(`${block.lead} `, { bold: true })]),
            run(block.text),
          ],
        }),
      ];
    case 'notice':
      return [
        new Paragraph({
          shading: { type: ShadingType.CLEAR, color: 'auto', fill: hex(inks.warningSoft) },
          border: { left: line(hex(inks.accent), 24) },
          indent: { left: 160, right: 160 },
          spacing: { before: 80, after: 120 },
          children: [run(block.text)],
        }),
      ];
    case 'list':
      return block.items.flatMap(({ mark, text, below = [] }) => [
        new Paragraph({
          indent: { left: 440, hanging: 440 },
          tabStops: [{ type: 'left', position: 440 }],
          spacing: { after: 50 },
          children: [run(mark), new TextRun({ children: ['\t'] }), run(text)],
        }),
        ...below.map(
          (text) => new Paragraph({ indent: { left: 700 }, spacing: { after: 40 }, children: [run(text)] }),
        ),
      ]);
    case 'facts':
      return [factsTable(block.rows), gap()];
    case 'table':
      return [rowsTable(block), gap()];
    case 'qr':
      return [new Paragraph({ spacing: { before: 80, after: 160 }, children: [qrImage(block)] })];
    case 'blank':
      return [
        new Paragraph({ keepNext: true, children: [run(`${block.name}:`, { bold: true })] }),
        new Paragraph({ spacing: { after: 200 }, children: [toFill(block.hint)] }),
      ];
    case 'signatures':
      return block.signers.flatMap((signer, i) => signature(signer, i < block.signers.length - 1));
  }
}

/** Size on the screen of a module (square) of a QR code, in points: half a millimetre. */
const MODULE = 2;

function qrImage({ code, alt }: Block & { kind: 'qr' }): ImageRun {
  const drawn = encodedQr(code, 'L', 0);
  const side = drawn.getModuleCount() * MODULE;
  const [, data = ''] = drawn.createDataURL(4, 0).split(',');
  return new ImageRun({
    type: 'gif',
    data: Buffer.from(data, 'base64'),
    transformation: { width: side, height: side },
    altText: { name: alt, title: alt, description: alt },
  });
}

const headings = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 };

/** Makes an empty paragraph below a table: Word adds no space there. */
const gap = (): Paragraph => new Paragraph({ spacing: { after: 60, line: 120 }, children: [] });

const line = (color: string, size: number) => ({ style: BorderStyle.SINGLE, size, color, space: 4 });
const noBorder = { style: BorderStyle.NONE, size: 0, color: 'auto' };
const noBorders = {
  top: noBorder,
  bottom: noBorder,
  left: noBorder,
  right: noBorder,
  insideHorizontal: noBorder,
  insideVertical: noBorder,
};

function factsTable(rows: (Block & { kind: 'facts' })['rows']): Table {
  const widths = [WIDTH * 0.3, WIDTH * 0.7].map(Math.round);
  return new Table({
    width: { size: WIDTH, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    borders: { ...noBorders, insideHorizontal: line(hex(inks.line), 2) },
    rows: rows.map(
      ({ name, value }) =>
        new TableRow({
          cantSplit: true,
          children: [
            cell([run(name, { color: hex(inks.soft) })], widths[0] ?? 0),
            cell([value === null ? toFill(HANDWRITTEN) : run(value, { bold: true })], widths[1] ?? 0),
          ],
        }),
    ),
  });
}

function rowsTable(block: Block & { kind: 'table' }): Table {
  const { columns, rows, total } = block;
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const widths = columns.map(({ share }) => Math.round((WIDTH * share) / shares));
  const rowOf = (
    texts: readonly string[],
    { keepNext, fill, ...runLook }: RowLook,
    isHead = false,
  ): TableRow =>
    new TableRow({
      cantSplit: true,
      tableHeader: isHead,
      children: columns.map(({ isNumber = false }, i) =>
        cell([run(texts[i] ?? '', runLook)], widths[i] ?? 0, { keepNext, fill, isNumber }),
      ),
    });
  const head = columns.map(({ header }) => header);
  // A table stays on one page by keeping each row with the next.
  const last = total === undefined ? rows.length - 1 : rows.length;
  const keepNext = (row: number) => isSmall(block) && row < last;
  const headLook = { bold: true as const, color: hex(inks.primaryStrong), fill: hex(inks.primarySoft) };
  return new Table({
    width: { size: WIDTH, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    borders: {
      ...noBorders,
      top: line(hex(inks.primary), 6),
      bottom: line(hex(inks.primary), 6),
      insideHorizontal: line(hex(inks.line), 2),
    },
    rows: [
      rowOf(head, { size: 17, ...headLook, keepNext: true }, true),
      ...rows.map((texts, row) => rowOf(texts, { size: 17, keepNext: keepNext(row) })),
      ...(total === undefined ? [] : [rowOf(total, { size: 17, bold: true, keepNext: false })]),
    ],
  });
}

interface RowLook {
  size: number;
  keepNext: boolean;
  bold?: true;
  color?: string;
  fill?: string;
}

function cell(
  children: TextRun[],
  width: number,
  {
    isNumber = false,
    keepNext = false,
    fill,
  }: { isNumber?: boolean; keepNext?: boolean; fill?: string } = {},
): TableCell {
  return new TableCell({
    width: { size: width, type: WidthType.DXA },
    margins: { top: 40, bottom: 40, left: 100, right: 100 },
    verticalAlign: VerticalAlignTable.TOP,
    ...defined({
      shading: fill === undefined ? undefined : { type: ShadingType.CLEAR, color: 'auto', fill },
    }),
    children: [
      new Paragraph({
        keepNext,
        spacing: { after: 0, line: 250 },
        alignment: isNumber ? AlignmentType.RIGHT : AlignmentType.LEFT,
        children,
      }),
    ],
  });
}

/** Makes a signature line above the name. */
function signature({ name, role }: { name: string | null; role: string }, keepNext: boolean): Paragraph[] {
  return [
    new Paragraph({
      keepNext: true,
      keepLines: true,
      spacing: { before: 900, after: 0 },
      indent: { right: Math.round(WIDTH / 2) },
      border: { top: line(hex(inks.ink), 6) },
      children: [name === null ? toFill(HANDWRITTEN) : run(name, { bold: true })],
    }),
    new Paragraph({ keepNext, children: [run(role)] }),
  ];
}
