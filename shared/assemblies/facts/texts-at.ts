import { type AgendaItem, samePoint } from '../law/agenda.ts';

/**
 * Returns the texts of the secretary on a point of the present agenda, also of a point with another number before a change: the
 * last text, or the texts of several former points alike, until the next text on the point.
 * @param written texts in the order of writing, empty texts included
 */
export function textsAt<T extends { point: number; title: string }>(
  written: readonly T[],
  items: readonly AgendaItem[],
  item: AgendaItem,
): T[] {
  const here = written.filter(
    ({ point, title }) => samePoint(items, { number: point, text: title })?.number === item.number,
  );
  return here.some(({ point }) => point === item.number) ? here.slice(-1) : here;
}
