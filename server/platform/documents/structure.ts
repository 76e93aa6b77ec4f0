import type { Content } from 'pdfmake/interfaces.js';

/*
 * Structure tree for screen readers (ISO 32000-1, 14.8): headings, paragraphs, lists, tables and figures in reading
 * order. Most follows from the definition; roles on nodes add the rest.
 */

/**
 * Role of a pdfmake node (piece of content) for screen readers: heading, figure, list or table. Text nodes
 * need no role.
 */
export type Role =
  | { tag: 'H1' | 'H2' | 'H3' | 'H4' }
  /** Picture with a description. */
  | { tag: 'Figure'; alt: string }
  /** List: a stack of columns with a bullet and an item each. */
  | { tag: 'L' }
  /** Table without header; the first column names the row. */
  | { tag: 'facts' }
  /** Table drawn as a flow, with title and head repeated on each page. */
  | {
      tag: 'table';
      title: readonly DrawnCell[];
      head: readonly DrawnCell[];
      rows: readonly { cells: readonly DrawnCell[] }[];
    };

/** Table cell drawn by the project instead of by pdfmake, as seen by screen readers. */
export interface DrawnCell {
  /** Element of the PDF's structure tree for the drawn lines. */
  part?: Part;
  /** Number of columns covered by the cell, if more than 1. */
  colSpan?: number | undefined;
}

/** Gives a pdfmake node a role for screen readers. Copies of the node keep the role. */
export const withRole = <T extends object>(role: Role, node: T): T => ({ ...node, role: { ...role } });

/** Place of a piece of drawn content in a PDF, as referred to by the structure tree for screen readers. */
export interface Mark {
  /** Page of the PDF with the content. */
  page: object;
  /** Number of the content on the page, from 0. */
  id: number;
}

/** Element of the PDF's structure tree for screen readers, with child elements or drawn content. */
export interface Part {
  /** Name of the element in PDF: 'H1', 'Table', 'TD' …. */
  tag: string;
  /** Child elements. Null for an element with drawn content. */
  parts: Part[] | null;
  /** Mark of the drawn content; most elements have only a single mark. */
  mark: Mark | null;
  /** Further marks, for content on several pages; null for content on a single page. */
  more: Mark[] | null;
  /** Description of a picture. */
  alt?: string;
  /** Direction of a header cell: header of a column or of a row. */
  scope?: 'Column' | 'Row';
  /** Number of columns covered by the cell, if more than 1. */
  colSpan?: number | undefined;
  /** True for a title or header drawn on each page of a table. Screen readers read the first only. */
  isRepeated?: boolean;
}

/** Node after pdfmake's layout, when texts and lists have become nodes. */
interface Node {
  role?: Role & { part?: Part };
  /** Element of the structure tree for the drawn lines. */
  part?: Part;
  text?: unknown;
  stack?: Node[];
  columns?: Node[];
  table?: { body: CellNode[][]; headerRows?: number };
}
type CellNode = Node & { _span?: boolean; colSpan?: number };

/**
 * Builds the structure tree of a PDF for screen readers (headings, lists, tables) from the content of a
 * pdfmake definition. Links each text, and each picture with the role of a figure, to the element in the
 * tree. Screen readers skip everything else: rules, backgrounds, headers and footers.
 */
export function structureOf(content: readonly Content[]): Part {
  const root = branch('Document', null);
  for (const node of content) addNode(root, node as Node);
  return root;
}

function addNode(parent: Part, node: Node): void {
  const { role, text, stack, columns, table } = node;
  if (role?.tag === 'Figure') {
    role.part = leaf('Figure', parent);
    role.part.alt = role.alt;
  } else if (text !== undefined) {
    if (text !== '') node.part = leaf(role?.tag ?? 'P', parent);
  } else if (role?.tag === 'L') addList(parent, stack ?? []);
  else if (role?.tag === 'table') addDrawnTable(parent, role);
  else if (table !== undefined) {
    const headerRows = table.headerRows ?? 0;
    if (headerRows > 0 || role?.tag === 'facts') addTable(parent, table.body, headerRows);
    // A table only for layout.
    else for (const cell of table.body.flat().filter(isOwn)) addNode(parent, cell);
  } else for (const one of stack ?? columns ?? []) addNode(parent, one);
}

function addList(parent: Part, items: readonly Node[]): void {
  const list = branch('L', parent);
  for (const { columns: [mark, what] = [] } of items) {
    const item = branch('LI', list);
    if (mark !== undefined) mark.part = leaf('Lbl', item);
    if (what !== undefined) addNode(branch('LBody', item), what);
  }
}

function addTable(parent: Part, body: readonly CellNode[][], headerRows: number): void {
  const table = branch('Table', parent);
  for (const [i, row] of body.entries()) {
    addRow(table, row, i < headerRows ? 'Column' : headerRows === 0 ? 'Row' : null);
  }
}

/**
 * Adds a table row to the structure tree.
 * @param header 'Column': all cells are headers of columns; 'Row': the first cell is the header of the row
 */
function addRow(table: Part, row: readonly CellNode[], header: 'Column' | 'Row' | null): void {
  const line = branch('TR', table);
  for (const [i, cell] of row.entries()) {
    if (!isOwn(cell)) continue;
    const isHeader = header === 'Column' || (header === 'Row' && i === 0);
    const texts = cell.stack ?? [cell];
    const isPlain = texts.every(({ text }) => text !== undefined);
    const part = isPlain ? leaf(isHeader ? 'TH' : 'TD', line) : branch('TD', line);
    if (isHeader) {
      part.scope = header;
      part.isRepeated = header === 'Column';
    }
    if (cell.colSpan !== undefined) part.colSpan = cell.colSpan;
    if (isPlain) for (const one of texts) one.part = part;
    else addNode(part, cell);
  }
}

/** Adds a table drawn by our code. The title is drawn on each page and precedes the table. */
function addDrawnTable(parent: Part, { title, head, rows }: Extract<Role, { tag: 'table' }>): void {
  const repeated = { isRepeated: true };
  for (const cell of title) cell.part = Object.assign(leaf('H2', parent), repeated);
  const table = branch('Table', parent);
  const first = branch('TR', table);
  for (const cell of head) {
    cell.part = Object.assign(leaf('TH', first), { scope: 'Column' as const, ...repeated });
  }
  for (const { cells } of rows) {
    const line = branch('TR', table);
    for (const cell of cells) {
      cell.part = leaf('TD', line);
      cell.part.colSpan = cell.colSpan;
    }
  }
}

const isOwn = (cell: CellNode | undefined): cell is CellNode => cell !== undefined && cell._span !== true;

const branch = (tag: string, parent: Part | null): Part => {
  const part: Part = { tag, parts: [], mark: null, more: null };
  parent?.parts?.push(part);
  return part;
};

function leaf(tag: string, parent: Part): Part {
  const part: Part = { tag, parts: null, mark: null, more: null };
  parent.parts?.push(part);
  return part;
}
