import styles from './service-art.module.css';
import type { Service } from './services.data.ts';

/** The bars of a made-up code: how wide each is, and the gap behind it. */
const BARS: readonly (readonly [width: number, gap: number])[] = [
  [3, 2],
  [1, 3],
  [4, 1],
  [2, 2],
  [1, 1],
  [3, 3],
  [2, 1],
  [5, 2],
  [1, 2],
  [2, 3],
  [4, 2],
  [1, 1],
  [3, 2],
  [2, 2],
  [1, 3],
  [4, 1],
  [2, 2],
  [3, 1],
];

const bars = BARS.map(([width], at) => ({
  width: width * 1.6,
  x: 46 + BARS.slice(0, at).reduce((sum, [before, gap]) => sum + (before + gap) * 1.6, 0),
}));

const art: Record<Service['id'], () => React.ReactNode> = {
  virtual: Ballot,
  inPerson: Badge,
  billing: Invoice,
};

/** What one gets to see of a service: the open question, the badge, the invoice. */
export function ServiceArt({ of }: { of: Service['id'] }) {
  const Drawing = art[of];
  return (
    <svg viewBox="0 0 240 180" className={styles.art} aria-hidden="true">
      <Drawing />
    </svg>
  );
}

/** A screen with a question's three answers. */
function Ballot() {
  return (
    <>
      <rect x="14" y="10" width="212" height="142" rx="8" className={styles.dark} />
      <rect x="24" y="20" width="192" height="122" rx="3" className={styles.paper} />
      <path d="M38 38h118M38 52h74" className={styles.ink} />
      {[
        [76, 150],
        [98, 64],
        [120, 26],
      ].map(([y, width], at) => (
        <g key={y}>
          <rect x="38" y={y} width="164" height="13" rx="2" className={styles.pale} />
          <rect
            x="38"
            y={y}
            width={width}
            height="13"
            rx="2"
            className={at === 0 ? styles.gold : styles.teal}
          />
        </g>
      ))}
      <path d="M0 166h240" className={styles.base} />
    </>
  );
}

/** A badge on its ribbon, with a bar code. */
function Badge() {
  return (
    <>
      <path d="M92 0l18 34h20l18-34" className={styles.ribbon} />
      <rect x="24" y="34" width="192" height="136" rx="10" className={styles.paper} />
      <rect x="24" y="34" width="192" height="30" rx="10" className={styles.dark} />
      <path d="M24 54h192v12H24z" className={styles.dark} />
      <rect x="104" y="43" width="32" height="7" rx="3.5" className={styles.pale} />
      <path d="M46 84h112M46 100h64" className={styles.ink} />
      <rect x="150" y="92" width="44" height="16" rx="3" className={styles.gold} />
      {bars.map(({ x, width }) => (
        <path key={x} d={`M${x} 122h${width}v34h-${width}z`} className={styles.dark} />
      ))}
    </>
  );
}

/** An invoice of two parts, to be torn along the dotted line. */
function Invoice() {
  return (
    <>
      <path d="M20 8h200v162H20z" className={styles.paper} />
      <path d="M20 8h200v24H20z" className={styles.dark} />
      <path d="M36 50h60M36 66h84M36 82h70" className={styles.ink} />
      <path d="M160 50h44M172 66h32M168 82h36" className={styles.ink} />
      <rect x="140" y="94" width="64" height="17" rx="2" className={styles.gold} />
      <path d="M20 122h200" className={styles.tear} />
      <path d="M36 140h54M36 155h38" className={styles.ink} />
      <path d="M120 134h84v24h-84z" className={styles.pale} />
      {bars.slice(0, 9).map(({ x, width }) => (
        <path key={x} d={`M${x + 82} 138h${width}v16h-${width}z`} className={styles.dark} />
      ))}
    </>
  );
}
