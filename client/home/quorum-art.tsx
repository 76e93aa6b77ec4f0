import styles from './quorum-art.module.css';
import { percent, plan, present, presentShare } from './quorum-plan.ts';

/** How wide one of the plan's hundred parts is drawn. */
const PART = 4;
const GAP = 3;
const SIDE = 100 * PART;
/** The ruler beside the plan, on which the same units stand one upon the other. */
const RULER_X = SIDE + 22;
const RULER_WIDTH = 26;
const STEP_S = 0.14;
/** Less wide than this, a unit has no room for its figure. */
const WIDE_ENOUGH = 28;

const comesAt = (turn: number) => ({ animationDelay: `${(0.3 + turn * STEP_S).toFixed(2)}s` });

/** From the ground up: where each arrival ends on the ruler. */
const steps = present.map(({ share, turn }, at) => {
  const below = present.slice(0, at).reduce((sum, unit) => sum + unit.share, 0);
  return { turn, height: (share / 10_000) * SIDE, top: SIDE - ((below + share) / 10_000) * SIDE };
});

/** The hero's drawing: a building whose units are as large as their coefficients, filling up to a quorum. */
export function QuorumArt() {
  return (
    <figure className={styles.figure}>
      <svg
        viewBox={`0 0 ${RULER_X + RULER_WIDTH + 12} ${SIDE + 12}`}
        className={styles.art}
        aria-hidden="true"
      >
        {plan.map(({ x, y, width, height, share, turn }) => (
          <g key={`${x} ${y}`}>
            <rect {...boxOf(x, y, width, height)} className={styles.away} />
            {turn !== null && (
              <rect
                {...boxOf(x, y, width, height)}
                className={styles.here}
                data-shade={turn % 3}
                style={comesAt(turn)}
              />
            )}
            {width >= WIDE_ENOUGH && (
              <text
                x={x * PART + 12}
                y={(y + height) * PART - 13}
                className={turn === null ? styles.figureAway : styles.figureHere}
                style={turn === null ? undefined : comesAt(turn)}
              >
                {percent(share)}
              </text>
            )}
          </g>
        ))}
        <path d={`M0 ${SIDE + 6}h${SIDE}`} className={styles.ground} />
        <rect x={RULER_X} y="0" width={RULER_WIDTH} height={SIDE} className={styles.ruler} />
        {steps.map(({ turn, top, height }) => (
          <rect
            key={turn}
            x={RULER_X}
            y={top + 1}
            width={RULER_WIDTH}
            height={height - 2}
            className={styles.here}
            data-shade={turn % 3}
            style={comesAt(turn)}
          />
        ))}
        <path d={`M${RULER_X - 10} ${SIDE / 2}h${RULER_WIDTH + 20}`} className={styles.half} />
      </svg>
      <figcaption className={styles.caption}>
        Cada rectángulo es un inmueble, y su área es su coeficiente. Los encendidos suman{' '}
        <strong>{percent(presentShare)} %</strong>: más de la mitad. Hay quórum.
      </figcaption>
    </figure>
  );
}

function boxOf(x: number, y: number, width: number, height: number) {
  return {
    x: x * PART + GAP / 2,
    y: y * PART + GAP / 2,
    width: width * PART - GAP,
    height: height * PART - GAP,
    rx: 2,
  };
}
