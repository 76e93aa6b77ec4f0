import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState } from 'react';
import { type Building, getBuilding } from '../../../../../shared/assemblies/building.api.ts';
import { coefficient, count, units } from '../../../../lib/format.ts';
import type { LiveJoint } from '../../../../lib/live/merge.ts';
import { queryOf } from '../../../../lib/query.ts';
import { later } from '../../../../lib/time/later.ts';
import { cx } from '../../../../ui/cx.ts';
import { Button } from '../../../../ui/page.tsx';
import { QueryView } from '../../../../ui/query-view.tsx';
import { Table } from '../../../../ui/table.tsx';
import { BuildingCanvas } from './canvas.tsx';
import styles from './wall-building.module.css';

/** Milliseconds between two updates of the drawing, so units of a crowd light up one after another. */
const REDRAW_MS = 300;
/** Duration in milliseconds of the sign '¡Hay quórum!' over the drawing. */
const SIGN_MS = 10_000;

/**
 * Drawing of the joint on the wall screen: a rectangle per unit, sized by coefficient, lit once the unit is
 * registered.
 */
export default function WallBuilding({ joint }: { joint: LiveJoint }) {
  const building = useBuilding(joint);
  const [isTable, setTable] = useState(false);
  const hasJustReached = useJustReached(joint.quorum.reached);
  return (
    <section className={`stack shrinks ${styles.building}`} aria-labelledby="building">
      <Head isTable={isTable} onTable={setTable} />
      <QueryView query={building}>
        {({ units: all }) => (isTable ? <UnitTable all={all} /> : <Drawing all={all} />)}
      </QueryView>
      {hasJustReached && (
        // Hidden from screen readers: WallAnnouncer announces the quorum.
        <p className={styles.sign} aria-hidden="true">
          ¡Hay quórum!
        </p>
      )}
    </section>
  );
}

/** Title of the building view, with a button to switch to a table. */
const Head = memo(function Head(props: { isTable: boolean; onTable: (isTable: boolean) => void }) {
  const { isTable, onTable } = props;
  return (
    <div className={`between middle ${styles.head}`}>
      <h2 id="building" className={`faint regular ${styles.title}`}>
        Cada inmueble se enciende cuando se registra; su tamaño es su coeficiente
      </h2>
      <Button variant="quiet" size="small" onPress={() => onTable(!isTable)}>
        {isTable ? 'Ver como dibujo' : 'Ver como tabla'}
      </Button>
    </div>
  );
});

type BuildingUnits = Building['units'];

/** Query: units of the building with registrations. Refetched while the live data have a newer revision. */
function useBuilding({ jointId, revision, epoch }: LiveJoint) {
  const query = useQuery({
    // After a restore of the store (another epoch), revisions do not compare.
    ...queryOf(['building', jointId, epoch], getBuilding, { params: { jointId } }),
    staleTime: Number.POSITIVE_INFINITY,
    // The drawing compares the 1,500 units already.
    structuralSharing: false,
  });
  const { refetch, isFetching } = query;
  const isBehind = query.data !== undefined && query.data.revision < revision;
  useEffect(() => {
    if (!isBehind || isFetching) return;
    return later(() => void refetch(), REDRAW_MS);
  }, [isBehind, isFetching, refetch]);
  return query;
}

/** True for SIGN_MS after the quorum is reached, if the page was open then. */
function useJustReached(isReached: boolean): boolean {
  const before = useRef(isReached);
  const [hasSign, setSign] = useState(false);
  useEffect(() => {
    const wasReached = before.current;
    before.current = isReached;
    setSign(isReached && !wasReached);
    if (!isReached || wasReached) return;
    return later(() => setSign(false), SIGN_MS);
  }, [isReached]);
  return hasSign;
}

/** Drawing of the building, memoized: renders after each fetch of the units, not after each live event. */
const Drawing = memo(function Drawing({ all }: { all: BuildingUnits }) {
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const here = all.filter(({ registered }) => registered).length;
  return (
    <div ref={place} className={styles.drawing}>
      {size !== null && (
        <BuildingCanvas
          all={all}
          size={size}
          label={`El edificio: ${count(here)} de ${units(all.length)} registrados`}
        />
      )}
    </div>
  );
});

/** Size of an element in pixels, updated on resize. Null before the first layout. */
function useSize(place: { current: HTMLElement | null }): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return size;
}

function UnitTable({ all }: { all: BuildingUnits }) {
  return (
    <section
      className={cx(styles.drawing, styles.table)}
      aria-label="Inmuebles del edificio"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys
      tabIndex={0}
    >
      <Table
        label="Inmuebles del edificio"
        columns={[
          { header: 'Inmueble', cell: ({ apartmentId }) => apartmentId },
          {
            header: 'Estado',
            cell: ({ registered }) => (registered ? 'Registrado' : 'Sin registrar'),
          },
          {
            header: 'Coeficiente',
            align: 'end',
            cell: (one) => coefficient(one.coefficient),
          },
        ]}
        rows={all}
        rowKey={({ apartmentId }) => apartmentId}
        empty="No hay inmuebles."
      />
    </section>
  );
}
