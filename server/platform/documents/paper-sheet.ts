import type { CanvasElement, Content, PageSize } from 'pdfmake/interfaces.js';
import type { PaperSize } from '../../../shared/assemblies/paper.api.ts';
import { defined } from '../../../shared/defined.ts';
import { imageUrl, type StoredImage } from '../http/images/image.ts';

/** Converts millimetres to PDF points. */
export const mm = (millimetres: number): number => (millimetres * 72) / 25.4;

/** Page sizes of both papers: pdfmake's name, width and height in points. */
export const sizes: Record<PaperSize, { pageSize: PageSize; width: number; height: number }> = {
  a4: { pageSize: 'A4', width: 595.28, height: 841.89 },
  letter: { pageSize: 'LETTER', width: 612, height: 792 },
};

/** Arrangement of equal pieces (badges, cards) on a sheet of paper. */
export interface Grid {
  columns: number;
  rows: number;
  /** Width of each piece on the sheet, in points. */
  width: number;
  height: number;
  /** Number of parts of a piece, below each other. Default: 1. */
  parts?: number;
}

/** Corner of a piece on the sheet, in points. */
export interface Point {
  x: number;
  y: number;
}

/**
 * Length in points of each arm of the small cross at a corner for cutting. Content stays further away from the
 * corners.
 */
const ARM = mm(2.5);

/**
 * Arranges pieces (badges, cards) on sheets of paper to be cut: row by row, centred, with a small cross at
 * each corner of a piece. The pieces have the same size on A4 and letter paper; only the margins differ.
 * @param draw returns the content of a piece with the upper left corner at `at`
 * @returns page size, margins and content for a pdfmake definition
 */
export function paperSheets<T>(
  paper: PaperSize,
  grid: Grid,
  items: readonly T[],
  draw: (item: T, at: Point) => Content[],
): { pageSize: PageSize; pageMargins: number; content: Content[] } {
  const sheet = sizes[paper];
  const left = (sheet.width - grid.columns * grid.width) / 2;
  const top = (sheet.height - grid.rows * grid.height) / 2;
  const perSheet = grid.columns * grid.rows;
  const content: Content[] = [];
  for (let from = 0; from < items.length; from += perSheet) {
    const here = items.slice(from, from + perSheet);
    const pieces = here.flatMap((item, i) =>
      draw(item, {
        x: left + (i % grid.columns) * grid.width,
        y: top + Math.floor(i / grid.columns) * grid.height,
      }),
    );
    const marks = cutMarks({ x: left, y: top }, grid, here.length);
    content.push({
      stack: [...pieces, { canvas: marks, absolutePosition: { x: 0, y: 0 } }],
      ...defined({ pageBreak: from === 0 ? undefined : ('before' as const) }),
    });
  }
  return { pageSize: sheet.pageSize, pageMargins: 0, content };
}

/** Draws small crosses for cutting at the corners of pieces and of the parts of pieces. */
function cutMarks(origin: Point, grid: Grid, pieces: number): CanvasElement[] {
  const { columns, width, height, parts = 1 } = grid;
  const corners = new Map<string, Point>();
  for (let i = 0; i < pieces; i++) {
    for (let step = 0; step <= 2 * parts + 1; step++) {
      const column = (i % columns) + (step % 2);
      const row = Math.floor(i / columns) + Math.floor(step / 2) / parts;
      corners.set(`${column} ${row}`, { x: origin.x + column * width, y: origin.y + row * height });
    }
  }
  const line = { type: 'line', lineWidth: 0.4, lineColor: '#777777' } as const;
  return [...corners.values()].flatMap(({ x, y }) => [
    { ...line, x1: x - ARM, y1: y, x2: x + ARM, y2: y },
    { ...line, x1: x, y1: y - ARM, x2: x, y2: y + ARM },
  ]);
}

/** Free margin around the crest on its plate, as a share of the side. */
const FREE = 0.1;

/**
 * Draws a crest on a white plate with round corners: readable on every colour. Printers draw transparent pixels white.
 * @param side side of the plate in points; the upper left corner is `x`, `y`
 * @returns no content without a crest
 */
export function crestPlate(crest: StoredImage | null, { x, y, side }: Point & { side: number }): Content[] {
  if (crest === null) return [];
  const free = side * FREE;
  const inner = side - 2 * free;
  const plate = { type: 'rect', x: 0, y: 0, w: side, h: side, r: side / 8, color: '#ffffff' } as const;
  return [
    { canvas: [plate], absolutePosition: { x, y } },
    {
      image: imageUrl(crest),
      ...fitted(crest, inner),
      absolutePosition: {
        x: x + free + (inner - fitted(crest, inner).width) / 2,
        y: y + free + (inner - fitted(crest, inner).height) / 2,
      },
    },
  ];
}

/** Returns the largest width and height of an image within a square, in points. */
function fitted({ width, height }: StoredImage, side: number): { width: number; height: number } {
  const scale = side / Math.max(width, height);
  return { width: width * scale, height: height * scale };
}
