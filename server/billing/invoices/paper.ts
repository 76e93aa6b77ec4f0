import PDFDocument from 'pdfkit';
import type { StoredLogo } from '../settings/logos.repository.ts';

/** Letter, as offices in Colombia print, in points. */
export const LETTER = { width: 612, height: 792 } as const;
const POINTS_PER_MM = 72 / 25.4;

/** An image that pages of a document bear. */
type PdfImage = Parameters<PDFKit.PDFDocument['image']>[0];

/** A document that is written while its pages are drawn, so that one page at a time takes memory. */
export class PdfDocument {
  readonly doc: PDFKit.PDFDocument;
  readonly #pieces: Buffer[] = [];
  readonly #ended: Promise<void>;
  readonly #images = new Map<number, PdfImage>();

  constructor(title: string) {
    this.doc = new PDFDocument({
      autoFirstPage: false,
      margin: 0,
      size: [LETTER.width, LETTER.height],
      lang: 'es-CO',
      displayTitle: true,
      info: { Title: title, Author: 'SCAF' },
    });
    this.doc.on('data', (piece: Buffer) => this.#pieces.push(piece));
    this.#ended = new Promise((resolve, reject) => {
      this.doc.once('end', resolve);
      this.doc.once('error', reject);
    });
  }

  /** A new page on which everything is moved by so many millimetres to the right and down. */
  addPage({ offsetX, offsetY }: { offsetX: number; offsetY: number }): void {
    this.doc.addPage();
    if (offsetX !== 0 || offsetY !== 0) {
      this.doc.translate(offsetX * POINTS_PER_MM, offsetY * POINTS_PER_MM);
    }
  }

  /** A logo as an image of the document, which has it once however many pages bear it. */
  imageOf({ logoId, bytes }: StoredLogo): PdfImage {
    const known = this.#images.get(logoId);
    if (known !== undefined) return known;
    // pdfkit's types do not have what it documents: an opened image is drawn again without being stored again.
    const opened = (this.doc as unknown as { openImage(of: Buffer): PdfImage }).openImage(Buffer.from(bytes));
    this.#images.set(logoId, opened);
    return opened;
  }

  /** The bytes of all pages, in memory of their own. */
  async end(): Promise<Uint8Array<ArrayBuffer>> {
    this.doc.end();
    await this.#ended;
    return new Uint8Array(Buffer.concat(this.#pieces));
  }
}
