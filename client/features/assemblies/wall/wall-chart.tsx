import { Area, AreaChart, ReferenceArea, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { time } from '../../../lib/format.ts';
import type { Series } from './wall-series.ts';

export interface WallChartProps {
  series: Series;
  /** Coefficient to be exceeded; 0 where none is. */
  required: number;
  total: number;
}

const axisNumber = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 });
const clock = (at: number) => time(new Date(at).toISOString());
/** A wall draws what it is told without moving about: the eye is on the figures. */
const still = { isAnimationActive: false } as const;

/** A mark nearer to the end than this has its label on its other side. */
const LABEL_PART = 0.1;

/** Half of the last time on the axis stands beyond the curve's end, px. */
const END = 24;

/** The curve itself. A file of its own, since the library it needs is heavier than the rest of the wall. */
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
          // Beside a curve on a phone not all times have room.
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
