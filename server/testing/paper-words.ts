/** Compares documents word by word, without the spaces and line breaks of their layouts. */
import { drawnText } from './setup/print.ts';

/** Lines of the head and the foot of each page of a report. */
const AROUND =
  /^(SCAF\b.*|.* · [A-ZÁÉÍÓÚÑ ]+|Sistemas de Control de Asambleas y Facturación.*|Página \d+ de \d+|Generado el .*|Registro de auditoría joint:.*)$/;

/** A text without spaces and line breaks. */
export const squeezed = (text: string): string => text.normalize('NFC').replace(/\s+/g, '');

/** Text of a PDF report from its first page to its last, squeezed, without the head and the foot of pages. */
export function paperText(pdf: Uint8Array): string {
  const lines = drawnText(pdf).split(/[\f\n]/);
  return squeezed(lines.filter((line) => !AROUND.test(line.trim())).join('\n'));
}

/** Letters of a text that may stand on two pages: the text of a cell is then not in one piece. */
const LONG = 150;

/**
 * Texts that a document lacks, with the number of times that each must occur.
 * @param texts each paragraph and cell, repeated as often as it stands in the other document
 * @param whole squeezed text of the document
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
