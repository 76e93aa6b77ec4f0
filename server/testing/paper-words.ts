/** Compares documents word by word, without layout spaces and line breaks. */
import { drawnText } from './setup/print.ts';

/** Pattern of the lines in page headers and footers of a report. */
const AROUND =
  /^(SCAF\b.*|.* · [A-ZÁÉÍÓÚÑ ]+|Sistemas de Control de Asambleas y Facturación.*|Página \d+ de \d+|Generado el .*|Registro de auditoría joint:.*)$/;

/** Removes spaces and line breaks from a text. */
export const squeezed = (text: string): string => text.normalize('NFC').replace(/\s+/g, '');

/** Returns the text of a PDF report in page order, without spaces, line breaks, page headers and footers. */
export function paperText(pdf: Uint8Array): string {
  const lines = drawnText(pdf).split(/[\f\n]/);
  return squeezed(lines.filter((line) => !AROUND.test(line.trim())).join('\n'));
}

/** Length of a text possibly broken across two pages. Longer texts are compared word by word. */
const LONG = 150;

/**
 * Returns the texts missing in a document, each with the required number of occurrences.
 * @param texts each paragraph and cell, repeated as often as in the other document
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
