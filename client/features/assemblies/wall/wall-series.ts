import type { QuorumHistory } from '../../../../shared/assemblies/history.api.ts';
import { ticksOf } from '../../../../shared/assemblies/ticks.ts';

export interface SeriesPoint {
  /** Milliseconds, as the chart's axis counts. */
  at: number;
  coefficient: number;
}

interface Mark {
  conceptId: number;
  from: number;
  to: number;
  /** Empty where it would stand on its neighbour's. */
  label: string;
}

export interface Series {
  points: SeriesPoint[];
  marks: Mark[];
  /** Whole minutes to write under the axis. */
  ticks: number[];
  from: number;
  to: number;
}

/** Two marks nearer than this part of the axis share the room of one label. */
const LABEL_ROOM = 0.08;
/** The first arrival does not stand on the axis. */
const MARGIN = 0.03;

/**
 * The history, brought up to this moment: what was registered last holds until now, whatever the history, which
 * is fetched every few seconds, has not heard of yet. Null while nobody has come.
 */
export function seriesOf(history: QuorumHistory, registered: number, now: number): Series | null {
  const points = history.points.map((point) => ({
    at: Date.parse(point.at),
    coefficient: point.coefficient,
  }));
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  // A wall's clock may be behind the server's.
  const to = Math.max(
    now,
    last.at,
    ...history.questions.map((one) => Date.parse(one.closedAt ?? one.openedAt)),
  );
  const from = first.at - Math.max((to - first.at) * MARGIN, 1_000);
  const marks: Mark[] = [];
  let labelled = Number.NEGATIVE_INFINITY;
  for (const question of [...history.questions].sort((a, b) => a.openedAt.localeCompare(b.openedAt))) {
    const openedAt = Math.max(Date.parse(question.openedAt), from);
    const hasRoom = openedAt - labelled >= (to - from) * LABEL_ROOM;
    if (hasRoom) labelled = openedAt;
    marks.push({
      conceptId: question.conceptId,
      from: openedAt,
      to: question.closedAt === null ? to : Math.max(Date.parse(question.closedAt), openedAt),
      label: hasRoom ? `V${question.conceptId - 1}` : '',
    });
  }
  return {
    points: [{ at: from, coefficient: 0 }, ...points, { at: to, coefficient: registered }],
    marks,
    ticks: ticksOf(from, to),
    from,
    to,
  };
}
