import { type AgendaItem, samePoint } from '../../../shared/assemblies/law/agenda.ts';
import type { AssemblyAct } from './acta.repository.ts';
import type { WrittenPoint } from './acta-facts.ts';

/** Returns the last text of the secretary on each point, in the order of first writing. */
export function writtenPoints(acts: readonly AssemblyAct[]): WrittenPoint[] {
  const last = new Map<string, WrittenPoint>();
  for (const { act, at, actor, data } of acts) {
    if (act !== 'pointWritten') continue;
    const [point, title, text] = [Number(data.point), String(data.text), String(data.written)];
    last.set(`${point} ${title}`, { point, title, text, at, actor });
  }
  return [...last.values()].filter(({ text }) => text !== '');
}

/** Returns the texts on a point of the present agenda, also of a point with another number before a change. */
export const textsAt = <T extends Pick<WrittenPoint, 'point' | 'title'>>(
  written: readonly T[],
  items: readonly AgendaItem[],
  item: AgendaItem,
): T[] =>
  written.filter(
    ({ point, title }) => samePoint(items, { number: point, text: title })?.number === item.number,
  );
