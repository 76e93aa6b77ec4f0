import { Meter as AriaMeter } from 'react-aria-components/Meter';
import { cx } from './cx.ts';
import styles from './meter.module.css';

interface ShareBarProps {
  /** Filled part of the bar, 0 to 1. */
  share: number;
  /** Larger part, including values not counted, drawn paler, 0 to 1. */
  around?: number | null;
  /** Level to reach or exceed, drawn as a mark, 0 to 1. */
  mark?: number | null;
  tone?: 'plain' | 'good' | 'tied';
  className?: string | undefined;
}

/**
 * Draws a share as a filled bar, hidden from screen readers. As high as the text, unless `className` sets a height.
 * @param share filled part of the bar, 0 to 1
 * @param around larger part drawn paler, 0 to 1; null: no paler part
 * @param mark level to reach, drawn as a line, 0 to 1; null: no line
 */
export function ShareBar({ share, around = null, mark = null, tone = 'plain', className }: ShareBarProps) {
  return (
    <span className={cx(styles.bar, styles[tone], className)} aria-hidden="true">
      <span className={styles.track}>
        {around !== null && (
          <span className={cx(styles.fill, styles.around)} style={{ width: `${around * 100}%` }} />
        )}
        <span className={styles.fill} style={{ width: `${share * 100}%` }} />
      </span>
      {mark !== null && <span className={styles.mark} style={{ left: `${mark * 100}%` }} />}
    </span>
  );
}

interface MeterProps {
  label: string;
  /** Filled part of the bar, 0 to 1. */
  share: number;
  /** Share as a text for screen readers. */
  valueText: string;
  /** Level to exceed, drawn as a mark, 0 to 1. */
  threshold?: number | null;
  isGood?: boolean;
}

/**
 * Draws a share against a threshold as a filled bar, with a text for screen readers (`valueText`). Share and
 * threshold are fractions, 0 to 1.
 */
export const Meter = ({ label, share, valueText, threshold = null, isGood = false }: MeterProps) => (
  <AriaMeter aria-label={label} value={share * 100} valueLabel={valueText} className={styles.meter}>
    <ShareBar share={Math.min(Math.max(share, 0), 1)} mark={threshold} tone={isGood ? 'good' : 'plain'} />
  </AriaMeter>
);
