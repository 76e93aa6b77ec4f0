import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { type Building, getBuilding } from '../../../../../shared/assemblies/building.api.ts';
import { coefficient, count, units } from '../../../../lib/format.ts';
import type { LiveJoint } from '../../../../lib/live/live-merge.ts';
import { queryOf } from '../../../../lib/query.ts';
import { cx } from '../../../../ui/cx.ts';
import { Button } from '../../../../ui/page.tsx';
import { QueryView } from '../../../../ui/query-view.tsx';
import { Table } from '../../../../ui/table.tsx';
import { type PlacedUnit, planOf } from './building-plan.ts';
import styles from './wall-building.module.css';

/** Between two readings while people come in: the eye sees units light one after another. */
const LOOK_MS = 300;
/** How long the sign of a quorum that was just reached stands over the drawing. */
const SIGN_MS = 10_000;

/** The building, each rectangle a unit with its coefficient as area: it lights when somebody answers for the unit. */
export default function WallBuilding({ joint }: { joint: LiveJoint }) {
  const building = useBuilding(joint);
  const [isTable, setTable] = useState(false);
  const hasJustReached = useJustReached(joint.quorum.reached);
  return (
    <section className={styles.building} aria-labelledby="building">
      <div className={styles.head}>
        <h2 id="building" className={styles.title}>
          Cada inmueble se enciende cuando se registra; su tamaño es su coeficiente
        </h2>
        <Button variant="quiet" size="small" onPress={() => setTable(!isTable)}>
          {isTable ? 'Ver como dibujo' : 'Ver como tabla'}
        </Button>
      </div>
      <QueryView query={building}>
        {({ units: all }) => (isTable ? <UnitTable all={all} /> : <Drawing all={all} />)}
      </QueryView>
      {hasJustReached && (
        // The wall says it aloud by itself.
        <p className={styles.sign} aria-hidden="true">
          ¡Hay quórum!
        </p>
      )}
    </section>
  );
}

type Units = Building['units'];

/** The building as the server knows it, read again while the live state is ahead of it. */
function useBuilding({ jointId, revision, epoch }: LiveJoint) {
  const query = useQuery({
    // Revisions of another past of the store do not compare.
    ...queryOf(['building', jointId, epoch], getBuilding, { params: { jointId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { refetch, isFetching } = query;
  const isBehind = query.data !== undefined && query.data.revision < revision;
  useEffect(() => {
    if (!isBehind || isFetching) return;
    const timer = setTimeout(() => void refetch(), LOOK_MS);
    return () => clearTimeout(timer);
  }, [isBehind, isFetching, refetch]);
  return query;
}

/** Whether the quorum was reached a moment ago, before somebody's eyes. */
function useJustReached(isReached: boolean): boolean {
  const before = useRef(isReached);
  const [hasSign, setSign] = useState(false);
  useEffect(() => {
    const wasReached = before.current;
    before.current = isReached;
    setSign(isReached && !wasReached);
    if (!isReached || wasReached) return;
    const timer = setTimeout(() => setSign(false), SIGN_MS);
    return () => clearTimeout(timer);
  }, [isReached]);
  return hasSign;
}

/** Width of a bold digit, in heights of its font, where that is a wide one. */
const DIGIT = 0.7;
const [LARGEST, SMALLEST] = [30, 9];

/** Drawn anew with each reading of the building, not with each event of the assembly. */
const Drawing = memo(function Drawing({ all }: { all: Units }) {
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const here = new Set(all.filter(({ registered }) => registered).map(({ apartmentId }) => apartmentId));
  // Who comes in changes no place.
  const shape = all.map(({ apartmentId, coefficient: share }) => `${apartmentId} ${share}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the plan is made of is in its shape
  const floors = useMemo(() => (size === null ? [] : floorsOf(planOf(all, size))), [shape, size]);
  return (
    <div ref={place} className={styles.drawing}>
      {size !== null && (
        <svg
          viewBox={`0 0 ${size.width} ${size.height}`}
          role="img"
          aria-label={`El edificio: ${count(here.size)} de ${units(all.length)} registrados`}
        >
          {floors.map((floor) => (
            <Floor
              key={floor[0]?.apartmentId}
              floor={floor}
              lit={floor
                .map(({ apartmentId }) => apartmentId)
                .filter((id) => here.has(id))
                .join('\n')}
            />
          ))}
        </svg>
      )}
    </div>
  );
});

function floorsOf(plan: readonly PlacedUnit[]): PlacedUnit[][] {
  const floors = new Map<number, PlacedUnit[]>();
  for (const unit of plan) floors.set(unit.y, [...(floors.get(unit.y) ?? []), unit]);
  return [...floors.values()];
}

interface FloorProps {
  floor: readonly PlacedUnit[];
  /** Its units that are registered, a line each. */
  lit: string;
}

/** A floor on which nobody came in is not looked at again: of 1,500 units only dozens are. */
const Floor = memo(function Floor({ floor, lit }: FloorProps) {
  const here = new Set(lit.split('\n'));
  return floor.map((unit) => <Unit key={unit.apartmentId} {...unit} isHere={here.has(unit.apartmentId)} />);
});

interface UnitProps extends PlacedUnit {
  isHere: boolean;
}

/** Who comes in changes nobody's place: one unit alone is drawn anew. */
const Unit = memo(function Unit({ apartmentId, x, y, width, height, isHere }: UnitProps) {
  const font = Math.min(LARGEST, height * 0.5, (width - 8) / (apartmentId.length * DIGIT));
  // Between two units, a line of what is behind; the narrowest keep all their width.
  const gap = Math.min(1.5, width / 8, height / 8);
  return (
    <g className={isHere ? styles.here : undefined}>
      <rect
        x={x + gap}
        y={y + gap}
        width={width - 2 * gap}
        height={height - 2 * gap}
        className={styles.unit}
      />
      {font >= SMALLEST && (
        <text x={x + width / 2} y={y + height / 2} fontSize={font} className={styles.number}>
          {apartmentId}
        </text>
      )}
    </g>
  );
});

/** The size of an element in pixels, also when the window changes; null before it is drawn. */
function useSize(place: { current: HTMLElement | null }): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((known) => (known?.width === width && known.height === height ? known : { width, height }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return size;
}

/** The same for who reads it: the wall scrolls within it. */
function UnitTable({ all }: { all: Units }) {
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
          { id: 'unit', header: 'Inmueble', cell: ({ apartmentId }) => apartmentId },
          {
            id: 'state',
            header: 'Estado',
            cell: ({ registered }) => (registered ? 'Registrado' : 'Sin registrar'),
          },
          {
            id: 'coefficient',
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
