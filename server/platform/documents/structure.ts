import type { Content } from 'pdfmake/interfaces.js';

/*
 * What a screen reader needs of a paper (ISO 32000-1, 14.8): a tree of headings, paragraphs, lists, tables and figures in
 * the order of reading. Most of it follows from the definition; the rest is said by roles on its nodes.
 */

/** What a node of a definition is, where its kind does not tell. */
export type Role =
  | { tag: 'H1' | 'H2' | 'H3' | 'H4' }
  /** A picture; what it shows, in words. */
  | { tag: 'Figure'; alt: string }
  /** A stack of columns: of each the mark, and what it marks. */
  | { tag: 'L' }
  /** A table without a header whose first column names the rest of its row. */
  | { tag: 'facts' }
  /** A table that is drawn whole; title and head on each of its pages. */
  | {
      tag: 'table';
      title: readonly DrawnCell[];
      head: readonly DrawnCell[];
      rows: readonly { cells: readonly DrawnCell[] }[];
    };

/** A cell that is drawn by itself. */
export interface DrawnCell {
  /** What it is drawn into. */
  part?: Part;
  /** Columns that it goes across, where it is more than one. */
  colSpan?: number | undefined;
}

/** Gives a node a role, which its copies keep. */
export const withRole = <T extends object>(role: Role, node: T): T => ({ ...node, role: { ...role } });

/** A place that a part is drawn at: a mark, by its number on its page. */
export interface Mark {
  page: object;
  id: number;
}

/** An element of the tree: others, or what is drawn. Of a long table there are thousands, so they are small. */
export interface Part {
  tag: string;
  /** None of a leaf. */
  parts: Part[] | null;
  /** The first place, where most have one. */
  mark: Mark | null;
  more: Mark[] | null;
  alt?: string;
  /** Of a table's headers. */
  scope?: 'Column' | 'Row';
  /** Columns that a cell goes across, where it is more than one. */
  colSpan?: number | undefined;
  /** It is drawn on each page that its table goes over, and read once. */
  isRepeated?: boolean;
}

/** A node as the library leaves it: texts and lists in the place of nodes have become nodes. */
interface Node {
  role?: Role & { part?: Part };
  /** What it is drawn into. */
  part?: Part;
  text?: unknown;
  stack?: Node[];
  columns?: Node[];
  table?: { body: Cell[][]; headerRows?: number };
}
type Cell = Node & { _span?: boolean; colSpan?: number };

/**
 * The tree of a definition's content. Each text node, and each figure's role, is given the `part` that it is drawn into;
 * whatever else is drawn is of no reader's concern: rules, grounds, headers and footers.
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
    // One that only puts things beside each other.
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

function addTable(parent: Part, body: readonly Cell[][], headerRows: number): void {
  const table = branch('Table', parent);
  for (const [i, row] of body.entries()) {
    addRow(table, row, i < headerRows ? 'Column' : headerRows === 0 ? 'Row' : null);
  }
}

/** @param header of which its cells are headers: their columns, or the first of its row */
function addRow(table: Part, row: readonly Cell[], header: 'Column' | 'Row' | null): void {
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

/** Its title, which is drawn on each page, stands before it. */
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

const isOwn = (cell: Cell | undefined): cell is Cell => cell !== undefined && cell._span !== true;

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
