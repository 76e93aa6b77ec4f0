import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { coefficient, time } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/live-merge.ts';
import type { WallChartProps } from './wall-chart.tsx';
import styles from './wall-growth.module.css';
import { useQuorumHistory } from './wall-history.ts';
import { seriesOf } from './wall-series.ts';

/** Without its code, which a lost network may hold back, the wall does without the curve. */
const WallChart = lazy<ComponentType<WallChartProps>>(() =>
  import('./wall-chart.tsx').then(
    (module) => ({ default: module.WallChart }),
    () => ({ default: () => null }),
  ),
);

/** The curve's end moves on while nobody comes. */
const TICK_MS = 20_000;

/** How the quorum grew over the evening, with the times when questions were open. */
export function WallGrowth({ joint }: { joint: LiveJoint }) {
  const now = useNow();
  // The curve of a closed assembly ends where it did.
  const closedAt = joint.assembly?.closedAt ?? null;
  const until = closedAt === null ? now : Date.parse(closedAt);
  const { data: history } = useQuorumHistory(joint);
  const series = history ? seriesOf(history, joint.registered.coefficient, until) : null;
  const first = series?.points[1];
  return (
    <section className={styles.growth} aria-label="Cómo creció el quórum">
      <h2 className={styles.title}>Cómo creció el quórum</h2>
      {series && first ? (
        <div
          className={styles.chart}
          role="img"
          aria-label={`Desde las ${time(new Date(first.at).toISOString())} hasta ${closedAt === null ? 'ahora' : `las ${time(closedAt)}`}, de 0 a ${coefficient(joint.registered.coefficient)}. Votaciones abiertas en ese tiempo: ${series.marks.length}.`}
        >
          <Suspense fallback={null}>
            <WallChart
              series={series}
              required={joint.quorum.required}
              total={Math.max(joint.total.coefficient, joint.registered.coefficient)}
            />
          </Suspense>
        </div>
      ) : (
        <p className={styles.empty}>{history ? 'Todavía no se ha registrado nadie.' : ''}</p>
      )}
    </section>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  return now;
}
