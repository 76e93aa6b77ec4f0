import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type Drawn, type Flow, type PageWriter, placeFlow } from './drawing.ts';
import { robotoFiles } from './faces.ts';
import { keepAllContent } from './page-breaks.ts';
import { drawnAs, taggedDefinition } from './tagged-pdf.ts';

const require = createRequire(import.meta.url);
/** Not embedded and drawn fast; it has the letters of Western Europe, Spanish among them, and no others. */
const helvetica = {
  normal: 'Helvetica',
  bold: 'Helvetica-Bold',
  italics: 'Helvetica-Oblique',
  bolditalics: 'Helvetica-BoldOblique',
};
const fontFiles = new Set([...Object.values(helvetica), ...Object.values(robotoFiles)]);

pdfmake.setFonts({ Helvetica: helvetica, Roboto: robotoFiles });
drawByThemselves();
keepAllContent();
// Whatever a text or a picture says, nothing is fetched, and no file but the fonts is read.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path));

/**
 * A definition → the bytes of its PDF, tagged where it says so. Takes the thread until it is done: for workers.
 * @param onShare told how much of it is drawn, 0 to 1, once all of it is laid out
 */
export async function renderPdf(
  definition: TDocumentDefinitions,
  onShare: (share: number) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  // It is the document's that is made next.
  pdfmake.setProgressCallback(onShare);
  const whole = {
    language: 'es-CO',
    displayTitle: true,
    ...definition,
    defaultStyle: { font: 'Helvetica', fontSize: 10, ...definition.defaultStyle },
  };
  const document = pdfmake.createPdf(definition.tagged === true ? taggedDefinition(whole) : whole);
  // A copy with memory of its own.
  return new Uint8Array(await document.getBuffer());
}

/**
 * Has the library's renderer hand over to a `drawing` its place on the page, and its layout to a flow its pages; every
 * other shape is as ever.
 */
function drawByThemselves(): void {
  const { default: LayoutBuilder }: { default: { prototype: Layout } } =
    require('pdfmake/js/LayoutBuilder.js');
  const { processCanvas } = LayoutBuilder.prototype;
  LayoutBuilder.prototype.processCanvas = function (node) {
    if (node.flow === undefined) processCanvas.call(this, node);
    else placeFlow(this.writer, node.flow);
  };
  const { default: Renderer }: { default: { prototype: Shapes } } = require('pdfmake/js/Renderer.js');
  const { renderVector } = Renderer.prototype;
  Renderer.prototype.renderVector = function (shape) {
    if (shape.draw === undefined) renderVector.call(this, shape);
    else shape.draw(this.pdfDocument, shape as Drawn, (part, draw) => drawnAs(this.pdfDocument, part, draw));
  };
}

interface Layout {
  writer: PageWriter;
  processCanvas: (this: Layout, node: { flow?: Flow }) => void;
}

interface Shapes {
  pdfDocument: PDFKit.PDFDocument;
  renderVector: (this: Shapes, shape: Partial<Drawn>) => void;
}
