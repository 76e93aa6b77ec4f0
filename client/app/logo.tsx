import styles from './logo.module.css';

const CELLS = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => ({ row, column })));

/** The mark: nine windows of a building, one lit, with the name beside it. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 32 32" className={styles.mark} aria-hidden="true">
        <rect width="32" height="32" rx="7" className={styles.ground} />
        {CELLS.map(({ row, column }) => (
          <rect
            key={`${row}${column}`}
            x={6 + column * 7.3}
            y={6 + row * 7.3}
            width="5.4"
            height="5.4"
            rx="1.2"
            className={row === 1 && column === 1 ? styles.lit : styles.window}
          />
        ))}
      </svg>
      <span className={styles.name}>SCAF</span>
    </span>
  );
}
