import type { QuorumHistory } from '../../../../shared/assemblies/history.api.ts';
import { ticksOf } from '../../../../shared/assemblies/ticks.ts';

/** Point of the chart of the quorum on the wall: the registered coefficient at an instant. */
export interface SeriesPoint {
  /** Time of the point, epoch ms, the unit of the time axis. */
  at: number;
  /** Coefficient in the units of the joint's table. */
  coefficient: number;
}

interface Mark {
  conceptId: number;
  from: number;
  to: number;
  /** Label of the mark. Empty if the label would overlap with the previous label. */
  label: string;
}

/** Data of the chart of the quorum on the wall: points, marks of questions, and range of the time axis. */
export interface Series {
  points: SeriesPoint[];
  /** Periods of the questions, with labels. */
  marks: Mark[];
  /** Times shown below the axis, in epoch ms, on whole minutes. */
  ticks: number[];
  /** Start of the time axis, epoch ms, and below the end. */
  from: number;
  to: number;
}

/** Minimum distance between two labels, as a part of the axis length. */
const LABEL_ROOM = 0.08;
/** Space before the first arrival, as a part of the axis length. */
const START_MARGIN = 0.03;

/**
 * Makes the chart of the registered coefficient up to `now` (epoch ms). The last point takes the live value
 * `registered`, because the history is some seconds old. Null if no unit was registered yet.
 */
export function seriesOf(history: QuorumHistory, registered: number, now: number): Series | null {
  const points = history.points.map((point) => ({
    at: Date.parse(point.at),
    coefficient: point.coefficient,
  }));
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  // The clock of the wall may be behind the server.
  const to = Math.max(
    now,
    last.at,
    ...history.questions.map((one) => Date.parse(one.closedAt ?? one.openedAt)),
  );
  const from = first.at - Math.max((to - first.at) * START_MARGIN, 1_000);
  const marks: Mark[] = [];
  let labelled = Number.NEGATIVE_INFINITY;
  for (const question of [...history.questions].sort((a, b) => a.openedAt.localeCompare(b.openedAt))) {
    // Closed before the curve: in a first call of another day.
    if (question.closedAt !== null && Date.parse(question.closedAt) < from) continue;
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
