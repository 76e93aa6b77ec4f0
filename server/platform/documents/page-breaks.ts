import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Points that stay free on a page filled by a tall block: for the line above a table row and for rounding errors.
 */
const SPARE = 4;

/**
 * Patches the library pdfmake, because pdfmake silently drops content taller than a page. After the patch a
 * tall block continues on the next page, a tall picture is made smaller, and other content too large for a
 * page is an error.
 */
export function keepAllContent(): void {
  const { default: PageElementWriter }: { default: { prototype: Writer } } =
    require('pdfmake/js/PageElementWriter.js');
  const writer = PageElementWriter.prototype;
  const { beginUnbreakableBlock, commitUnbreakableBlock, _fitOnPage, addImage, addSVG } = writer;
  /** Table headers repeated on the pages around a block being written: meanwhile the block has separate pages. */
  const outside = new WeakMap<Writer, Writer['repeatables']>();

  writer.beginUnbreakableBlock = function (width, height) {
    if (width !== undefined || this.transactionLevel > 0)
      return beginUnbreakableBlock.call(this, width, height);
    const headers = this.repeatables.reduce((sum, one) => sum + one.height, 0);
    const room = pageRoom(this.context()) - headers - SPARE;
    beginUnbreakableBlock.call(this, this.context().availableWidth, room);
    outside.set(this, this.repeatables);
    this.repeatables = [];
  };
  writer.commitUnbreakableBlock = function (x, y) {
    const repeatables = outside.get(this);
    if (this.transactionLevel > 1 || repeatables === undefined) {
      return commitUnbreakableBlock.call(this, x, y);
    }
    outside.delete(this);
    this.transactionLevel = 0;
    const { pages, y: end } = this.context();
    this.popContext();
    this.repeatables = repeatables;
    pages.forEach(({ items, pageSize }, i) => {
      this.addFragment({ items, height: i === pages.length - 1 ? end : pageSize.height });
    });
  };
  writer._fitOnPage = function (add) {
    const position = _fitOnPage.call(this, add);
    if (!position) throw new Error('Content of a PDF is higher than a page.');
    return position;
  };
  writer.addImage = function (image, index) {
    return addImage.call(this, shrunk(image, this), index);
  };
  writer.addSVG = function (image, index) {
    return addSVG.call(this, shrunk(image, this), index);
  };
}

/** Returns the height of a page without the top and bottom margins, in points. */
export function pageRoom(context: PageContext): number {
  const { top, bottom } = context.pageMargins;
  return context.getCurrentPage().pageSize.height - top - bottom;
}

/** Makes a picture in the text at most as high as a page. Changes the argument. */
function shrunk(image: Picture, writer: Writer): Picture {
  if (image.absolutePosition !== undefined) return image;
  const headers = writer.repeatables.reduce((sum, one) => sum + one.height, 0);
  const scale = (pageRoom(writer.context()) - headers - SPARE) / image._height;
  if (scale < 1) {
    image._width *= scale;
    image._height *= scale;
  }
  return image;
}

/** Present position of pdfmake on a page: the fields used by our code, in points. */
export interface PageContext {
  y: number;
  availableWidth: number;
  availableHeight: number;
  pageMargins: { top: number; bottom: number };
  pages: { items: unknown[]; pageSize: { height: number } }[];
  getCurrentPage: () => PageContext['pages'][number];
  moveDown: (height: number) => void;
}

interface Picture {
  absolutePosition?: object;
  _width: number;
  _height: number;
}

type PlaceImage = (this: Writer, image: Picture, index?: number) => unknown;

/** Fields and functions of pdfmake's page writer that our code uses. */
interface Writer {
  transactionLevel: number;
  repeatables: { height: number }[];
  context: () => PageContext;
  popContext: () => void;
  beginUnbreakableBlock: (this: Writer, width?: number, height?: number) => void;
  commitUnbreakableBlock: (this: Writer, x?: number, y?: number) => void;
  addFragment: (fragment: { items: unknown[]; height: number }) => void;
  addImage: PlaceImage;
  addSVG: PlaceImage;
  _fitOnPage: (this: Writer, add: () => unknown) => unknown;
}
