import styles from './hero-art.module.css';

interface Building {
  x: number;
  top: number;
  columns: number;
  rows: number;
  tone: 'near' | 'middle' | 'far';
}

const GROUND = 330;
const WINDOW = 18;
const PITCH = 30;

const buildings: readonly Building[] = [
  { x: 20, top: 150, columns: 3, rows: 5, tone: 'far' },
  { x: 366, top: 120, columns: 3, rows: 6, tone: 'far' },
  { x: 96, top: 60, columns: 4, rows: 8, tone: 'middle' },
  { x: 270, top: 96, columns: 4, rows: 7, tone: 'near' },
  { x: 196, top: 186, columns: 3, rows: 4, tone: 'near' },
];

/** Some windows are lit, always the same ones: a home each, and together a majority. */
function isLit(building: number, column: number, row: number): boolean {
  return (building * 7 + column * 5 + row * 3 + column * row) % 4 < 2;
}

/** The hero's drawing: a complex of buildings whose windows light up like votes being counted. */
export function HeroArt() {
  return (
    <svg
      viewBox="0 0 480 360"
      className={styles.art}
      role="img"
      aria-label="Edificios con ventanas encendidas"
    >
      <circle cx="380" cy="70" r="34" className={styles.sun} />
      {buildings.map((building, index) => (
        <g key={building.x}>
          <rect
            x={building.x}
            y={building.top}
            width={building.columns * PITCH + 12}
            height={GROUND - building.top}
            rx="6"
            className={styles[building.tone]}
          />
          {windowsOf(building).map(({ column, row }) => (
            <rect
              key={`${column}-${row}`}
              x={building.x + 12 + column * PITCH}
              y={building.top + 16 + row * PITCH}
              width={WINDOW}
              height={WINDOW}
              rx="3"
              className={isLit(index, column, row) ? styles.lit : styles.dark}
            />
          ))}
        </g>
      ))}
      <path d={`M0 ${GROUND}h480v8H0z`} className={styles.ground} />
    </svg>
  );
}

function windowsOf({ columns, rows, top }: Building) {
  const fitting = Math.min(rows, Math.floor((GROUND - top - 20) / PITCH));
  return Array.from({ length: columns * fitting }, (_, at) => ({
    column: at % columns,
    row: Math.floor(at / columns),
  }));
}
