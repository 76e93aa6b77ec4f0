import { createRequire } from 'node:module';
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type Drawn, type Flow, type PageWriter, placeFlow } from './drawing.ts';
import { fontFiles } from './faces.ts';
import { keepAllContent } from './page-breaks.ts';
import { drawnAs, taggedDefinition } from './tagged-pdf.ts';

const require = createRequire(import.meta.url);
const paths = new Set(Object.values(fontFiles).flatMap((files) => Object.values(files)));

pdfmake.setFonts(fontFiles);
drawByThemselves();
keepAllContent();
// No text or picture can load an address, or a file other than the fonts.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => paths.has(path));

/**
 * Renders a pdfmake definition to the bytes of a PDF, with structure tags if requested. Blocks the thread, so only
 * for workers.
 * @param onShare called with the drawn share, 0 to 1, after the layout
 */
export async function renderPdf(
  definition: TDocumentDefinitions,
  onShare: (share: number) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  // The callback applies to the next document.
  pdfmake.setProgressCallback(onShare);
  const whole = {
    language: 'es-CO',
    displayTitle: true,
    ...definition,
    defaultStyle: { font: 'Atkinson', fontSize: 10, ...definition.defaultStyle },
  };
  const document = pdfmake.createPdf(definition.tagged === true ? taggedDefinition(whole) : whole);
  // Copy with separate memory.
  return new Uint8Array(await document.getBuffer());
}

/**
 * Changes pdfmake: passes the page position to shapes with an own drawing function, and pages to a flow of blocks.
 * Other shapes stay as before.
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
