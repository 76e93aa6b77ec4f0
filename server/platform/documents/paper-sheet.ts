import type { CanvasElement, Content, PageSize } from 'pdfmake/interfaces.js';
import type { PaperSize } from '../../../shared/assemblies/paper.api.ts';

/** Millimetres in PDF's points. */
export const mm = (millimetres: number): number => (millimetres * 72) / 25.4;

export const sizes: Record<PaperSize, { pageSize: PageSize; width: number; height: number }> = {
  a4: { pageSize: 'A4', width: 595.28, height: 841.89 },
  letter: { pageSize: 'LETTER', width: 612, height: 792 },
};

/** How pieces of one size stand on a sheet. */
export interface Grid {
  columns: number;
  rows: number;
  /** Of one piece, in points. */
  width: number;
  height: number;
  /** Into how many parts, one below the other, each piece is cut; one when left out. */
  parts?: number;
}

/** A piece at its place; `x` and `y` are its corner on the sheet. */
export interface Point {
  x: number;
  y: number;
}

/** Each arm of a cut mark. Pieces keep their content further than that from their corners. */
const ARM = mm(2.5);

/**
 * Lays pieces out on sheets, row by row, in the middle of the paper, with a cut mark at every corner and none
 * through a piece. The same pieces on A4 and letter: only the margin differs.
 * @returns the definition's page size and content.
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
      stack: [{ canvas: marks, absolutePosition: { x: 0, y: 0 } }, ...pieces],
      ...(from === 0 ? {} : { pageBreak: 'before' }),
    });
  }
  return { pageSize: sheet.pageSize, pageMargins: 0, content };
}

/** A small cross where the corners of pieces, or of their parts, meet. */
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
