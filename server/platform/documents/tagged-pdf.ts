import { createRequire } from 'node:module';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type Part, structureOf } from './structure.ts';

/*
 * pdfmake draws a definition on pdfkit and says nothing of what it draws. Here its drawing is gone round: each line,
 * picture and shape is marked as a part of the definition's tree or as an artifact, and the tree is written behind it.
 */

/** An object of the file. */
interface Reference {
  id: number;
  data: Record<string, unknown>;
}

/**
 * What is asked of pdfkit's document. Its own elements of a tree cost a third of a long table's time, so they are written
 * here, as one piece of the file: `_offsets` has where each object begins, `_offset` where the file ends.
 */
interface PdfKit {
  /** Of the definition, as they were handed in. */
  images: object;
  page: { dictionary: Reference; structParentTreeKey: number };
  addContent: (operators: string) => void;
  getStructTreeRoot: () => Reference;
  /** Of each page the elements that its marks belong to, in their order. */
  getStructParentTree: () => { get: (key: number) => unknown[] };
  _offsets: (number | null)[];
  _offset: number;
  _write: (bytes: Buffer) => void;
}

interface Renderer {
  pdfDocument: PdfKit;
}

/** What is drawn at once: a line of a text node, a picture with its node's role, or a shape. */
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

/** Tagged definitions by the one object of theirs that their document is given. */
const tagged = new WeakMap<object, TDocumentDefinitions>();
/** The marks of a page, by what they are drawn into. */
interface PageMarks {
  /** Of the page in the tree of parents. */
  key: number;
  parts: Part[];
}

/** Of the documents that are drawn: the marks of each page. */
const underWay = new WeakMap<PdfKit, Map<PdfKit['page'], PageMarks>>();

/** A definition whose document is tagged. */
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
  // As it was laid out: pdfmake puts nodes in the place of texts and lists where these stand.
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

/** Draws what is a part of a tagged document, or an artifact with none; of any other document as it is. */
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

/** The operator before an item; it is an artifact where nobody is to read it, or not again. */
function markOf(page: PdfKit['page'], marks: Map<PdfKit['page'], PageMarks>, part: Part | undefined): string {
  if (part === undefined || (part.isRepeated === true && part.mark !== null && part.mark.page !== page)) {
    return '/Artifact BMC';
  }
  // Before the page is written, so that it has its key.
  const onPage = marks.get(page) ?? { key: page.structParentTreeKey, parts: [] };
  marks.set(page, onPage);
  const id = onPage.parts.push(part) - 1;
  const mark = { page, id };
  if (part.mark === null) part.mark = mark;
  else part.more = [...(part.more ?? []), mark];
  return `/${part.tag} <</MCID ${id}>> BDC`;
}

/** Writes all elements of the tree, and of which of them each page's marks are. */
function writeTree(pdfDocument: PdfKit, root: Part, marks: ReadonlyMap<PdfKit['page'], PageMarks>): void {
  const { _offsets: offsets } = pdfDocument;
  const treeRoot = pdfDocument.getStructTreeRoot();
  const ids = new Map<Part, number>();
  const pieces: string[] = [];
  let offset = pdfDocument._offset;
  const whole = write(root, treeRoot.id);
  pdfDocument._write(Buffer.from(pieces.join(''), 'latin1'));
  // What is written as a text that is made already, and known to pdfkit as an object.
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

/** A text as PDF has it where it may have any letter, hexadecimal. */
const utf16 = (text: string): string => `feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}`;
