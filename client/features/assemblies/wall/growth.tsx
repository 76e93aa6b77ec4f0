import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { getQuorumHistory } from '../../../../shared/assemblies/history.api.ts';
import { coefficient, time } from '../../../lib/format.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { freshOf } from '../../../lib/query.ts';
import { every, later } from '../../../lib/time/later.ts';
import type { WallChartProps } from './chart.tsx';
import styles from './growth.module.css';
import { seriesOf } from './series.ts';

/** Chart component, downloaded on demand. After a failed download the wall screen shows no chart. */
const WallChart = lazy<ComponentType<WallChartProps>>(() =>
  import('./chart.tsx').then(
    (module) => ({ default: module.WallChart }),
    () => ({ default: () => null }),
  ),
);

/** Milliseconds between updates of the chart's right end while no unit arrives. */
const CHART_UPDATE_MS = 20_000;

/** Chart of the represented coefficient during the assembly, with marks for the questions. */
export function WallGrowth({ joint }: { joint: LiveJoint }) {
  const now = useNow();
  // Closing of the assembly ends the curve.
  const closedAt = joint.assembly?.closedAt ?? null;
  const until = closedAt === null ? now : Date.parse(closedAt);
  const { data: history } = useQuorumHistory(joint);
  const series = history ? seriesOf(history, joint.registered.coefficient, until) : null;
  const first = series?.points[1];
  return (
    <section className={`stack shrinks ${styles.growth}`} aria-label="Cómo creció el quórum">
      <h2 className={`faint regular ${styles.title}`}>
        Cómo creció el quórum{series && series.marks.length > 0 && ' (V: votación abierta)'}
      </h2>
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
        <p className={`faint ${styles.empty}`}>
          {history && joint.registered.apartments === 0 ? 'Todavía no se ha registrado nadie.' : ''}
        </p>
      )}
    </section>
  );
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => every(() => setNow(Date.now()), CHART_UPDATE_MS), []);
  return now;
}

/** Minimum milliseconds between two requests of the history. Live figures extend the chart meanwhile. */
const AT_MOST_EVERY_MS = 6_000;

/** Query: history of the registered coefficient. Refetched after changes, at most every AT_MOST_EVERY_MS. */
function useQuorumHistory(joint: LiveJoint) {
  const client = useQueryClient();
  const key = ['quorum-history', joint.jointId, joint.assembly?.assemblyId ?? null];
  // Cached history gets no update while no chart is on screen.
  const query = useQuery(freshOf(key, getQuorumHistory, { params: { jointId: joint.jointId } }));
  const change = [
    joint.registered.apartments,
    joint.registered.coefficient,
    ...joint.concepts.map((concept) => `${concept.conceptId}${concept.active}`),
  ].join(' ');
  const askedFor = useRef(change);
  const askedAt = useRef(performance.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is made of the same ids at each drawing
  useEffect(() => {
    if (askedFor.current === change) return;
    const wait = Math.max(0, askedAt.current + AT_MOST_EVERY_MS - performance.now());
    // Random delay: walls and phones of a hall do not refetch at once.
    return later(
      () => {
        askedFor.current = change;
        askedAt.current = performance.now();
        void client.invalidateQueries({ queryKey: key });
      },
      wait + Math.random() * 1_000,
    );
  }, [change, client]);
  return query;
}
