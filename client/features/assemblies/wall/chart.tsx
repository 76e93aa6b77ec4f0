import { Area, AreaChart, ReferenceArea, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { time } from '../../../lib/format.ts';
import type { Series } from './series.ts';

/** Data of the chart of the quorum over time on the wall. */
export interface WallChartProps {
  /** Points and time range of the chart. */
  series: Series;
  /** Coefficient needed for the quorum. 0 if no coefficient is required. */
  required: number;
  /** Coefficient of all units, as the top of the chart. */
  total: number;
}

const axisNumber = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 });
const clock = (at: number) => time(new Date(at).toISOString());
/** Chart properties without animation, so the audience can read the figures at once. */
const still = { isAnimationActive: false } as const;

/** Last part of the time axis (0 to 1), with labels to the left of a mark. */
const LABEL_PART = 0.1;

/** Pixels at the right of the chart for the second half of the last time label. */
const END = 24;

/**
 * Chart of the represented coefficient over time. In a file apart, because the chart library is larger than the
 * rest of the wall screen.
 */
export function WallChart({ series, required, total }: WallChartProps) {
  const lateFrom = series.to - (series.to - series.from) * LABEL_PART;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart
        data={series.points}
        accessibilityLayer={false}
        margin={{ top: 4, right: END, bottom: 0, left: 0 }}
      >
        {series.marks.map((mark) => (
          <ReferenceArea
            key={`area ${mark.conceptId}`}
            x1={mark.from}
            x2={mark.to}
            fill="var(--accent)"
            fillOpacity={0.22}
          />
        ))}
        <Area
          dataKey="coefficient"
          type="stepAfter"
          stroke="var(--primary)"
          strokeWidth={3}
          fill="var(--primary)"
          fillOpacity={0.16}
          {...still}
        />
        {series.marks.map((mark) => (
          <ReferenceLine
            key={`line ${mark.conceptId}`}
            x={mark.from}
            stroke="var(--accent)"
            strokeWidth={2}
            label={{
              value: mark.label,
              position: mark.from > lateFrom ? 'insideTopRight' : 'insideTopLeft',
            }}
          />
        ))}
        {required > 0 && (
          <ReferenceLine y={required} stroke="var(--ink)" strokeWidth={2} strokeDasharray="8 6" />
        )}
        <XAxis
          dataKey="at"
          type="number"
          scale="time"
          domain={[series.from, series.to]}
          tickFormatter={clock}
          ticks={series.ticks}
          // A phone has no room for all times.
          interval="equidistantPreserveStart"
          stroke="var(--line-strong)"
        />
        <YAxis
          type="number"
          domain={[0, total]}
          ticks={required > 0 ? [0, required, total] : [0, total]}
          tickFormatter={(value: number) => axisNumber.format(value)}
          width="auto"
          stroke="var(--line-strong)"
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}
