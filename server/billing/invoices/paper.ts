import PDFDocument from 'pdfkit';
import type { StoredLogo } from '../settings/logos.repository.ts';

/**
 * Size of US Letter paper in points (1/72 inch), the office paper in Colombia. Bills are printed on this
 * size.
 */
export const LETTER = { width: 612, height: 792 } as const;
const POINTS_PER_MM = 72 / 25.4;

/** Image prepared for a PDF document. */
type PdfImage = Parameters<PDFKit.PDFDocument['image']>[0];

/**
 * PDF document of printed bills, written page by page, so that only the current page is in memory.
 * `PdfCanvas` draws on the pages.
 */
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

  /** Adds a page with all content moved by an offset in millimetres, right and down. */
  addPage({ offsetX, offsetY }: { offsetX: number; offsetY: number }): void {
    this.doc.addPage();
    if (offsetX !== 0 || offsetY !== 0) {
      this.doc.translate(offsetX * POINTS_PER_MM, offsetY * POINTS_PER_MM);
    }
  }

  /** Returns a logo as an image of the document, embedded once for all pages. */
  imageOf({ logoId, bytes }: StoredLogo): PdfImage {
    const cached = this.#images.get(logoId);
    if (cached !== undefined) return cached;
    // Missing in pdfkit's types, but documented: an opened image is stored once.
    const opened = (this.doc as unknown as { openImage(of: Buffer): PdfImage }).openImage(Buffer.from(bytes));
    this.#images.set(logoId, opened);
    return opened;
  }

  /** Finishes the document. Returns a copy of all bytes of the PDF. */
  async end(): Promise<Uint8Array<ArrayBuffer>> {
    this.doc.end();
    await this.#ended;
    return new Uint8Array(Buffer.concat(this.#pieces));
  }
}
