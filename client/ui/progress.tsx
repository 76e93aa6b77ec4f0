import { useId } from 'react';
import { cx } from './cx.ts';
import styles from './progress.module.css';

interface Props {
  label: string;
  /** Share done, 0 to 1. Left out: under way, without knowing how far. */
  share?: number;
  /** What to write instead of the percentage. */
  valueLabel?: string;
  /** Nothing is under way: only the place is kept, so that nothing moves when something is. */
  isIdle?: boolean;
}

/** How far something is. Plain markup, as the radio group's: a phone that votes need load nothing for it. */
export function Progress({ label, share, valueLabel, isIdle }: Props) {
  const id = useId();
  const done = share === undefined ? undefined : Math.min(Math.max(share, 0), 1) * 100;
  const words = done === undefined ? undefined : valueLabel || `${Math.round(done)}%`;
  return (
    <div
      role="progressbar"
      aria-labelledby={id}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={done}
      aria-valuetext={words}
      className={cx('stack-2', isIdle && styles.idle)}
    >
      <div className={styles.words}>
        <span id={id}>{label}</span>
        <span className="tabular">{words}</span>
      </div>
      <div className={styles.track}>
        <div
          className={done === undefined ? styles.moving : styles.fill}
          style={done === undefined ? undefined : { width: `${done}%` }}
        />
      </div>
    </div>
  );
}
