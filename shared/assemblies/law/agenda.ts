/** Point of an agenda, read from the typed text of the agenda. Questions belong to a point by the number. */
export interface AgendaItem {
  /** Number typed before the point, else the place in the list. */
  number: number;
  /** Text of the point, without number. */
  text: string;
  /** Lines below the point: sub-points or the rest of a long sentence. */
  details: readonly string[];
}

/** Matches a numbered line of an agenda: '1. ', '2) ', '3.- ', '4 - ', 'Punto 5: '; not '1.1 ' or '10:30'. */
const NUMBERED = /^\(?(?:punto\s+)?(\d{1,3})\s*[.)°ºª:\-–—]+(?!\d)\s*(\S.*)$/i;
const BULLET = /^[-*•·‣▪◦–—]+\s+/;
const HEADING = /^orden del d[ií]a\s*[:.]?$/i;

/**
 * Splits a typed or pasted agenda into points. With ascending numbers, each numbered line starts a point, and other
 * lines belong to the point above; otherwise each line is a point. Skips bullets, blank lines and the heading.
 */
export function agendaItems(agenda: string | null | undefined): AgendaItem[] {
  const lines = (agenda ?? '')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(/\s+/g, ' ').trim().replace(BULLET, ''))
    .filter((line) => line !== '');
  const points = lines.filter((line, i) => i > 0 || !HEADING.test(line));
  return asNumbered(points) ?? points.map(numberedItem);
}

/** True for the text of a point about proposals: 'Proposiciones y varios'. */
export const isProposalsPoint = (text: string): boolean => /propos/i.test(text);

/** Returns number and text of a point of an agenda in a line: '3. Presupuesto'. */
export const agendaLabel = ({ number, text }: AgendaItem): string => `${number}. ${text}`;

/** Returns the points of an agenda, a line for each, with the lines below the point: '3. Presupuesto'. */
export const agendaLines = (agenda: string | null): string[] =>
  agendaItems(agenda).map((item) => [agendaLabel(item), ...item.details].join(' '));

/**
 * Finds a point of an older version of the agenda in the present agenda, to show each question under a point: the
 * point with the same text, also under another number. Without a text the number alone decides. Undefined if there
 * is no match.
 */
export function samePoint(
  items: readonly AgendaItem[],
  { number, text }: { number: number; text: string | null },
): AgendaItem | undefined {
  const numbered = items.find((item) => item.number === number);
  if (text === null || numbered?.text === text) return numbered;
  return items.find((item) => item.text === text);
}

/** True if the sent agenda has a point of the present agenda, with the same text. */
export function isSentPoint(
  point: number | null,
  { agenda, sentAgenda }: { agenda: string | null; sentAgenda: string | null },
): boolean {
  const item = agendaItems(agenda).find(({ number }) => number === point);
  return item !== undefined && samePoint(agendaItems(sentAgenda), item)?.text === item.text;
}

/**
 * Finds a point after a change of the agenda during the assembly: (1) the point with the same text, in the order of
 * equal texts; (2) the point with the same number, if the text is new. Null if the point was removed.
 * @param current number of the point in the former agenda
 */
export function pointAfterChange(
  former: readonly AgendaItem[],
  changed: readonly AgendaItem[],
  current: number,
): AgendaItem | null {
  const text = former.find(({ number }) => number === current)?.text ?? null;
  const equal = former.filter((item) => item.text === text);
  const after = changed.filter((item) => item.text === text);
  const same =
    equal.length > 0 && equal.length === after.length
      ? after[equal.findIndex(({ number }) => number === current)]
      : samePoint(changed, { number: current, text });
  if (same !== undefined) return same;
  const there = changed.find(({ number }) => number === current);
  return there === undefined || former.some((item) => item.text === there.text) ? null : there;
}

/**
 * Reads lines with typed numbers as points of an agenda. Null if the first line has no number, or the numbers do
 * not ascend.
 */
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

const numberedItem = (line: string, at: number): AgendaItem => ({
  number: at + 1,
  text: NUMBERED.exec(line)?.[2] ?? line,
  details: [],
});
