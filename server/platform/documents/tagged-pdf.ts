import { createRequire } from 'node:module';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type Part, structureOf } from './structure.ts';

/*
 * pdfmake draws a definition with pdfkit without structure. The patches here mark each line, picture and shape as
 * part of the definition's tree or as an artifact, and write the tree at the end.
 */

/** Object of a PDF file with an id (class of pdfkit). */
interface Reference {
  id: number;
  data: Record<string, unknown>;
}

/**
 * Internal fields of pdfkit's document. The structure elements are written together here, because pdfkit's own took
 * a third of a long table's time: `_offsets` holds the start of each object, `_offset` the end of the file.
 */
interface PdfKit {
  /** Pictures of the definition: the same object as passed by the caller, so usable as a key. */
  images: object;
  page: { dictionary: Reference; structParentTreeKey: number };
  addContent: (operators: string) => void;
  getStructTreeRoot: () => Reference;
  /** Returns the tree with the elements of each page's marks, in order. */
  getStructParentTree: () => { get: (key: number) => unknown[] };
  _offsets: (number | null)[];
  _offset: number;
  _write: (bytes: Buffer) => void;
}

interface Renderer {
  pdfDocument: PdfKit;
}

/** Item drawn by pdfmake: line of a text node, picture with the node's role, or shape. */
interface Item {
  node?: { part?: Part };
  role?: { part?: Part };
}
type Draw = (this: Renderer, item: Item, ...rest: unknown[]) => void;

const require = createRequire(import.meta.url);
const renderer: Record<string, Draw> & { renderPages: (this: Renderer, pages: unknown) => void } =
  require('pdfmake/js/Renderer.js').default.prototype;
const layout: { buildNextLine: (node: object) => Item | null } = require('pdfmake/js/LayoutBuilder.js')
  .default.prototype;

/** Definitions of tagged PDFs, found by `images`: the only object that pdfkit receives unchanged. */
const tagged = new WeakMap<object, TDocumentDefinitions>();
/** Marked content of a page: the element of each mark. */
interface PageMarks {
  /** Key of the page in the PDF's parent tree. */
  key: number;
  parts: Part[];
}

/** Marked content of each page, for the documents being drawn. */
const underWay = new WeakMap<PdfKit, Map<PdfKit['page'], PageMarks>>();

/**
 * Returns a copy of a pdfmake definition for a PDF with structure tags, so screen readers read headings,
 * lists and tables.
 */
export function taggedDefinition(definition: TDocumentDefinitions): TDocumentDefinitions {
  const images = { ...definition.images };
  const whole = { ...definition, images, tagged: true };
  tagged.set(images, whole);
  return whole;
}

const { buildNextLine } = layout;
layout.buildNextLine = function (node) {
  const line = buildNextLine.call(this, node);
  if (line !== null) line.node = node;
  return line;
};

const { renderPages } = renderer;
renderer.renderPages = function (pages) {
  const { pdfDocument } = this;
  const definition = tagged.get(pdfDocument.images);
  if (definition === undefined) return renderPages.call(this, pages);
  // Uses the definition after the layout: pdfmake replaces texts and lists by nodes in place.
  const root = structureOf([definition.content].flat());
  const marks = new Map<PdfKit['page'], PageMarks>();
  underWay.set(pdfDocument, marks);
  renderPages.call(this, pages);
  writeTree(pdfDocument, root, marks);
};

for (const name of ['renderLine', 'renderVector', 'renderImage', 'renderSVG', 'renderWatermark']) {
  const draw = renderer[name];
  if (draw === undefined) throw new Error(`pdfmake has no ${name}.`);
  renderer[name] = function (item, ...rest) {
    drawnAs(this.pdfDocument, (item.node ?? item.role)?.part, () => draw.call(this, item, ...rest));
  };
}

/**
 * Draws with pdfkit and tags the drawing for screen readers.
 * @param document pdfkit document
 * @param part element of the structure tree; undefined for a drawing skipped by screen readers
 * @param draw pdfkit calls, or PDF page operators as text
 */
