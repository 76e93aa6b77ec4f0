import type { AssemblyAct } from './acta.repository.ts';
import type { WrittenPoint } from './acta-facts.ts';

/** Returns the last text of the secretary on each point, in the order of writing, empty texts included. */
export function writtenPoints(acts: readonly AssemblyAct[]): WrittenPoint[] {
  const last = new Map<string, WrittenPoint>();
  for (const { act, at, actor, data } of acts) {
    if (act !== 'pointWritten') continue;
    const [point, title, text] = [Number(data.point), String(data.text), String(data.written)];
    const key = `${point} ${title}`;
    last.delete(key);
    last.set(key, { point, title, text, at, actor });
  }
  return [...last.values()];
}
