import { useId } from 'react';
import { cx } from './cx.ts';
import styles from './progress.module.css';

interface Props {
  label: string;
  /** Part of the work done, 0 to 1. Undefined if unknown. */
  share?: number;
  /** Text to show in place of the percentage. */
  valueLabel?: string;
  /** True to reserve the space before any progress, so the layout does not move later. */
  isIdle?: boolean;
}

/**
 * Progress bar made of the browser's own elements, so a voting phone loads no library.
 * @param share part of the work done, 0 to 1; undefined if unknown
 * @param valueLabel text in place of the percentage
 * @param isIdle true to reserve the space before any progress
 */
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
      <div className={`between strong ${styles.words}`}>
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
