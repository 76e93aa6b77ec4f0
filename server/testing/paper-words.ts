/** Compares documents word by word, without layout spaces and line breaks. */
import { drawnText } from './setup/print.ts';

/** Pattern of the lines in page headers and footers of a report. */
const AROUND =
  /^(SCAF\b.*|.* · [A-ZÁÉÍÓÚÑ ]+|Sistemas de Control de Asambleas y Facturación.*|Página \d+ de \d+|Generado el .*|Registro de auditoría joint:.*)$/;

/**
 * Removes all spaces and line breaks from a text, to compare texts of documents with different line breaks.
 */
export const squeezed = (text: string): string => text.normalize('NFC').replace(/\s+/g, '');

/**
 * Returns the text of a PDF report in page order, without spaces, line breaks, page headers and footers, to
 * compare the PDF with another format.
 */
export function paperText(pdf: Uint8Array): string {
  const lines = drawnText(pdf).split(/[\f\n]/);
  return squeezed(lines.filter((line) => !AROUND.test(line.trim())).join('\n'));
}

/** Length of a text possibly broken across two pages. Longer texts are compared word by word. */
const LONG = 150;

/**
 * Returns the texts missing in a document, or occurring too few times.
 * @param texts paragraphs and cells of the other format; a text repeated in the list must occur as often
 * @param whole text of the document without spaces
 */
export function missingTexts(texts: readonly string[], whole: string): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const pieces = text.length > LONG ? text.split(/\s+/) : [text];
    for (const piece of pieces.map(squeezed)) {
      if (piece !== '') counts.set(piece, (counts.get(piece) ?? 0) + 1);
    }
  }
  return [...counts].flatMap(([text, count]) =>
    whole.split(text).length - 1 >= count ? [] : [`${text} (${count})`],
  );
}
