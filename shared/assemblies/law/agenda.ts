/** One point of an agenda, as a question names it. */
export interface AgendaItem {
  /** As typed, or its place in the list. */
  number: number;
  text: string;
  /** What stands below it before the next point: sub-points, the rest of a long sentence. */
  details: readonly string[];
}

/** '1. ', '2) ', '3.- ', '4 - ', 'Punto 5: '; not '1.1 ', nor '10:30'. */
const NUMBERED = /^\(?(?:punto\s+)?(\d{1,3})\s*[.)°ºª:\-–—]+(?!\d)\s*(\S.*)$/i;
const BULLET = /^[-*•·‣▪◦–—]+\s+/;
const HEADING = /^orden del d[ií]a\s*[:.]?$/i;

/**
 * The points of an agenda as people type or paste it. Where lines are numbered, and the numbers grow, each of these
 * begins a point, and what is not numbered belongs to the one above; otherwise every line is a point of its own.
 * Bullets, blank lines and the heading are left out.
 */
export function agendaItems(agenda: string | null | undefined): AgendaItem[] {
  const lines = (agenda ?? '')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(/\s+/g, ' ').trim().replace(BULLET, ''))
    .filter((line) => line !== '');
  const points = lines.filter((line, i) => i > 0 || !HEADING.test(line));
  return asNumbered(points) ?? points.map(inOrder);
}

/** How a point is called wherever it is named: '3. Presupuesto'. */
export const agendaLabel = ({ number, text }: AgendaItem): string => `${number}. ${text}`;

/** Null where the numbers, if any, do not number the list. */
function asNumbered(lines: readonly string[]): AgendaItem[] | null {
  const items: (AgendaItem & { details: string[] })[] = [];
  for (const line of lines) {
    const [, digits, text] = NUMBERED.exec(line) ?? [];
    const above = items.at(-1);
    if (digits === undefined || text === undefined) {
      if (above === undefined) return null;
      above.details.push(line);
    } else {
      const number = Number(digits);
      if (number <= (above?.number ?? 0)) return null;
      items.push({ number, text, details: [] });
    }
  }
  return items;
}

const inOrder = (line: string, at: number): AgendaItem => ({
  number: at + 1,
  text: NUMBERED.exec(line)?.[2] ?? line,
  details: [],
});
