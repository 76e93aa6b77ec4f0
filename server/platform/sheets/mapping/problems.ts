import type { ImportProblem } from '../../../../shared/properties/apartments.api.ts';

type Severity = ImportProblem['severity'];

/**
 * Makes a problem of an import about the whole file, or about a column: shown to the user with the preview.
 * @param message Spanish sentence
 * @param column title of the column; null for the whole file
 */
export const fileProblem = <Code extends string>(
  severity: Severity,
  code: Code,
  message: string,
  column: string | null = null,
) => ({ row: null, column, severity, code, message });

/** Sorts the problems of an import by row, in place. Problems of the whole file come first. */
export const sortByRow = <Problem extends { row: number | null }>(problems: Problem[]): Problem[] =>
  problems.sort((a, b) => (a.row ?? 0) - (b.row ?? 0));

/** Shortens a text to quote in a sentence; adds '…' if cut. */
export const cutText = (text: string, most = 60): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

/** Joins names to quote in a sentence: «A», «B». */
export const inQuotes = (names: readonly string[]): string => names.map((name) => `«${name}»`).join(', ');

/** Spanish sentence for the user about a formula stored without its result. */
export const UNCALCULATED =
  'La celda es una fórmula sin valor guardado. Abra el archivo en Excel, guárdelo y vuelva a subirlo.';

/** Most rows named in a message before an ellipsis. */
const NAMED_ROWS = 10;

/** Lists the first of some row numbers: '3, 4, 7…'. */
export const someRows = (rows: readonly number[]): string =>
  rows.slice(0, NAMED_ROWS).join(', ') + (rows.length > NAMED_ROWS ? '…' : '');
