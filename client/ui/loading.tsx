import { cx } from './cx.ts';
import styles from './loading.module.css';

const SQUARES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

/** The nine squares of the mark, lighting up one after the other while something loads. */
export function Loading({ label = 'Cargando', page }: { label?: string; page?: boolean }) {
  return (
    <div role="status" aria-label={label} className={cx(styles.box, page && styles.page)}>
      <div className={styles.squares} aria-hidden="true">
        {SQUARES.map((name) => (
          <span key={name} />
        ))}
      </div>
    </div>
  );
}