export function drawnAs(document: object, part: Part | undefined, draw: (() => void) | string): void {
  const pdfDocument = document as PdfKit;
  const marks = underWay.get(pdfDocument);
  const mark = marks === undefined ? null : markOf(pdfDocument.page, marks, part);
  if (typeof draw === 'string') pdfDocument.addContent(mark === null ? draw : `${mark}\n${draw}\nEMC`);
  else {
    if (mark !== null) pdfDocument.addContent(mark);
    draw();
    if (mark !== null) pdfDocument.addContent('EMC');
  }
}

/**
 * Returns the PDF operator for the beginning of marked content. Screen readers skip an item without an element, or
 * a repetition on another page.
 */
function markOf(page: PdfKit['page'], marks: Map<PdfKit['page'], PageMarks>, part: Part | undefined): string {
  if (part === undefined || (part.isRepeated === true && part.mark !== null && part.mark.page !== page)) {
    return '/Artifact BMC';
  }
  // Set before the page is written, so the page gets a key.
  const onPage = marks.get(page) ?? { key: page.structParentTreeKey, parts: [] };
  marks.set(page, onPage);
  const id = onPage.parts.push(part) - 1;
  const mark = { page, id };
  if (part.mark === null) part.mark = mark;
  else part.more = [...(part.more ?? []), mark];
  return `/${part.tag} <</MCID ${id}>> BDC`;
}

/** Writes all elements of the structure tree into the PDF, and the list of elements of each page. */
function writeTree(pdfDocument: PdfKit, root: Part, marks: ReadonlyMap<PdfKit['page'], PageMarks>): void {
  const { _offsets: offsets } = pdfDocument;
  const treeRoot = pdfDocument.getStructTreeRoot();
  const ids = new Map<Part, number>();
  const pieces: string[] = [];
  let offset = pdfDocument._offset;
  const whole = write(root, treeRoot.id);
  pdfDocument._write(Buffer.from(pieces.join(''), 'latin1'));
  // Wraps a prepared text as an object for pdfkit.
  const asText = (text: string): unknown => Object.create(treeRoot, { toString: { value: () => text } });
  treeRoot.data.K = asText(`[${whole} 0 R]`);
  for (const { key, parts } of marks.values()) {
    const of = parts.map((part) => `${ids.get(part)} 0 R`).join(' ');
    pdfDocument.getStructParentTree().get(key).push(asText(of));
  }

  function write(part: Part, parent: number): number {
    const id = offsets.push(null);
    if (part.mark !== null) ids.set(part, id);
    const below = (part.parts ?? []).map((one) => `${write(one, id)} 0 R`);
    offsets[id - 1] = offset;
    const text = `${id} 0 obj\n${dictionaryOf(part, parent, below)}\nendobj\n`;
    offset += text.length;
    pieces.push(text);
    return id;
  }
}

function dictionaryOf(
  { tag, alt, scope, colSpan, mark, more }: Part,
  parent: number,
  below: readonly string[],
): string {
  const kids = below.join(' ');
  const pageOf = (page: object) => `${(page as PdfKit['page']).dictionary.id} 0 R`;
  const ofTable = `${scope ? `/Scope/${scope}` : ''}${colSpan ? `/ColSpan ${colSpan}` : ''}`;
  const attributes = ofTable === '' ? '' : `/A<</O/Table${ofTable}>>`;
  const words = alt === undefined ? '' : `/Alt<${utf16(alt)}>`;
  const rest = (more ?? []).map(({ page, id }) =>
    page === mark?.page ? ` ${id}` : ` <</Type/MCR/Pg ${pageOf(page)}/MCID ${id}>>`,
  );
  const drawn = mark === null ? '' : `${mark.id}${rest.join('')}`;
  const place = mark === null ? '' : `/Pg ${pageOf(mark.page)}`;
  return `<</S/${tag}/P ${parent} 0 R/K[${drawn}${kids}]${place}${attributes}${words}>>`;
}

/** Encodes any text as a hexadecimal PDF string (UTF-16). */
const utf16 = (text: string): string => `feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}`;
